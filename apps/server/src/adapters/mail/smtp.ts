import { createTransport } from 'nodemailer'
import { isLoopback } from '#loopback'
import { composeMail, type Mailer, Undeliverable } from './mailer.ts'

/**
 * Milliseconds. The outbox retries, so the timeouts for connecting are short. The timeout after the mail was transmitted is longer:
 * a retry then may deliver the mail twice.
 */
const timeouts = { dnsTimeout: 5_000, connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 30_000 }

/**
 * Sends through a mail server, `smtps://user:password@host`. With `smtp://` it sends neither password nor mail before
 * STARTTLS has encrypted the connection, unless the server is on this machine. If the server's reply is lost, the mail is sent again
 * with the same Message-ID: SMTP has no exactly-once delivery.
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
        throw isAddressRejected(error) ? new Undeliverable(`the mail server rejects this address: ${error.responseCode}`) : error
      })
    },
  }
}

/**
 * Whether the server rejected the recipient's address as invalid: status 5.1.x of RFC 3463. Other rejections, such as for the sender's
 * reputation, may end later, so they are retried.
 */
const isAddressRejected = (error: unknown): error is Error & { readonly responseCode: number } =>
  error instanceof Error &&
  'command' in error &&
  error.command === 'RCPT TO' &&
  'response' in error &&
  /^5\d\d[ -]5\.1\.\d/.test(String(error.response))
