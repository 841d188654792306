import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { isLoopback } from '#loopback'

/**
 * Restricts access to the mails. With a password, requests need HTTP Basic authentication with any user name and that password.
 * Without one, only requests from this machine to a loopback host name are served, which prevents DNS rebinding by another site.
 */
export function guardMailbox(site: FastifyInstance, password: string | undefined): void {
  site.addHook('onRequest', async ({ hostname, headers }, reply) => {
    if (password === undefined) {
      const isForwarded = 'x-forwarded-for' in headers || 'forwarded' in headers
      if (isLoopback(hostname) && !isForwarded) return
      return reply.code(421).type('text/plain').send('This mailbox answers at localhost. TEST_PASSWORD opens it to others.')
    }
    if (isPassword(headers.authorization, password)) return
    return reply
      .code(401)
      .header('www-authenticate', 'Basic realm="Mailbox of a test shop", charset="UTF-8"')
      .type('text/plain')
      .send('This is the mailbox of a test shop. Ask its operator for the password.')
  })
}

/** Compares digests in constant time, so that the duration reveals neither content nor length. */
function isPassword(authorization: string | undefined, password: string): boolean {
  const [, credentials] = /^Basic\s+(\S+)$/i.exec(authorization ?? '') ?? []
  const [, candidate] = /^[^:]*:(.*)$/s.exec(Buffer.from(credentials ?? '', 'base64').toString()) ?? []
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return candidate !== undefined && timingSafeEqual(digest(candidate), digest(password))
}
