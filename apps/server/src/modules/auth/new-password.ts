import { type Brand, passwordMeets } from '@playhouse/domain/brand'
import { type Problem, problem } from '@playhouse/domain/problem'
import { isCommonPassword } from './common-passwords.ts'

/** The problem of a new password that breaks the brand's policy or is a common one. */
export async function newPasswordProblem(
  policy: Brand['passwordPolicy'],
  password: string,
): Promise<Problem<'invalid-input' | 'password-too-common'> | undefined> {
  if (!passwordMeets(policy, password)) return problem('invalid-input', { fields: ['password'] })
  return (await isCommonPassword(password)) ? problem('password-too-common') : undefined
}
