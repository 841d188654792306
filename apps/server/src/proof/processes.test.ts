import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '#adapters/payment/testing'
import { expectInvariants } from '#testing'
import { seatAvailability, unpackAvailability } from '@playhouse/domain/seat'
import { createSeatEventReader } from '@playhouse/domain/seat-stream'
import { timeLimit } from '@playhouse/testing/time-limit'
import { type Fleet, openFleet } from './fleet/fleet.ts'
import { ordersOf, readyToPay } from './fleet/records.ts'

/** Poll interval in milliseconds; the timeout is the default of the test runner. */
const pollOptions = { interval: 50 }
const timeoutMs = timeLimit(120_000)

/** A module for `--import` that sets the clock of a process ten minutes ahead of the database’s. */
const clockAhead = `data:text/javascript,${encodeURIComponent(`
  const Real = Date
  globalThis.Date = class extends Real {
    constructor(...given) { given.length > 0 ? super(...given) : super(Real.now() + 600_000) }
    static now() { return Real.now() + 600_000 }
  }`)}`

describe('two processes behind a balancer', () => {
  let fleet: Fleet
  let mailPort: number
  beforeAll(async () => {
    mailPort = await freePort()
    fleet = await openFleet(2, {
      size: { rows: 10, seatsInRow: 10, sold: [] },
      env: { HOLD_SECONDS: '300', DRAIN_SECONDS: '1', MAIL_URL: `smtp://127.0.0.1:${mailPort}` },
      envOf: (nth) => (nth === 1 ? { NODE_OPTIONS: `--import ${clockAhead}` } : {}),
    })
  }, timeoutMs)
  afterEach(async () => {
    await fleet.recover()
    await expectInvariants(fleet.theatre)
  }, timeoutMs)
  afterAll(() => fleet.close(), timeoutMs)

  it(
    'share session and basket: a visitor whose calls alternate between the processes registers, pays and signs out',
    async () => {
      const guest = fleet.guest()
      const email = `${crypto.randomUUID()}@example.org`
      const address = { line1: '1 Globe Lane', line2: '', line3: '', city: 'London', state: 'London', postcode: 'SE1 9PH', country: 'GB' }
      const person = {
        email,
        password: 'Rehearse10-Lines',
        title: '',
        firstName: 'Ada',
        lastName: 'Quill',
        phone: '02079460000',
        address,
        marketing: false,
      }
      expect(await guest.hold('A.1')).toMatchObject({ ok: true })
      expect(await guest.hold('A.2')).toMatchObject({ value: { tickets: [{ seat: 'stalls.A.1' }, { seat: 'stalls.A.2' }] } })
      expect(await guest.client.auth.register({ body: person })).toMatchObject({ ok: true })
      for (let nth = 0; nth < 4; nth++)
        expect(await guest.client.site.session()).toMatchObject({ value: { customer: { email }, basket: { count: 2 } } })
      await guest.fillIn()
      const { payment, page } = await guest.start()
      await guest.pay(page)
      expect(await guest.outcome(payment)).toBe('succeeded')
      expect(await guest.client.auth.logout()).toMatchObject({ value: { customer: null } })
      for (let nth = 0; nth < 2; nth++) expect(await guest.client.site.session()).toMatchObject({ value: { customer: null } })
    },
    timeoutMs,
  )

  it(
    'stream changes of seats that the other process made',
    async () => {
      const watching = await Promise.all([watch(fleet.balancer.origin), watch(fleet.balancer.origin)])
      const buyer = await fleet.buyer()
      await buyer.hold('B.1', 'B.2')
      for (const { taken } of watching) await expect.poll(taken, pollOptions).toEqual([10, 11])
      await buyer.client.basket.reset()
      for (const { taken } of watching) await expect.poll(taken, pollOptions).toEqual([])
      for (const { leave } of watching) leave()
    },
    timeoutMs,
  )

  it(
    'use the database’s clock if one of them is ten minutes fast: no hold ends early, and no payment is missed',
    async () => {
      const buyer = await readyToPay(fleet, 'C.1')
      const deadlines = await Promise.all([1, 2, 3, 4].map(() => buyer.client.basket.read()))
      expect(new Set(deadlines.map((basket) => basket.ok && `${basket.value.state} ${basket.value.deadline}`)).size).toBe(1)
      for (let nth = 0; nth < 4; nth++) expect(await (await fleet.buyer()).hold('C.1')).toMatchObject({ error: { code: 'seats-taken' } })
      // The fast process refuses the callback as ten minutes old; the provider repeats it, to the other process.
      const { payment, page } = await buyer.start()
      await buyer.pay(page)
      await expect.poll(() => ordersOf(fleet, buyer), pollOptions).toHaveLength(1)
      expect(await buyer.outcome(payment)).toBe('succeeded')
    },
    timeoutMs,
  )

  it(
    'place orders while the mail server is down, and send the mail when it is up',
    async () => {
      const buyer = await readyToPay(fleet, 'D.1')
      const { payment, page } = await buyer.start()
      await buyer.pay(page)
      expect(await buyer.outcome(payment)).toBe('succeeded')
      const [order] = await ordersOf(fleet, buyer)
      const message = () => fleet.theatre.db.selectFrom('outbox').selectAll().where('key', '=', order!.id).executeTakeFirstOrThrow()
      await expect.poll(async () => (await message()).last_error, pollOptions).toContain('ECONNREFUSED')
      const mails = await receiveMail(mailPort)
      await fleet.theatre.db
        .updateTable('outbox')
        .set({ available_at: new Date(0) })
        .where('done_at', 'is', null)
        .execute()
      await expect.poll(async () => (await message()).done_at, pollOptions).not.toBeNull()
      const { id } = await message()
      expect(mails.heard().filter((line) => line.startsWith(`Message-ID: <${id}`))).toHaveLength(1)
      mails.close()
    },
    timeoutMs,
  )

  it(
    'close gracefully: requests in progress are answered, streams end and continue at the other process, and no buyer gets an error',
    async () => {
      const [first] = fleet.members
      const watcher = await watch(first!.process.origin)
      const slow = await fleet.buyer()
      let leaving: Promise<void> | undefined
      // Each buyer asks for another seat: a request for a seat of the withheld claim gets 503 when its wait budget is spent.
      const seats = ['F', 'G', 'H', 'I', 'J'].flatMap((row) => Array.from({ length: 10 }, (_, nth) => `stalls.${row}.${nth + 1}`))
      // Signed in before, so that even on a slow machine they come while the process drains.
      const buyers = await Promise.all(seats.map(() => fleet.buyer()))
      for (const { database } of fleet.members)
        database.before([/claim_seats/], async () => {
          leaving ??= first!.process.stop()
          await watcher.over
          return 'let-through' as const
        })
      const responses = await Promise.all([
        slow.client.basket.addTickets({ body: { instance: 'tonight', seats: [{ seat: 'stalls.E.1', priceType: 'full' }] } }),
        ...seats.map(async (seat, nth) => {
          await new Promise((resolve) => setTimeout(resolve, nth * 10))
          return buyers[nth]!.client.basket.addTickets({ body: { instance: 'tonight', seats: [{ seat, priceType: 'full' }] } })
        }),
      ])
      await leaving
      expect(responses.filter((response) => !response.ok)).toEqual([])
      expect(await first!.process.isReady()).toBe(false)
      const resumed = await watch(fleet.balancer.origin, watcher.version())
      await expect.poll(resumed.taken, pollOptions).toContain(seatE1)
      resumed.leave()
    },
    timeoutMs,
  )
})

