import { createTransport } from 'nodemailer'
import { isLoopback } from '#loopback'
import { composeMail, type Mailer, Undeliverable } from './mailer.ts'

/**
 * Milliseconds. The outbox retries, so a server that does not answer is given up soon. One that has the whole mail may take longer
 * to accept it: giving up then would send it twice.
 */
const timeouts = { dnsTimeout: 5_000, connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 30_000 }

/**
 * Sends through a mail server, `smtps://user:password@host`. With `smtp://` it hands over neither password nor mail before
 * STARTTLS has encrypted the connection, unless the server is on this machine. A try whose answer is lost is sent again with the same
 * Message-ID, which is as near to once as SMTP comes.
 */
export function createSmtpMailer(url: string, from: string): Mailer {
  const server = new URL(url)
  const isSecure = server.protocol === 'smtps:'
  const transport = createTransport({
    host: server.hostname,
    port: Number(server.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    requireTLS: !isSecure && !isLoopback(server.hostname),
    ...(server.username ? { auth: { user: decodeURIComponent(server.username), pass: decodeURIComponent(server.password) } } : {}),
    ...timeouts,
  })
  return {
    async send(mail) {
      await transport.sendMail(composeMail(mail, from)).catch((error: unknown) => {
        throw isRefusedForGood(error) ? new Undeliverable(`the mail server takes no mail for this address: ${error.responseCode}`) : error
      })
    },
  }
}

/**
 * Whether the one recipient's address is none: 5.1.x of RFC 3463. A server that refuses for what it thinks of us may think
 * otherwise once its keeper has been told.
 */
const isRefusedForGood = (error: unknown): error is Error & { readonly responseCode: number } =>
  error instanceof Error &&
  'command' in error &&
  error.command === 'RCPT TO' &&
  'response' in error &&
  /^5\d\d[ -]5\.1\.\d/.test(String(error.response))
