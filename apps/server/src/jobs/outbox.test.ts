import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createMailer, Undeliverable } from '#adapters/mail'
import { publish, transact } from '#db'
import { openTestTheatre, type TestTheatre } from '#testing'
import { type OutboxDeps, runOutbox, startOutbox } from './index.ts'
import { noHandlers } from './no-handlers.fixture.ts'

/** What a mail server does with the mail it has just been given whole. */
type Manner =
  | 'takes it'
  | 'knows nobody of that name'
  | 'does not know us'
  | 'is busy'
  | 'takes it and drops the line'
  | 'drops the line'
  | { readonly takesItAfter: Promise<unknown> }

/** As much of a mail server as one mail needs; it has a manner for each mail in turn, and then takes all there are. */
async function mailServer(...manners: Manner[]) {
  const taken: string[] = []
  let isAsked = false
  const answer = async (socket: Socket, letter: string) => {
    isAsked = true
    const manner = manners.shift() ?? 'takes it'
    if (typeof manner === 'object') await manner.takesItAfter
    if (manner === 'is busy') return socket.write('451 later\r\n')
    if (manner === 'drops the line') return socket.destroy()
    taken.push(/^Message-ID: <([\w-]+)@/im.exec(letter)?.[1] ?? 'a mail without an id')
    socket.write('250 taken\r\n')
    return manner === 'takes it and drops the line' ? socket.destroy() : true
  }
  const server = createServer((socket) => {
    let letter: string | undefined
    socket.write('220 test\r\n')
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      const said = chunk.toString()
      if (letter === undefined) {
        if (said.startsWith('RCPT') && manners[0] === 'knows nobody of that name') {
          manners.shift()
          return socket.write('550 5.1.1 no such person here\r\n')
        }
        if (said.startsWith('RCPT') && manners[0] === 'does not know us') {
          manners.shift()
          return socket.write('550 5.7.1 relaying denied\r\n')
        }
        if (/^DATA\r\n/m.test(said)) letter = ''
        socket.write(letter === '' ? '354 go on\r\n' : said.startsWith('QUIT') ? '221 bye\r\n' : '250 fine\r\n')
        return true
      }
      letter += said
      if (!letter.endsWith('\r\n.\r\n')) return true
      void answer(socket, letter)
      letter = undefined
      return true
    })
  }).listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const mailer = createMailer({ url: `smtp://localhost:${port}`, from: 'tickets@bridge.example' })
  return { taken, mailer, isAsked: () => isAsked, close: () => server.close() }
}

/** A house with so many mails in its outbox, and what goes through it. */
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
  /** As if the pause after a failure were over. */
  const hurry = () => sql`update outbox set available_at = now() where done_at is null`.execute(theatre.db)
  const waiting = async () => (await theatre.db.selectFrom('outbox').select('id').where('done_at', 'is', null).execute()).length
  return { outbox, failures, dropped, ids, hurry, waiting }
}

it.each(['is busy', 'drops the line', 'does not know us'] as const)(
  'sends a mail again to a server that %s, under the same id',
  async (manner) => {
    await using theatre = await openTestTheatre()
    const server = await mailServer(manner)
    const { outbox, failures, ids, hurry, waiting } = await outboxOf(theatre, server, 1)
    expect(await runOutbox(outbox, 'mail')).toBe(1)
    expect([failures.length, server.taken, await waiting()]).toEqual([1, [], 1])
    expect(await runOutbox(outbox, 'mail'), 'not at once').toBe(0)
    await hurry()
    expect(await runOutbox(outbox, 'mail')).toBe(1)
    expect([server.taken, await waiting()]).toEqual([ids, 0])
    server.close()
  },
)

it('believes a server that took a mail, though it drops the line', async () => {
  await using theatre = await openTestTheatre()
  const server = await mailServer('takes it and drops the line')
  const { outbox, failures, ids, hurry, waiting } = await outboxOf(theatre, server, 1)
  await runOutbox(outbox, 'mail')
  await hurry()
  await runOutbox(outbox, 'mail')
  expect([server.taken, failures, await waiting()]).toEqual([ids, [], 0])
  server.close()
})

it('puts a mail aside that nobody takes, says so once, and sends the others', async () => {
  await using theatre = await openTestTheatre()
  const server = await mailServer('knows nobody of that name')
  const { outbox, failures, hurry, waiting } = await outboxOf(theatre, server, 2)
  await runOutbox(outbox, 'mail')
  expect([server.taken.length, await waiting()]).toEqual([1, 0])
  expect(failures).toEqual([expect.stringMatching(/^Undeliverable.*550/)])
  await hurry()
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
    const { rows } = await sql<{ left: number }>`
      select extract(epoch from available_at - now())::float8 as left from outbox where done_at is null and tries > 0`.execute(theatre.db)
    return rows[0]?.left ?? 0
  }
  /** Most of a lease passes, and with it the time after which it is renewed. */
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
  expect(server.taken.toSorted()).toEqual(ids)
  expect(failures).toEqual([])
  server.close()
})

it('lets nothing else wait behind the mail', async () => {
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
  await expect.poll(() => server.taken.length, { timeout: 30_000 }).toBe(20)
  expect(await waiting()).toBe(3)
  taking.resolve()
  await expect.poll(waiting, { timeout: 30_000 }).toBe(0)
  await Promise.all(jobs.map((job) => job.stop()))
  expect(server.taken.toSorted()).toEqual(ids)
  expect(failures).toEqual([])
  server.close()
})
