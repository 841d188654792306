import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type FetchPublic, fetchPublic } from '#adapters/outbound'
import type { BotCheck } from '#modules/throttle'

const replySchema = z.object({ success: z.boolean(), score: z.number().optional(), hostname: z.string().optional() })
/** Below it the service takes a visitor for a robot; its own default. */
const minScore = 0.5

type RecaptchaKeys = { readonly key: string; readonly secret: string; readonly version: 'v3'; readonly host: string }

/** reCAPTCHA v3: its script is loaded where and when a proof is asked for, and its server says what a proof is worth. */
export function createRecaptcha(
  { key, secret, version, host }: RecaptchaKeys,
  request: FetchPublic = fetchPublic,
  verifyAt = 'https://www.google.com/recaptcha/api/siteverify',
): BotCheck {
  return {
    scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
    offer: async () => ({ kind: 'recaptcha', key, version }),
    async identify(proof, address) {
      // Where the service can't be asked nobody is taken for a person: the check fails closed.
      const answer = await request(verifyAt, new URLSearchParams({ secret, response: proof, remoteip: address })).catch(() => undefined)
      const reply = replySchema.safeParse(answer)
      if (!reply.success || !reply.data.success) return undefined
      const { score = 0, hostname } = reply.data
      return score >= minScore && hostname === host ? createHash('sha256').update(proof).digest('base64url') : undefined
    },
  }
}
