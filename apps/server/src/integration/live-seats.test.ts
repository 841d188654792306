import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSeatEventReader, type SeatEvent } from '@playhouse/domain/seat-stream'
import { seatAvailability, unpackAvailability } from '@playhouse/domain/seat'
import { createPaymentProvider } from '#adapters/payment'
import { openDatabase } from '#db'
import { createHttp } from '#http'
import { openBasket, resetBasket } from '#modules/basket'
import { addTickets } from '#modules/hold'
import { openWaitingRooms } from '#modules/queue'
import { createSeatAvailability } from '#modules/seating'
import { createThrottle } from '#modules/throttle'
import { fullPriceSeats, openTestTheatre } from '#testing'

/** Polling interval in milliseconds; the timeout is the default of the test runner. */
const pollOptions = { interval: 10 }

const actor = { name: 'guest' }
const noFolder = fileURLToPath(new URL('nowhere', import.meta.url))

/** Two servers with separate connections, caches and listeners on one database. Seat 39 is sold from the start. */
async function twoServers() {
  const theatre = await openTestTheatre()
  onTestFinished(theatre.database.drop)
  const servers = await Promise.all(
    [1, 2].map(async () => {
      const db = openDatabase(theatre.database.address, { size: 3 })
      const availability = createSeatAvailability(db)
      const queue = await openWaitingRooms(db, { sessionIdleSeconds: theatre.brand.limits.sessionIdleSeconds })
      const provider = createPaymentProvider({ url: 'http://localhost:1', secret: 'secret of a provider never called' })
      const app = await createHttp(
        { ...theatre, db, availability, provider, origin: 'http://localhost', throttle: createThrottle(db), queue },
        {
          logger: pino({ level: 'silent' }),
          trustProxy: false,
          paymentOrigin: 'http://localhost:1',
          shopFolder: noFolder,
          secrets: ['a secret for tests, of enough characters'],
          brandFolder: fileURLToPath(new URL('../../../../brands/bridge/', import.meta.url)),
          ready: async () => true,
        },
      )
      const origin = await app.listen({ port: 0, host: '127.0.0.1' })
      const stop = async (): Promise<void> => {
        await app.close()
        await availability.close()
        await queue.close()
        await db.destroy()
      }
      onTestFinished(stop)
      return { origin, close: () => app.close() }
    }),
  )
  const hold = async (...seats: string[]): Promise<string> => {
    const basket = await openBasket(theatre.db, theatre.brand)
    expect(await addTickets(theatre, basket, actor, 'tonight', fullPriceSeats(...seats))).toMatchObject({ ok: true })
    return basket
  }
  return { theatre, servers, hold, release: (basket: string) => resetBasket(theatre, basket, actor) }
}

const stream = (origin: string, query = '', headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${origin}/api/instances/tonight/availability/stream${query}`, { headers })

/** Subscribes to the stream as a browser does, and applies its events to a copy of the seats. */
async function subscribe(origin: string, query?: string, headers?: Record<string, string>) {
  const response = await stream(origin, query, headers)
  expect(response.status).toBe(200)
  const events: SeatEvent[] = []
  const values = new Uint8Array(40)
  const body = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const read = createSeatEventReader()
  const ending = (async () => {
    for (let piece = await body.read(); !piece.done; piece = await body.read())
      for (const event of read(piece.value)) {
        if (event.kind === 'seating') continue
        events.push(event)
        if (event.kind === 'all') values.set(unpackAvailability(event.packed, 40))
        if (event.kind === 'changes') for (const [seat, value] of event.changes) values[seat] = value
      }
  })()
  ending.catch(() => {})
  onTestFinished(() => void body.cancel().catch(() => {}))
  await expect.poll(() => events.length, pollOptions).toBeGreaterThan(0)
  return {
    answer: response,
    events,
    over: ending,
    leave: () => body.cancel(),
    version: () => events.reduce((last, event) => ('version' in event ? event.version : last), 0),
    taken: () => [...values.keys()].filter((seat) => values[seat] === seatAvailability.taken),
  }
}

describe('live seats over HTTP', () => {
  it('reach the stream subscribers of every process, and continue from the version of a snapshot', async () => {
    const { servers, hold, release } = await twoServers()
    const snapshot = await (await fetch(`${servers[0]!.origin}/api/instances/tonight/availability`)).json()
    const viewers = await Promise.all([
      subscribe(servers[0]!.origin),
      subscribe(servers[1]!.origin, `?after=${(snapshot as { version: number }).version}`),
    ])
    const basket = await hold('A.1', 'A.2')
    for (const viewer of viewers) await expect.poll(viewer.taken, pollOptions).toEqual(expect.arrayContaining([0, 1]))
    await release(basket)
    for (const viewer of viewers) await expect.poll(viewer.taken, pollOptions).not.toEqual(expect.arrayContaining([0]))
  })

  it('send the missed changes after Last-Event-ID, from another process too', async () => {
    const { servers, hold } = await twoServers()
    const lastSubscription = await subscribe(servers[1]!.origin)
    const viewer = await subscribe(servers[0]!.origin)
    await hold('A.1')
    await expect.poll(viewer.taken, pollOptions).toEqual([0, 39])
    await expect.poll(lastSubscription.taken, pollOptions).toEqual([0, 39])
    await viewer.leave()
    await hold('B.1', 'B.2')
    const resumed = await subscribe(servers[1]!.origin, '?after=1', { 'last-event-id': String(viewer.version()) })
    expect(resumed.events[0]).toMatchObject({ kind: 'changes', after: viewer.version() })
    expect(resumed.events[0]).toHaveProperty(
      'changes',
      expect.arrayContaining([
        [10, 1],
        [11, 1],
      ]),
    )
  })

  it('are sent as a full snapshot if the version is not in the history', async () => {
    const { servers } = await twoServers()
    const viewer = await subscribe(servers[0]!.origin, '?after=1000')
    expect(viewer.events[0]).toMatchObject({ kind: 'all' })
    expect(viewer.taken()).toEqual([39])
  })

  it('are sent with the headers of every response, and uncompressed', async () => {
    const { servers } = await twoServers()
    const { answer: response } = await subscribe(servers[0]!.origin, '', { 'accept-encoding': 'br, gzip' })
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  it('refuse an unknown performance, an invalid version and a HEAD request', async () => {
    const { servers } = await twoServers()
    const { origin } = servers[0]!
    expect((await stream(origin, '?after=yesterday')).status).toBe(422)
    expect((await fetch(`${origin}/api/instances/never/availability/stream`)).status).toBe(404)
    expect((await fetch(`${origin}/api/instances/tonight/availability/stream`, { method: 'HEAD' })).status).toBe(404)
  })

  it('end when a process stops, and continue from another process', async () => {
    const { servers, hold } = await twoServers()
    const viewer = await subscribe(servers[0]!.origin)
    const closed = servers[0]!.close()
    await viewer.over
    await closed
    const resumed = await subscribe(servers[1]!.origin, `?after=${viewer.version()}`)
    await hold('D.1')
    await expect.poll(resumed.taken, pollOptions).toEqual(expect.arrayContaining([30]))
  })
})
