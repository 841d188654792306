import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { addressSchema } from './basket.ts'
import { sessionSchema } from './site.ts'

const email = z.string().trim().toLowerCase().max(254).pipe(z.email())
const password = z.string().min(1).max(200)

export const registrationSchema = z.strictObject({
  email,
  password,
  title: z.string().trim().max(20),
  firstName: z.string().trim().min(1).max(80),
  lastName: z.string().trim().min(1).max(80),
  phone: z.string().trim().max(40),
  /** Absent where the brand doesn't ask for it. */
  address: addressSchema.optional(),
  /** Opt-in, never preset. */
  marketing: z.boolean(),
})
export type Registration = z.infer<typeof registrationSchema>

export const auth = {
  lookup: endpoint('POST', '/auth/lookup', {
    summary: 'First of two steps. The answer is the same for a known and an unknown e-mail address',
    body: z.strictObject({ email }),
    reply: z.strictObject({ next: z.enum(['password']) }),
    problems: [],
  }),
  login: endpoint('POST', '/auth/login', {
    summary: 'Sign in; the session gets a new id and keeps its basket',
    body: z.strictObject({ email, password }),
    reply: sessionSchema,
    problems: ['login-failed', 'account-locked'],
  }),
  logout: endpoint('POST', '/auth/logout', { summary: 'Sign out', reply: sessionSchema, problems: ['logout-failed'] }),
  register: endpoint('POST', '/auth/register', {
    summary: 'Open an account and sign in',
    body: registrationSchema,
    reply: sessionSchema,
    problems: ['register-failed', 'password-too-common'],
  }),
  resetPassword: endpoint('POST', '/auth/reset-password', {
    summary: 'Ask for a link by mail to choose a new password. The answer is the same for a known and an unknown e-mail address',
    body: z.strictObject({ email }),
    reply: z.strictObject({ asked: z.literal(true) }),
    problems: [],
  }),
  redeemReset: endpoint('POST', '/auth/reset-password/redeem', {
    summary: 'A new password for the token of the link: once, within ten minutes. Opens a locked account and ends its sessions',
    body: z.strictObject({ token: z.string().min(1).max(200), password }),
    reply: sessionSchema,
    problems: ['authentication-link-expired', 'reset-password-failed', 'password-too-common'],
  }),
}
