import { createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { BotCheck } from '#modules/throttle'

const validMinutes = 10
/** `cost`: PBKDF2 iterations of one try. `tries`: minimum and maximum number of tries. A phone works half a second to a second. */
const proofOfWork = { cost: 1_000, tries: [500, 1_500] } as const

const payloadSchema = z.object({
  challenge: z.object({ parameters: z.looseObject({ algorithm: z.string(), nonce: z.string(), cost: z.number() }), signature: z.string() }),
  solution: z.looseObject({ counter: z.number(), derivedKey: z.string() }),
})

/** Proof of work: a browser tries numbers until one solves the challenge. No third party learns of the visit. */
export function createAltcha({ secret }: { readonly secret: string }): BotCheck {
  const keys = { hmacSignatureSecret: `${secret} challenge`, hmacKeySignatureSecret: `${secret} key` }
  return {
    async offer() {
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: proofOfWork.cost,
        counter: randomInt(...proofOfWork.tries),
        deriveKey,
        expiresAt: new Date(Date.now() + validMinutes * 60_000),
        ...keys,
      })
      return { kind: 'altcha', challenge: JSON.stringify(challenge) }
    },
    async identify(proof) {
      const payload = readPayload(proof)
      if (payload?.challenge.parameters.cost !== proofOfWork.cost) return undefined
      const { verified: isVerified } = await verifySolution({ ...payload, deriveKey, ...keys }).catch(() => ({ verified: false }))
      return isVerified ? payload.challenge.parameters.nonce : undefined
    },
  }
}

function readPayload(proof: string): Payload | undefined {
  try {
    const payload = payloadSchema.safeParse(JSON.parse(proof))
    return payload.success ? (payload.data as unknown as Payload) : undefined
  } catch {
    return undefined
  }
}
