import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { sessionSchema } from '../site.ts'

/** Signing in by a link in a mail, for brands of the streamlined login. */
export const auth = {
  magicLink: endpoint('POST', '/auth/magic-link', {
    summary: 'Ask for a link by mail that signs in. The answer is the same for a known and an unknown e-mail address',
    body: z.strictObject({ email: z.string().trim().toLowerCase().max(254).pipe(z.email()) }),
    reply: z.strictObject({ asked: z.literal(true) }),
    problems: [],
  }),
  redeemMagicLink: endpoint('POST', '/auth/magic-link/redeem', {
    summary: 'Sign in with the token of the link, once; the basket stays',
    body: z.strictObject({
      token: z.string().min(1).max(200),
      /** Said by the visitor where the link is opened in another browser than the one that asked for it. */
      isConfirmed: z.boolean(),
    }),
    reply: sessionSchema,
    problems: ['authentication-link-expired'],
  }),
}
