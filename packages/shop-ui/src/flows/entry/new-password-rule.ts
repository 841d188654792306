import { z } from 'zod'
import { type Brand, passwordMeets } from '@playhouse/domain/brand'

/** i18n key of the brand's password rule. */
export const passwordError = (policy: Brand['passwordPolicy']) =>
  policy === 'legacy' ? 'account:errors.passwordLegacy' : 'account:errors.passwordModern'

/** Validates a new password by the brand's rule; the server rejects common ones. @param missing i18n key for an empty field */
export const newPasswordRule = (policy: Brand['passwordPolicy'], missing: string) =>
  z
    .string()
    .min(1, { error: missing, abort: true })
    .refine((password) => passwordMeets(policy, password), passwordError(policy))
