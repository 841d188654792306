import { z } from 'zod'

/**
 * Validates an email address. Whether an account has it is known to the server, which reveals it only for brands that search their
 * customers.
 */
export const emailRule = z
  .string()
  .trim()
  .min(1, { error: 'account:errors.email', abort: true })
  .pipe(z.email('account:errors.emailFormat'))
