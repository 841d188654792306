import '@fastify/cookie'
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TokenSigner } from './token-signer.ts'

/**
 * The secret that a browser's first visit will have, given to it before there is any. A first hold is written with the visit
 * that keeps it; should its answer be lost on the way, the browser still knows by this that the seats are its own. Nothing
 * is written for it, and it has done its work once the visit has its cookie.
 */
export interface FirstVisits {
  secretOf(request: FastifyRequest): string | undefined
  /** Gives one to a browser that has none. For answers that no cache keeps. */
  issue(request: FastifyRequest, reply: FastifyReply): void
  forget(request: FastifyRequest, reply: FastifyReply): void
}

export function createFirstVisits(signer: TokenSigner, secure: boolean): FirstVisits {
  const name = secure ? '__Host-first' : 'first'
  const shape = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  const secretOf: FirstVisits['secretOf'] = (request) => signer.verify('first', request.cookies[name] ?? '')?.[0]
  return {
    secretOf,
    issue: (request, reply) => {
      if (secretOf(request) === undefined) void reply.setCookie(name, signer.sign('first', [randomBytes(32).toString('base64url')]), shape)
    },
    forget: (request, reply) => {
      if (request.cookies[name] !== undefined) void reply.clearCookie(name, shape)
    },
  }
}