/** The index of stalls.E.1: its claim is withheld until the first stream has ended. */
const seatE1 = 40

/** Subscribes to the stream of seats, after a version if there is one. */
async function watch(origin: string, after?: number) {
  const leaving = new AbortController()
  const response = await fetch(`${origin}/api/instances/tonight/availability/stream`, {
    signal: leaving.signal,
    headers: after === undefined ? {} : { 'last-event-id': String(after) },
  })
  expect(response.status).toBe(200)
  const takenSeats = new Set<number>()
  let version = 0
  const read = createSeatEventReader()
  const ending = (async () => {
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream()))
      for (const event of read(piece)) {
        if (event.kind === 'behind' || event.kind === 'seating') continue
        version = event.version
        // A process that does not know the changes since the version sends all seats.
        if (event.kind === 'all' && after !== undefined)
          for (const [seat, value] of unpackAvailability(event.packed, 100).entries())
            if (value === seatAvailability.taken) takenSeats.add(seat)
        if (event.kind === 'changes')
          for (const [seat, value] of event.changes) takenSeats[value === seatAvailability.taken ? 'add' : 'delete'](seat)
      }
  })().catch(() => {})
  await expect.poll(() => version, pollOptions).toBeGreaterThan(0)
  return { taken: () => [...takenSeats].sort((a, b) => a - b), version: () => version, over: ending, leave: () => leaving.abort() }
}

/** A minimal SMTP server, which records the lines that it receives. */
async function receiveMail(port: number) {
  const lines: string[] = []
  const server = createServer((socket) => {
    let isBody = false
    socket.write('220 mail.example\r\n')
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      for (const line of bytes.toString().split('\r\n').filter(Boolean)) {
        lines.push(line)
        if (isBody && line !== '.') continue
        if (line === '.') isBody = false
        if (line === 'DATA') isBody = true
        socket.write(line === 'DATA' ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 yes\r\n')
      }
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { heard: () => lines, close: () => server.close() }
}
