import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/**
 * Requires the password for the pages of this scope, by HTTP Basic authentication with any user name. Without a configured
 * password the pages are public.
 */
export function requirePassword(pages: FastifyInstance, password: string | undefined): void {
  if (password === undefined) return
  pages.addHook('onRequest', async ({ headers }, reply) => {
    if (isPassword(headers.authorization, password)) return
    return reply
      .code(401)
      .headers({ 'www-authenticate': 'Basic realm="Payment sandbox of a test shop", charset="UTF-8"', 'cache-control': 'no-store' })
      .type('text/plain; charset=utf-8')
      .send('This is a test shop. Ask whoever runs it for the password of its payment sandbox.')
  })
}

function isPassword(authorization: string | undefined, password: string): boolean {
  const [, encoded] = /^Basic\s+(\S+)$/i.exec(authorization ?? '') ?? []
  const pair = Buffer.from(encoded ?? '', 'base64').toString()
  return pair.includes(':') && isEqualText(pair.slice(pair.indexOf(':') + 1), password)
}

/** Compares digests, so that the duration reveals neither content nor length. */
export function isEqualText(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
