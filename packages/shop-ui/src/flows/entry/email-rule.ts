import { z } from 'zod'

/** An address as one types it; the server says whether anybody has it to nobody but where the brand searches its customers. */
export const emailRule = z
  .string()
  .trim()
  .min(1, { error: 'account:errors.email', abort: true })
  .pipe(z.email('account:errors.emailFormat'))
