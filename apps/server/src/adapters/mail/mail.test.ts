import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '#adapters/payment/testing'
import { until } from '@playhouse/testing/until'
import { createMailer, type Mail, startMailbox, Undeliverable } from './index.ts'

const from = 'Bridge Theatre <tickets@bridge.example>'
const pdf = Buffer.from('%PDF-1.7 tickets')
const mailOf = (changes: Partial<Mail> = {}): Mail => ({
  to: 'ada@example.org',
  subject: 'Dina biljetter: Kärlek & död',
  html: '<h1>Vi ses på teatern</h1><script>alert(1)</script>',
  text: 'Vi ses på teatern',
  messageId: '0198c1d2-0000-7000-8000-000000000001',
  attachments: [{ filename: 'tickets "A".pdf', content: pdf, contentType: 'application/pdf' }],
  ...changes,
})

describe('a mailbox', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mailbox-'))
  const mailer = createMailer({ folder, from })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('stores a mail once when it is sent several times at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => mailer.send(mailOf())))
    await mailer.send(mailOf({ subject: 'again' }))
    expect(readdirSync(folder)).toEqual([mailOf().messageId])
    const eml = readFileSync(join(folder, mailOf().messageId, 'message.eml'), 'utf8')
    expect(eml).toMatch(/^Message-ID: <0198c1d2-0000-7000-8000-000000000001@bridge.example>\r$/m)
    expect(eml).toMatch(/^To: ada@example.org\r$/m)
    expect(eml).toContain('multipart/alternative')
    expect(eml).toContain(pdf.toString('base64'))
  })

  test('removes line breaks from the subject, and rejects invalid recipients and message ids', async () => {
    await mailer.send(mailOf({ messageId: 'header', subject: 'Tickets\r\nBcc: eve@example.org\n\nhello' }))
    const headers = readFileSync(join(folder, 'header', 'message.eml'), 'utf8').split('\r\n\r\n')[0]!
    expect(headers).not.toMatch(/^Bcc:/im)
    expect(headers).toContain('Subject: Tickets Bcc: eve@example.org hello')
    for (const to of ['a@b.example, eve@example.org', 'a@b.example\r\nBcc: eve@example.org', '<a@b.example>', 'nobody', ''])
      await expect(mailer.send(mailOf({ to, messageId: 'recipient' }))).rejects.toThrow(Undeliverable)
    for (const messageId of ['../../etc', 'a/b', '', '.', '..', 'a b'])
      await expect(mailer.send(mailOf({ messageId }))).rejects.toThrow(RangeError)
  })
})

