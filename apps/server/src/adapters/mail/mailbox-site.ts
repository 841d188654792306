import { readFileSync } from 'node:fs'
import fastify, { type FastifyReply } from 'fastify'
import { z } from 'zod'
import { findMail, type StoredMail, listMails, readPart } from './mailbox.ts'
import { guardMailbox } from './mailbox-access.ts'
import { renderMail, renderList, renderMissing } from './mailbox-page.ts'

const stylesheet = readFileSync(new URL('./mailbox.css', import.meta.url), 'utf8')
const byId = z.object({ id: z.string().max(200) })
const byAttachment = byId.extend({ index: z.coerce.number().int().min(0).max(99) })

const policy = {
  /** The pages of the mailbox: no script at all. */
  page: "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  /** A mail: inline styles and images are allowed, in a sandbox without script, forms or an origin. */
  letter:
    "default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
} as const

/**
 * Starts the site on which developers and testers read the mails in a folder: pages at `/`, JSON at `/letters` and `/letters/<id>`.
 * Without a password it serves requests from this machine only.
 */
export async function startMailbox(settings: {
  readonly folder: string
  readonly port: number
  readonly host?: string
  /** Grants access from other machines. */
  readonly password?: string | undefined
}): Promise<{ readonly stop: () => Promise<void> }> {
  const { folder, port, host = 'localhost', password } = settings
  const site = fastify({ forceCloseConnections: true })
  guardMailbox(site, password)
  site.addHook('onSend', async (_request, reply) => {
    void reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
  })
  const find = (params: unknown): Promise<StoredMail | undefined> => findMail(folder, byId.parse(params).id)

  site.get('/', async (_request, reply) => sendPage(reply, renderList(await listMails(folder))))
  site.get('/mailbox.css', async (_request, reply) => reply.type('text/css').send(stylesheet))
  site.get('/letters', async () => listMails(folder))
  site.get('/letters/:id', async (request, reply) => {
    const mail = await find(request.params)
    if (!mail) return reply.code(404).send({ error: 'no such letter' })
    const [html, text] = await Promise.all([readPart(folder, mail, 'message.html'), readPart(folder, mail, 'message.txt')])
    return { ...mail, html: html.toString(), text: text.toString() }
  })

  site.get('/mail/:id', async (request, reply) => {
    const mail = await find(request.params)
    if (!mail) return sendPage(reply.code(404), renderMissing())
    return sendPage(reply, renderMail(mail, (await readPart(folder, mail, 'message.txt')).toString()))
  })
  site.get('/mail/:id/html', async (request, reply) => {
    const mail = await find(request.params)
    if (!mail) return sendPage(reply.code(404), renderMissing())
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy.letter)
      .send(await readPart(folder, mail, 'message.html'))
  })
  site.get('/mail/:id/message.eml', async (request, reply) => {
    const mail = await find(request.params)
    if (!mail) return sendPage(reply.code(404), renderMissing())
    return sendFile(reply, `${mail.id}.eml`, 'message/rfc822', await readPart(folder, mail, 'message.eml'))
  })
  site.get('/mail/:id/attachment/:index', async (request, reply) => {
    const mail = await find(request.params)
    const { index } = byAttachment.parse(request.params)
    const attachment = mail?.attachments[index]
    if (!mail || !attachment) return sendPage(reply.code(404), renderMissing())
    return sendFile(reply, attachment.filename, attachment.contentType, await readPart(folder, mail, `attachment-${index}`))
  })

  await site.listen({ port, host })
  return { stop: () => site.close() }
}

const sendPage = (reply: FastifyReply, page: string) =>
  reply.type('text/html; charset=utf-8').header('content-security-policy', policy.page).send(page)

function sendFile(reply: FastifyReply, filename: string, contentType: string, content: Buffer) {
  const name = encodeURIComponent(filename).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
  return reply
    .type(contentType)
    .headers({ 'content-disposition': `attachment; filename*=UTF-8''${name}`, 'content-security-policy': policy.page })
    .send(content)
}
