import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TokenSigner } from './token-signer.ts'

/**
 * Browsers on which a customer has signed in before. Their failed attempts are counted separately: guesses from another browser
 * lock the account for unknown browsers, and its owner can still sign in.
 */
export interface KnownDevices {
  /** The id of this browser, when that address has signed in on it. */
  deviceOf(request: FastifyRequest, email: string): string | undefined
  /** Remembers the browser after a sign-in with the password. */
  remember(request: FastifyRequest, reply: FastifyReply, email: string): void
}

/** E-mail addresses remembered per browser: those of a household. The oldest is dropped. */
const maxOwners = 5
/** Seconds; the longest that browsers keep a cookie. */
const maxAgeSeconds = 400 * 86_400

/** @param kind separates cookies of customers from those of staff users */
export function createKnownDevices(signer: TokenSigner, secure: boolean, kind: 'device' | 'staff-device' = 'device'): KnownDevices {
  const name = secure ? `__Host-${kind}` : kind
  /** Addresses are stored as digests. */
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
