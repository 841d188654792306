import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { isLoopback } from '#loopback'

/**
 * Who may read the mails: whoever has the password, by HTTP Basic authentication with any user name; without a password
 * this machine alone, under its own name, which no page of another site can lead a browser to.
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
      .send('This is the mailbox of a test shop. Ask whoever runs it for its password.')
  })
}

/** Compares digests, so that neither content nor length shows in the time it takes. */
function isPassword(authorization: string | undefined, password: string): boolean {
  const [, encoded] = /^Basic\s+(\S+)$/i.exec(authorization ?? '') ?? []
  const [, written] = /^[^:]*:(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? []
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return written !== undefined && timingSafeEqual(digest(written), digest(password))
}
