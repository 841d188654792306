import { z } from 'zod'
import { type Brand, passwordMeets } from '@playhouse/domain/brand'

/** What a new password breaks when it breaks the brand's rule, as a key. */
export const passwordError = (policy: Brand['passwordPolicy']) =>
  policy === 'legacy' ? 'account:errors.passwordLegacy' : 'account:errors.passwordModern'

/** A new password by the brand's rule. Whether it is a common one is the server's to say. @param missing the message's key */
export const newPasswordRule = (policy: Brand['passwordPolicy'], missing: string) =>
  z
    .string()
    .min(1, { error: missing, abort: true })
    .refine((password) => passwordMeets(policy, password), passwordError(policy))
