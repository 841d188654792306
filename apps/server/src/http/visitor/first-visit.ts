import '@fastify/cookie'
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TokenSigner } from './token-signer.ts'

/**
 * The secret of a browser's first session, issued before the session exists. A first hold is written together with its session;
 * when the reply is lost, the browser resumes that session by this secret. Nothing is stored for it, and it is cleared once the
 * session has its cookie.
 */
export interface FirstVisits {
  secretOf(request: FastifyRequest): string | undefined
  /** Issues a secret to a browser without one. For replies that are never cached. */
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
