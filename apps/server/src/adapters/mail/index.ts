import type { Mailer } from './mailer.ts'
import { createMailboxMailer } from './mailbox.ts'
import { createSmtpMailer } from './smtp.ts'

export type { Attachment, Mail, Mailer } from './mailer.ts'
export { Undeliverable } from './mailer.ts'
export { startMailbox } from './mailbox-site.ts'

/** Destination of mail: the mail server at `url`, or a folder that {@link startMailbox} shows. */
export type MailSettings = { readonly from: string } & ({ readonly url: string } | { readonly folder: string })

export function createMailer(settings: MailSettings): Mailer {
  return 'url' in settings ? createSmtpMailer(settings.url, settings.from) : createMailboxMailer(settings.folder, settings.from)
}
