import { type Brand, passwordMeets } from '@playhouse/domain/brand'
import { type Problem, problem } from '@playhouse/domain/problem'
import { isCommonPassword } from './common-passwords.ts'

/** Why a new password won't do: it breaks the brand's rule, or it is one that guessing starts with. */
export async function newPasswordProblem(
  policy: Brand['passwordPolicy'],
  password: string,
): Promise<Problem<'invalid-input' | 'password-too-common'> | undefined> {
  if (!passwordMeets(policy, password)) return problem('invalid-input', { fields: ['password'] })
  return (await isCommonPassword(password)) ? problem('password-too-common') : undefined
}
