import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { composeMail, type Mail, type Mailer } from './mailer.ts'

/** A mail as the mailbox lists it; the parts lie beside it in files. */
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
 * Puts mail into a folder instead of sending it: a folder a mail, named by its message id, with the mail as it would
 * travel (`message.eml`) and its parts. It appears by one rename, whole or not at all, and once.
 */
export function createMailboxMailer(folder: string, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true })
  return {
    async send(mail) {
      const composed = composeMail(mail, from)
      const { message } = await transport.sendMail(composed)
      await mkdir(folder, { recursive: true })
      const draft = await mkdtemp(join(folder, '.draft-'))
      await writeFile(join(draft, 'message.eml'), message as Buffer)
      await writeFile(join(draft, 'message.html'), mail.html)
      await writeFile(join(draft, 'message.txt'), mail.text)
      for (const [index, { content }] of mail.attachments.entries()) await writeFile(join(draft, `attachment-${index}`), content)
      await writeFile(join(draft, 'letter.json'), JSON.stringify(describe(mail, composed.subject, from)))
      await deliver(draft, join(folder, mail.messageId))
    },
  }
}

/** Every mail there is, the newest first. */
export async function listMails(folder: string): Promise<StoredMail[]> {
  const names = await readdir(folder).catch(() => [])
  const letters = await Promise.all(names.map((id) => findMail(folder, id)))
  return letters
    .filter((letter) => letter !== undefined)
    .toSorted((one, other) => other.at.localeCompare(one.at) || other.id.localeCompare(one.id))
}

/** @param id anything a visitor may ask for; only the name of a mail finds one. */
export async function findMail(folder: string, id: string): Promise<StoredMail | undefined> {
  if (!/^\w[\w.-]*$/.test(id)) return undefined
  const text = await readFile(join(folder, id, 'letter.json'), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as StoredMail)
}

export const readPart = (folder: string, letter: StoredMail, part: StoredMailPart): Promise<Buffer> =>
  readFile(join(folder, letter.id, part))

function describe(mail: Mail, subject: string, from: string): StoredMail {
  const attachments = mail.attachments.map(({ filename, contentType, content }) => ({ filename, contentType, size: content.length }))
  return { id: mail.messageId, at: new Date().toISOString(), from, to: mail.to, subject, attachments }
}

/** A folder with something in it is never replaced: the second of two deliveries finds the first, and goes. */
async function deliver(draft: string, place: string): Promise<void> {
  try {
    await rename(draft, place)
  } catch (error) {
    await rm(draft, { recursive: true })
    const exists =
      error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST' || error.code === 'EPERM')
    if (!exists || !(await readFile(join(place, 'letter.json')).catch(() => undefined))) throw error
  }
}
