import { createTransport } from 'nodemailer'
import { composeMail, type Mailer } from './mailer.ts'

/** Milliseconds. The outbox tries again, so a server that hangs is given up soon. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/**
 * Sends through a mail server, `smtps://user:password@host`. A try whose answer is lost is sent again with the same
 * Message-ID, which is as near to once as SMTP comes.
 */
export function createSmtpMailer(url: string, from: string): Mailer {
  const server = new URL(url)
  const isSecure = server.protocol === 'smtps:'
  const transport = createTransport({
    host: server.hostname,
    port: Number(server.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    ...(server.username ? { auth: { user: decodeURIComponent(server.username), pass: decodeURIComponent(server.password) } } : {}),
    ...patience,
  })
  return {
    async send(mail) {
      await transport.sendMail(composeMail(mail, from))
    },
  }
}
