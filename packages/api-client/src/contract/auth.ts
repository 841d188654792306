import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { nameSchema } from './name.ts'
import { addressSchema } from './address.ts'
import { proofSchema } from './proof.ts'
import { sessionSchema } from './site.ts'

const email = z.string().trim().toLowerCase().max(254).pipe(z.email())
const password = z.string().min(1).max(200)
const token = z.string().min(1).max(200)
const phone = z.string().trim().max(40)
const proof = proofSchema

/** Body of a registration. Length and character limits only: the password policy is checked by the server. */
export const registrationSchema = z.strictObject({
  email,
  password,
  title: z.string().trim().max(20),
  /** Absent where the brand hides it. */
  prefix: z.string().trim().max(40).optional(),
  firstName: nameSchema,
  /** Absent where the brand hides it. */
  middleName: z.string().trim().max(80).optional(),
  lastName: nameSchema,
  phone,
  /** Absent where the brand doesn't ask for it. */
  address: addressSchema.optional(),
  /** Opt-in, never preset. */
  marketing: z.boolean(),
  proof,
})
/** Body of a registration. */
export type Registration = z.infer<typeof registrationSchema>

/** The theatre's bot check: a proof-of-work challenge (ALTCHA), the site key of reCAPTCHA, or none. */
export const botCheckSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('altcha'), challenge: z.string() }),
  z.strictObject({ kind: z.literal('recaptcha'), key: z.string(), version: z.literal('v3') }),
  z.strictObject({ kind: z.literal('none') }),
])
/** A bot check that the browser must solve. */
export type BotCheckOffer = z.infer<typeof botCheckSchema>

/** Endpoints of sign-in, registration and password reset. All are open to anonymous visitors. */
export const auth = {
  botCheck: endpoint('GET', '/auth/bot-check', {
    summary: 'The bot check to solve after the problem `bot-check-required`; valid once, for some minutes',
    reply: botCheckSchema,
    problems: ['bot-check-not-loaded'],
  }),
  lookup: endpoint('POST', '/auth/lookup', {
    summary:
      'First step of the two-step sign-in: the customer search. Where the brand hides accounts, the reply is the same for a known and an unknown address',
    body: z.strictObject({ email, proof }),
    reply: z.strictObject({ next: z.enum(['password']) }),
    problems: ['no-customer', 'too-many-responses', 'bot-check-required'],
  }),
  login: endpoint('POST', '/auth/login', {
    summary: 'Sign in; the session gets a new id, and the baskets of guest and customer become one',
    body: z.strictObject({ email, password, proof }),
    reply: sessionSchema,
    problems: ['login-failed', 'account-locked', 'bot-check-required'],
  }),
  guest: endpoint('POST', '/auth/guest', {
    summary: 'Buy as a guest, without an account; the reply is the same for a known and an unknown address',
    body: z.strictObject({ email, firstName: nameSchema, lastName: nameSchema, phone, proof }),
    reply: sessionSchema,
    problems: ['not-allowed', 'basket-empty', 'bot-check-required'],
  }),
  openOrder: endpoint('POST', '/auth/guest-order', {
    summary: 'Open the order of a guest with the token of the link in its mail',
    body: z.strictObject({ token }),
    reply: z.strictObject({ order: z.string(), session: sessionSchema }),
    problems: ['authentication-link-expired', 'order-not-found', 'login-required'],
  }),
  logout: endpoint('POST', '/auth/logout', { summary: 'Sign out', reply: sessionSchema, problems: ['logout-failed'] }),
  register: endpoint('POST', '/auth/register', {
    summary: 'Create an account and sign in',
    body: registrationSchema,
    reply: sessionSchema,
    problems: ['register-failed', 'password-too-common', 'bot-check-required'],
  }),
  magicLink: endpoint('POST', '/auth/magic-link', {
    summary: 'Request a sign-in link by mail. The reply is the same for a known and an unknown e-mail address',
    body: z.strictObject({ email, proof }),
    reply: z.strictObject({ asked: z.literal(true) }),
    problems: ['not-allowed', 'bot-check-required'],
  }),
  redeemMagicLink: endpoint('POST', '/auth/magic-link/redeem', {
    summary: 'Sign in with the token of the link, once, within ten minutes; the basket is kept. Unlocks a locked account',
    body: z.strictObject({
      token,
      /** Confirmation by the visitor, required where the link is opened in another browser than the one that requested it. */
      isConfirmed: z.boolean(),
    }),
    reply: sessionSchema,
    problems: ['authentication-link-expired', 'link-asked-elsewhere'],
  }),
  resetPassword: endpoint('POST', '/auth/reset-password', {
    summary: 'Request a link by mail to choose a new password. The reply is the same for a known and an unknown e-mail address',
    body: z.strictObject({ email, proof }),
    reply: z.strictObject({ asked: z.literal(true) }),
    problems: ['bot-check-required'],
  }),
  redeemReset: endpoint('POST', '/auth/reset-password/redeem', {
    summary: 'Set a new password with the token of the link, once, within ten minutes. Unlocks a locked account and ends its sessions',
    body: z.strictObject({ token, password }),
    reply: sessionSchema,
    problems: ['authentication-link-expired', 'reset-password-failed', 'password-too-common'],
  }),
}
