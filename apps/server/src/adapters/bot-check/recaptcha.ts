import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type FetchPublic, fetchPublic } from '#adapters/outbound'
import type { BotCheck } from '#modules/throttle'

const replySchema = z.object({ success: z.boolean(), score: z.number().optional(), hostname: z.string().optional() })
/** Visitors below this score count as robots; the default threshold of reCAPTCHA. */
const minScore = 0.5

type RecaptchaKeys = { readonly key: string; readonly secret: string; readonly version: 'v3'; readonly host: string }

/** reCAPTCHA v3: the page loads its script only when a proof is required, and its server scores the proof. */
export function createRecaptcha(
  { key, secret, version, host }: RecaptchaKeys,
  request: FetchPublic = fetchPublic,
  verifyAt = 'https://www.google.com/recaptcha/api/siteverify',
): BotCheck {
  return {
    scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
    offer: async () => ({ kind: 'recaptcha', key, version }),
    async identify(proof, address) {
      // If the service can't be reached, no proof is accepted: the check fails closed.
      const response = await request(verifyAt, new URLSearchParams({ secret, response: proof, remoteip: address })).catch(() => undefined)
      const reply = replySchema.safeParse(response)
      if (!reply.success || !reply.data.success) return undefined
      const { score = 0, hostname } = reply.data
      return score >= minScore && hostname === host ? createHash('sha256').update(proof).digest('base64url') : undefined
    },
  }
}
