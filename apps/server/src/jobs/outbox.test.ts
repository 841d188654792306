import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createMailer, Undeliverable } from '#adapters/mail'
import { publish, transact } from '#db'
import { openTestTheatre, type TestTheatre } from '#testing'
import { type OutboxDeps, runOutbox, startOutbox } from './index.ts'
import { noHandlers } from './no-handlers.fixture.ts'

/** The mail server's reaction to a mail that it has received completely. */
type Reaction =
  | 'takes it'
  | 'rejects the recipient'
  | 'rejects the sender'
  | 'is busy'
  | 'takes it and closes the connection'
  | 'closes the connection'
  | { readonly takesItAfter: Promise<unknown> }

/** A minimal mail server with a reaction for each mail in turn; it takes the mails after those. */
async function mailServer(...reactions: Reaction[]) {
  const acceptedIds: string[] = []
  let isAsked = false
  const respond = async (socket: Socket, letter: string) => {
    isAsked = true
    const reaction = reactions.shift() ?? 'takes it'
    if (typeof reaction === 'object') await reaction.takesItAfter
    if (reaction === 'is busy') return socket.write('451 later\r\n')
    if (reaction === 'closes the connection') return socket.destroy()
    acceptedIds.push(/^Message-ID: <([\w-]+)@/im.exec(letter)?.[1] ?? 'a mail without an id')
    socket.write('250 taken\r\n')
    return reaction === 'takes it and closes the connection' ? socket.destroy() : true
  }
  const server = createServer((socket) => {
    let letter: string | undefined
    socket.write('220 test\r\n')
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      const text = chunk.toString()
      if (letter === undefined) {
        if (text.startsWith('RCPT') && reactions[0] === 'rejects the recipient') {
          reactions.shift()
          return socket.write('550 5.1.1 no such person here\r\n')
        }
        if (text.startsWith('RCPT') && reactions[0] === 'rejects the sender') {
          reactions.shift()
          return socket.write('550 5.7.1 relaying denied\r\n')
        }
        if (/^DATA\r\n/m.test(text)) letter = ''
        socket.write(letter === '' ? '354 go on\r\n' : text.startsWith('QUIT') ? '221 bye\r\n' : '250 fine\r\n')
        return true
      }
      letter += text
      if (!letter.endsWith('\r\n.\r\n')) return true
      void respond(socket, letter)
      letter = undefined
      return true
    })
  }).listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const mailer = createMailer({ url: `smtp://localhost:${port}`, from: 'tickets@bridge.example' })
  return { acceptedIds, mailer, isAsked: () => isAsked, close: () => server.close() }
}

/** Publishes `mails` mails to the outbox of a theatre; returns the outbox with records of its failures. */
async function outboxOf(theatre: TestTheatre, server: Awaited<ReturnType<typeof mailServer>>, mails: number) {
  for (let nth = 0; nth < mails; nth++)
    await transact(theatre.db, (trx) => publish(trx, 'mail.email-changed', 'test', { customer: 'test', to: `reader-${nth}@example.org` }))
  const failures: string[] = []
  const dropped: string[] = []
  const outbox: OutboxDeps = {
    db: theatre.db,
    handlers: {
      ...noHandlers,
      'mail.email-changed': ({ to }, id) =>
        server.mailer.send({ to, subject: 'Tickets', html: '<p>Hello</p>', text: 'Hello', messageId: id, attachments: [] }),
    },
    onFailure: (_topic, error) => failures.push(String(error)),
    onDrop: (topic) => dropped.push(topic),
    isPermanent: (error) => error instanceof Undeliverable,
  }
  const ids = (await theatre.db.selectFrom('outbox').select('id').execute()).map(({ id }) => id).toSorted()
  /** Ends the pause after a failure. */
  const endPause = () => sql`update outbox set available_at = now() where done_at is null`.execute(theatre.db)
  const waiting = async () => (await theatre.db.selectFrom('outbox').select('id').where('done_at', 'is', null).execute()).length
  return { outbox, failures, dropped, ids, endPause, waiting }
}

it.each(['is busy', 'closes the connection', 'rejects the sender'] as const)(
  'retries a mail under the same id with a server that %s',
  async (reaction) => {
    await using theatre = await openTestTheatre()
    const server = await mailServer(reaction)
    const { outbox, failures, ids, endPause, waiting } = await outboxOf(theatre, server, 1)
    expect(await runOutbox(outbox, 'mail')).toBe(1)
    expect([failures.length, server.acceptedIds, await waiting()]).toEqual([1, [], 1])
    expect(await runOutbox(outbox, 'mail'), 'not at once').toBe(0)
    await endPause()
    expect(await runOutbox(outbox, 'mail')).toBe(1)
    expect([server.acceptedIds, await waiting()]).toEqual([ids, 0])
    server.close()
  },
)

