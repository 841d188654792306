export type Attachment = { readonly filename: string; readonly content: Uint8Array; readonly contentType: string }

export type Mail = {
  /** One address. */
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  /** Equal for every attempt to send the same mail; letters, digits and `.-_`. It becomes the Message-ID. */
  readonly messageId: string
  readonly attachments: readonly Attachment[]
  /** One address that replies go to; absent for the sender's. */
  readonly replyTo?: string
}

/** The address is invalid, or the mail server rejects it permanently: a retry cannot succeed. */
export class Undeliverable extends Error {
  override name = 'Undeliverable'
}

export interface Mailer {
  /**
   * Resolves when the mail server has accepted the mail, or the mailbox has stored it. A mail whose message id was sent before may be
   * dropped.
   * @throws Undeliverable if a retry cannot succeed
   */
  send(mail: Mail): Promise<void>
}

/**
 * The mail as nodemailer's options. The recipient is passed as one address object, so that a comma adds no second recipient,
 * and line breaks are removed from the subject, so that it adds no header.
 * @throws Undeliverable for a recipient that is not one address
 * @throws RangeError for an invalid message id
 */
export function composeMail(mail: Mail, from: string) {
  if (!isAddress(mail.to)) throw new Undeliverable('not an address to send mail to')
  if (!/^[\w.-]{1,100}$/.test(mail.messageId) || !/^\w/.test(mail.messageId)) throw new RangeError(`not a message id: ${mail.messageId}`)
  return {
    from,
    to: { name: '', address: mail.to },
    ...(mail.replyTo !== undefined && isAddress(mail.replyTo) && { replyTo: { name: '', address: mail.replyTo } }),
    subject: mail.subject.replace(/[\r\n]+/g, ' '),
    html: mail.html,
    text: mail.text,
    messageId: `<${mail.messageId}@${domainOf(from)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments: mail.attachments.map(({ filename, content, contentType }) => ({ filename, content: Buffer.from(content), contentType })),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const isAddress = (text: string): boolean => /^[^\s,<>"]+@[^\s,<>"]+$/.test(text)

const domainOf = (from: string): string => /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
