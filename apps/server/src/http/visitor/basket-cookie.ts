import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TokenSigner } from './token-signer.ts'

/**
 * The basket of a visitor without an account, in a signed cookie that outlives the session. It is used where the session has
 * no basket; the database decides how long the basket is kept.
 */
export interface BasketCookie {
  basketOf(request: FastifyRequest): string | undefined
  remember(reply: FastifyReply, basket: string): void
  forget(request: FastifyRequest, reply: FastifyReply): void
}

/** @param days how long browsers keep the cookie */
export function createBasketCookie(signer: TokenSigner, secure: boolean, days: number): BasketCookie {
  const name = secure ? '__Host-basket' : 'basket'
  const shape = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  return {
    basketOf: (request) => signer.verify('basket', request.cookies[name] ?? '')?.[0],
    remember: (reply, basket) => void reply.setCookie(name, signer.sign('basket', [basket]), { ...shape, maxAge: days * 86_400 }),
    forget: (request, reply) => {
      if (request.cookies[name] !== undefined) void reply.clearCookie(name, shape)
    },
  }
}
