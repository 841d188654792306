import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { composeMail, type Mail, type Mailer } from './mailer.ts'

/** The entry of a mail in the mailbox; the parts of the mail are files in the same folder. */
export type StoredMail = {
  readonly id: string
  /** ISO 8601 instant. */
  readonly at: string
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly attachments: readonly { readonly filename: string; readonly contentType: string; readonly size: number }[]
}
export type StoredMailPart = 'message.eml' | 'message.html' | 'message.txt' | `attachment-${number}`

/**
 * Writes mail into a folder instead of sending it. Each mail is a subfolder named by its message id, with the encoded mail
 * (`message.eml`) and its parts. One rename publishes the subfolder, so that a mail is never partly visible and never there twice.
 */
export function createMailboxMailer(folder: string, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true })
  return {
    async send(mail) {
      const composedMail = composeMail(mail, from)
      const { message } = await transport.sendMail(composedMail)
      await mkdir(folder, { recursive: true })
      const draft = await mkdtemp(join(folder, '.draft-'))
      await writeFile(join(draft, 'message.eml'), message as Buffer)
      await writeFile(join(draft, 'message.html'), mail.html)
      await writeFile(join(draft, 'message.txt'), mail.text)
      for (const [index, { content }] of mail.attachments.entries()) await writeFile(join(draft, `attachment-${index}`), content)
      await writeFile(join(draft, 'letter.json'), JSON.stringify(describe(mail, composedMail.subject, from)))
      await deliver(draft, join(folder, mail.messageId))
    },
  }
}

/** Every mail in the folder, the newest first. */
export async function listMails(folder: string): Promise<StoredMail[]> {
  const names = await readdir(folder).catch(() => [])
  const mails = await Promise.all(names.map((id) => findMail(folder, id)))
  return mails.filter((mail) => mail !== undefined).toSorted((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id))
}

/** @param id untrusted input from a URL; only the message id of a mail finds one. */
export async function findMail(folder: string, id: string): Promise<StoredMail | undefined> {
  if (!/^\w[\w.-]*$/.test(id)) return undefined
  const text = await readFile(join(folder, id, 'letter.json'), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as StoredMail)
}

export const readPart = (folder: string, mail: StoredMail, part: StoredMailPart): Promise<Buffer> => readFile(join(folder, mail.id, part))

function describe(mail: Mail, subject: string, from: string): StoredMail {
  const attachments = mail.attachments.map(({ filename, contentType, content }) => ({ filename, contentType, size: content.length }))
  return { id: mail.messageId, at: new Date().toISOString(), from, to: mail.to, subject, attachments }
}

/** Publishes a draft by a rename, which never replaces a non-empty folder: of two deliveries of a mail, the second is dropped. */
async function deliver(draft: string, target: string): Promise<void> {
  try {
    await rename(draft, target)
  } catch (error) {
    await rm(draft, { recursive: true })
    const exists =
      error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST' || error.code === 'EPERM')
    if (!exists || !(await readFile(join(target, 'letter.json')).catch(() => undefined))) throw error
  }
}
