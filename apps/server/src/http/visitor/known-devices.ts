import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TokenSigner } from './token-signer.ts'

/**
 * Browsers that somebody has signed in on before. Their tries are counted apart from everybody's: who guesses at an address
 * from elsewhere locks the account for strangers, and its owner still comes in at home.
 */
export interface KnownDevices {
  /** What names this browser, where that address has signed in on it. */
  deviceOf(request: FastifyRequest, email: string): string | undefined
  /** Knows the browser from now on, where somebody has just shown their password. */
  remember(request: FastifyRequest, reply: FastifyReply, email: string): void
}

/** How many addresses a browser is known for: those of a household. The oldest makes room. */
const maxOwners = 5
/** Seconds; browsers keep no cookie for longer. */
const maxAgeSeconds = 400 * 86_400

/** @param kind what a cookie of customers says of an address says nothing of whoever works at the counter with it */
export function createKnownDevices(signer: TokenSigner, secure: boolean, kind: 'device' | 'staff-device' = 'device'): KnownDevices {
  const name = secure ? `__Host-${kind}` : kind
  /** The cookie tells whoever finds it no address. */
  const digest = (id: string, email: string): string => createHash('sha256').update(`${id} ${email}`).digest('base64url')
  const read = (request: FastifyRequest): { readonly id: string; readonly owners: readonly string[] } | undefined => {
    const [id, ...owners] = signer.verify(kind, request.cookies[name] ?? '') ?? []
    return id === undefined ? undefined : { id, owners }
  }
  return {
    deviceOf: (request, email) => {
      const device = read(request)
      return device?.owners.includes(digest(device.id, email)) ? device.id : undefined
    },
    remember: (request, reply, email) => {
      const { id, owners } = read(request) ?? { id: randomBytes(16).toString('base64url'), owners: [] }
      const owner = digest(id, email)
      const others = owners.filter((other) => other !== owner).slice(1 - maxOwners)
      void reply.setCookie(name, signer.sign(kind, [id, ...others, owner]), {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure,
        maxAge: maxAgeSeconds,
      })
    },
  }
}