it('sends a mail once to a server that takes it and closes the connection', async () => {
  await using theatre = await openTestTheatre()
  const server = await mailServer('takes it and closes the connection')
  const { outbox, failures, ids, endPause, waiting } = await outboxOf(theatre, server, 1)
  await runOutbox(outbox, 'mail')
  await endPause()
  await runOutbox(outbox, 'mail')
  expect([server.acceptedIds, failures, await waiting()]).toEqual([ids, [], 0])
  server.close()
})

it('closes an undeliverable mail with one failure, and sends the others', async () => {
  await using theatre = await openTestTheatre()
  const server = await mailServer('rejects the recipient')
  const { outbox, failures, endPause, waiting } = await outboxOf(theatre, server, 2)
  await runOutbox(outbox, 'mail')
  expect([server.acceptedIds.length, await waiting()]).toEqual([1, 0])
  expect(failures).toEqual([expect.stringMatching(/^Undeliverable.*550/)])
  await endPause()
  expect(await runOutbox(outbox, 'mail')).toBe(0)
  expect(await theatre.db.selectFrom('outbox').select('last_error').where('last_error', 'is not', null).execute()).toHaveLength(1)
  server.close()
})

it('renews the lease while a handler runs, so that no other process sends the mail a second time', async () => {
  await using theatre = await openTestTheatre()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const taking = Promise.withResolvers<void>()
  const server = await mailServer({ takesItAfter: taking.promise })
  const { outbox, failures, ids, waiting } = await outboxOf(theatre, server, 2)
  const lease = 3_600
  const leased = async (): Promise<number> => {
    const { rows } = await sql<{ remaining: number }>`
      select extract(epoch from available_at - now())::float8 as remaining from outbox where done_at is null and tries > 0`.execute(
      theatre.db,
    )
    return rows[0]?.remaining ?? 0
  }
  /** Lets most of a lease pass, and with it the time after which it is renewed. */
  const pass = async (): Promise<void> => {
    await sql`update outbox set available_at = available_at - interval '50 minutes' where tries > 0 and done_at is null`.execute(theatre.db)
    await vi.advanceTimersByTimeAsync((lease * 1_000) / 3)
    await expect.poll(leased).toBeGreaterThan(3_000)
  }

  const first = runOutbox(outbox, 'mail', { lease })
  await expect.poll(server.isAsked).toBe(true)
  await pass()
  expect(await runOutbox(outbox, 'mail', { lease }), 'a slow mail server delays no other mail').toBe(1)
  await pass()
  expect(await runOutbox(outbox, 'mail', { lease }), 'the first mail is still leased').toBe(0)
  taking.resolve()
  expect(await first).toBe(1)
  expect(await waiting()).toBe(0)
  expect(server.acceptedIds.toSorted()).toEqual(ids)
  expect(failures).toEqual([])
  server.close()
})

it('runs other messages while the mail server hangs', async () => {
  await using theatre = await openTestTheatre()
  const taking = Promise.withResolvers<void>()
  const server = await mailServer({ takesItAfter: taking.promise })
  const { outbox, waiting } = await outboxOf(theatre, server, 1)
  await transact(theatre.db, (trx) => publish(trx, 'payment.refund', 'test', { refund: 'test' }))
  let refunds = 0
  const handlers = { ...outbox.handlers, 'payment.refund': async () => void (refunds += 1) }
  const mail = runOutbox({ ...outbox, handlers }, 'mail')
  expect(await runOutbox({ ...outbox, handlers }, 'rest')).toBe(1)
  expect([refunds, await waiting()]).toEqual([1, 1])
  taking.resolve()
  await mail
  expect(await waiting()).toBe(0)
  server.close()
})

it('sends twenty mails while the mail server lets three connections hang', async () => {
  await using theatre = await openTestTheatre()
  const taking = Promise.withResolvers<void>()
  const hanging = { takesItAfter: taking.promise }
  const server = await mailServer(hanging, hanging, hanging)
  const { outbox, failures, ids, waiting } = await outboxOf(theatre, server, 23)
  const jobs = startOutbox(outbox)
  await expect.poll(() => server.acceptedIds.length, { timeout: 30_000 }).toBe(20)
  // A message is marked as done after the mail server has accepted it.
  await expect.poll(waiting).toBe(3)
  taking.resolve()
  await expect.poll(waiting, { timeout: 30_000 }).toBe(0)
  await Promise.all(jobs.map((job) => job.stop()))
  expect(server.acceptedIds.toSorted()).toEqual(ids)
  expect(failures).toEqual([])
  server.close()
})
