import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test, onTestFinished } from 'vitest'
import { createMailer, Undeliverable } from '#adapters/mail'
import { publish, transact } from '#db'
import { openTestTheatre } from '#testing'
import { runOutbox } from './index.ts'
import { noHandlers } from './no-handlers.fixture.ts'

/** A mail server whose STARTTLS was stripped on the way; it records every command and takes every mail. */
async function relayWithoutTls() {
  const commands: string[] = []
  const server = createServer((socket) => {
    let isData = false
    let unread = ''
    socket.on('error', () => {})
    socket.write('220 relay\r\n')
    socket.on('data', (chunk) => {
      unread += chunk.toString()
      for (let end = unread.indexOf('\r\n'); end !== -1; end = unread.indexOf('\r\n')) {
        const line = unread.slice(0, end)
        unread = unread.slice(end + 2)
        if (isData && line !== '.') continue
        if (!isData) commands.push(line)
        isData = line === 'DATA'
        if (line.startsWith('EHLO')) socket.write('250-relay\r\n250 AUTH PLAIN LOGIN\r\n')
        else if (line.startsWith('STARTTLS')) socket.write('502 not here\r\n')
        else
          socket.write(
            isData ? '354 go on\r\n' : line.startsWith('AUTH') ? '235 welcome\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 fine\r\n',
          )
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, commands }
}

/** One mail through the outbox. @returns its row afterwards. */
async function mailOnce(url: string) {
  await using theatre = await openTestTheatre()
  const { db } = theatre
  const mailer = createMailer({ url, from: 'tickets@bridge.example' })
  await transact(db, (trx) => publish(trx, 'mail.email-changed', 'key', { customer: 'key', to: 'ada@example.org' }))
  const failures: string[] = []
  const send = (_payload: unknown, messageId: string) =>
    mailer.send({ to: 'ada@example.org', subject: 'Reset', html: '<p>a link</p>', text: 'a link', messageId, attachments: [] })
  const tried = await runOutbox(
    {
      db,
      handlers: { ...noHandlers, 'mail.email-changed': send },
      onFailure: (_topic, error) => failures.push(String(error)),
      onDrop: () => {},
      isPermanent: (error) => error instanceof Undeliverable,
    },
    'mail',
  )
  expect(tried).toBe(1)
  const row = await db
    .selectFrom('outbox')
    .select(['done_at', 'last_error', 'tries'])
    .where('topic', '=', 'mail.email-changed')
    .executeTakeFirstOrThrow()
  return { row, failures }
}

// 0.0.0.0 is not a loopback address, but also reaches this machine.
test('a relay beyond this machine that offers no STARTTLS gets neither password nor mail, and the mail stays in the outbox', async () => {
  const { port, commands } = await relayWithoutTls()
  const { row, failures } = await mailOnce(`smtp://user:hush@0.0.0.0:${port}`)
  expect(row).toMatchObject({ done_at: null, tries: 1 })
  expect(row.last_error).toMatch(/STARTTLS/)
  expect(failures).toHaveLength(1)
  expect(commands.map((line) => line.split(' ')[0])).toEqual(expect.arrayContaining(['EHLO', 'STARTTLS']))
  expect(commands.join('\n')).not.toMatch(/AUTH|MAIL FROM|DATA|hush/)
})

test('a relay on this machine may do without TLS', async () => {
  const { port, commands } = await relayWithoutTls()
  const { row } = await mailOnce(`smtp://user:hush@127.0.0.1:${port}`)
  expect(row.done_at).not.toBeNull()
  expect(commands).toContain('DATA')
})