describe('the mailbox site', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mailbox-site-'))
  const mailer = createMailer({ folder, from })
  const id = mailOf().messageId
  let origin: string
  let site: { stop: () => Promise<void> }
  const read = (path: string) => fetch(origin + path)

  beforeAll(async () => {
    const port = await freePort()
    origin = `http://localhost:${port}`
    site = await startMailbox({ folder, port })
  })
  afterAll(async () => {
    await site.stop()
    rmSync(folder, { recursive: true })
  })

  test('lists mails, the newest first', async () => {
    expect(await (await read('/')).text()).toContain('No mail yet')
    await mailer.send(mailOf())
    const sentAt = Date.now()
    await until('the next millisecond', () => Date.now() > sentAt, { interval: 1 })
    await mailer.send(mailOf({ messageId: 'second', subject: '<b>Welcome</b>', attachments: [] }))
    const page = await (await read('/')).text()
    expect(page).toContain('&lt;b&gt;Welcome&lt;/b&gt;')
    expect(page.indexOf('Welcome')).toBeLessThan(page.indexOf('Kärlek &amp; död'))
    expect(await (await read('/letters')).json()).toMatchObject([
      { id: 'second' },
      { id, to: 'ada@example.org', subject: 'Dina biljetter: Kärlek & död' },
    ])
    expect(await (await read(`/letters/${id}`)).json()).toMatchObject({
      text: 'Vi ses på teatern',
      attachments: [{ contentType: 'application/pdf', size: pdf.length }],
    })
  })

  test('shows a mail in a sandboxed frame, under a content security policy without script', async () => {
    const page = await read(`/mail/${id}`)
    expect(await page.text()).toMatch(/<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self'; frame-src 'self'")
    const mail = await read(`/mail/${id}/html`)
    expect(await mail.text()).toBe(mailOf().html)
    expect(mail.headers.get('content-security-policy')).toMatch(
      /^default-src 'none';.*; sandbox allow-popups allow-popups-to-escape-sandbox$/,
    )
    expect(mail.headers.get('content-security-policy')).not.toMatch(/script|allow-same-origin/)
  })

  test('serves loopback host names, and rejects other names and addresses with 421', async () => {
    const { port } = new URL(origin)
    const ask = (host: string) =>
      new Promise<number | undefined>((resolve, reject) =>
        get({ host: 'localhost', port, path: '/letters', headers: { host } }, (response) => {
          response.resume()
          resolve(response.statusCode)
        }).on('error', reject),
      )
    for (const own of [`localhost:${port}`, '127.0.0.1', `[::1]:${port}`]) expect(await ask(own), own).toBe(200)
    for (const other of ['evil.example', `127.0.0.1.evil.example:${port}`, 'localhost.evil.example', '10.0.0.7', 'tickets.example'])
      expect(await ask(other), other).toBe(421)
  })

  test('without a password, rejects requests that a proxy forwards', async () => {
    for (const header of ['x-forwarded-for', 'forwarded'])
      expect((await fetch(`${origin}/letters`, { headers: { [header]: '203.0.113.7' } })).status).toBe(421)
  })

  test('with a password, requires it on every path, under any user name', async () => {
    const port = await freePort()
    const locked = await startMailbox({ folder, port, password: 'open the test sites' })
    onTestFinished(() => locked.stop())
    const ask = (path: string, password?: string) =>
      fetch(`http://localhost:${port}${path}`, {
        headers: {
          'x-forwarded-for': '203.0.113.7',
          ...(password !== undefined && { authorization: `Basic ${Buffer.from(`anybody:${password}`).toString('base64')}` }),
        },
      })
    for (const path of ['/', '/letters', `/letters/${id}`, `/mail/${id}`, `/mail/${id}/html`, `/mail/${id}/attachment/0`, '/nothing']) {
      const { status, headers } = await ask(path)
      expect(status, path).toBe(401)
      expect(headers.get('www-authenticate')).toMatch(/^Basic /)
      expect((await ask(path, 'open the test site')).status, path).toBe(401)
    }
    expect((await ask('/letters', 'open the test sites')).status).toBe(200)
  })

  test('serves attachments and the encoded mail as downloads', async () => {
    const attachment = await read(`/mail/${id}/attachment/0`)
    expect(Buffer.from(await attachment.arrayBuffer())).toEqual(pdf)
    expect(attachment.headers.get('content-type')).toBe('application/pdf')
    expect(attachment.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''tickets%20%22A%22.pdf")
    expect(await (await read(`/mail/${id}/message.eml`)).text()).toContain('Message-ID')
  })

  test.each(['/mail/nobody', '/mail/..%2f..%2fetc', '/mail/.', `/mail/${id}/attachment/1`, '/letters/..%2fmailbox', '/mail/nobody/html'])(
    'answers %s with 404',
    async (path) => {
      expect((await read(path)).status).toBe(404)
    },
  )
})

describe('the SMTP mailer', () => {
  let received = ''
  let server: Server
  let url: string

  /** A server that speaks just enough SMTP for a client to send one mail. */
  beforeAll(async () => {
    server = createServer((socket) => {
      let isData = false
      socket.write('220 test\r\n')
      socket.on('data', (chunk) => {
        received += chunk.toString()
        if (isData && received.endsWith('\r\n.\r\n')) {
          isData = false
          socket.write('250 taken\r\n')
        } else if (!isData && received.endsWith('\r\n')) {
          const line = received.trimEnd().split('\r\n').at(-1)!
          isData = line === 'DATA'
          socket.write(isData ? '354 go on\r\n' : line.startsWith('RCPT TO:<refused@') ? '550 nobody\r\n' : '250 fine\r\n')
        }
      })
      socket.on('error', () => {})
    }).listen(0, 'localhost')
    await once(server, 'listening')
    url = `smtp://localhost:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())

  test('sends the mail with its message id', async () => {
    await createMailer({ url, from }).send(mailOf())
    expect(received).toContain('MAIL FROM:<tickets@bridge.example>')
    expect(received).toContain('RCPT TO:<ada@example.org>')
    expect(received).toContain('Message-ID: <0198c1d2-0000-7000-8000-000000000001@bridge.example>')
    expect(received).toContain('Auto-Submitted: auto-generated')
  })

  test('rejects with an error that is retried if the server refuses or cannot be reached', async () => {
    await expect(createMailer({ url, from }).send(mailOf({ to: 'refused@example.org' }))).rejects.toThrow(/550/)
    await expect(createMailer({ url: 'smtp://localhost:1', from }).send(mailOf())).rejects.toThrow(/ECONNREFUSED/)
  })
})
