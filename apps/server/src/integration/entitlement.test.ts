import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSeatEventReader } from '@playhouse/domain/seat-stream'
import { seatAvailability, unpackAvailability } from '@playhouse/domain/seat'
import { createPaymentProvider } from '#adapters/payment'
import { transact } from '#db'
import { createHttp } from '#http'
import { grantAccess } from '#modules/access'
import { giveMembership } from '#modules/membership'
import { planMaintenance } from '#modules/maintenance'
import { openWaitingRooms } from '#modules/queue'
import { createSeatAvailability } from '#modules/seating'
import { beginSession } from '#modules/session'
import { createThrottle } from '#modules/throttle'
import { customerOf, openTestTheatre } from '#testing'

const noFolder = fileURLToPath(new URL('nowhere', import.meta.url))
const key = 'the-key-of-the-stage-door'

/** A server for a small hall, and the session cookie of a visitor of each kind. */
async function openTheatre() {
  const theatre = await openTestTheatre()
  onTestFinished(theatre.database.drop)
  const { db } = theatre
  const availability = createSeatAvailability(db)
  const queue = await openWaitingRooms(db, { sessionIdleSeconds: 1_200 })
  const provider = createPaymentProvider({
    provider: 'sandbox',
    url: 'http://localhost:1',
    secret: 'secret of a provider never called',
  } as never)
  const app = await createHttp({ ...theatre, availability, queue, provider, origin: 'http://localhost', throttle: createThrottle(db) }, {
    logger: pino({ level: 'silent' }),
    trustProxy: true,
    secrets: ['a secret of the tests that is thirty-two long'],
    maintenanceKey: key,
    paymentOrigin: 'http://localhost:1',
    shopFolder: noFolder,
    brandFolder: fileURLToPath(new URL('../../../../brands/bridge/', import.meta.url)),
    ready: async () => true,
    broken: () => new Map(),
  } as never)
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    await app.close()
    await queue.close()
    await availability.close()
  })
  const signedIn = async (grant: (customer: string) => Promise<void>): Promise<string> => {
    const { id } = await customerOf(theatre)
    await grant(id)
    return `sid=${(await beginSession(db, { customer: id })).secret}`
  }
  const cookies = {
    stranger: '',
    customer: await signedIn(async () => {}),
    member: await signedIn((id) =>
      transact(db, (trx) => giveMembership(trx, id, { membership: 'priority', startsOn: '2020-01-01', expiresOn: '2999-01-01' }, 'test')),
    ),
    lapsed: await signedIn((id) =>
      transact(db, (trx) => giveMembership(trx, id, { membership: 'priority', startsOn: '2020-01-01', expiresOn: '2020-12-31' }, 'test')),
    ),
    holder: await signedIn((id) =>
      transact(db, (trx) => grantAccess(trx, id, { accessId: 'A1', types: ['wheelchair', 'plus-one'] }, 'test')),
    ),
  }
  type Who = keyof typeof cookies
  const ask = (who: Who, path: string, init: RequestInit = {}) =>
    fetch(`${origin}/api${path}`, { ...init, headers: { cookie: cookies[who], 'content-type': 'application/json', ...init.headers } })
  /** The fields of the responses that the tests read. */
  type ResponseFields = {
    readonly priceTypes: { readonly id: string }[]
    readonly prices: { readonly a: object }
    readonly seatsLeft: number
    readonly underMaintenance: boolean
    readonly backAt: string
  }
  const read = async (who: Who, path: string) => (await (await ask(who, path)).json()) as ResponseFields
  return { theatre, origin, ask, read, cookies }
}

const everybodysTypes = ['full', 'under-26']
const post = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({ method: 'POST', body: JSON.stringify(body), headers })

describe('what depends on a visitor’s entitlement', () => {
  it('is in no response to another visitor: prices', async () => {
    const { read } = await openTheatre()
    const types = { stranger: [], customer: [], lapsed: [], member: ['member'], holder: ['access', 'companion'] } as const
    for (const [who, more] of Object.entries(types) as [keyof typeof types, readonly string[]][]) {
      const prices = await read(who, '/instances/tonight/prices')
      expect(
        prices.priceTypes.map(({ id }) => id),
        who,
      ).toEqual([...everybodysTypes, ...more])
      expect(Object.keys(prices.prices.a).toSorted(), who).toEqual([...everybodysTypes, ...more].toSorted())
      const text = JSON.stringify(prices)
      for (const hidden of ['comp', 'neighbour', 'Complimentary', 'memberships'])
        expect(text.includes(`"${hidden}"`), `${who}: ${hidden}`).toBe(false)
    }
  })

  it('is in no response to another visitor: seats, in the snapshot, in the stream and in their count', async () => {
    const { ask, read, origin, cookies } = await openTheatre()
    const etags = new Map<string, string>()
    for (const who of ['stranger', 'member', 'holder'] as const) {
      const response = await ask(who, '/instances/kept-back/availability')
      etags.set(who, response.headers.get('etag')!)
      expect(response.headers.get('cache-control'), who).toBe('private, no-cache')
      const { seats, seatsLeft } = (await response.json()) as { seats: string; seatsLeft: number }
      const values = unpackAvailability(seats, 40)
      const keptState = who === 'holder' ? seatAvailability.free : seatAvailability.hidden
      expect([...values.slice(0, 3)], who).toEqual([keptState, keptState, seatAvailability.free])
      expect(seatsLeft, who).toBe(who === 'holder' ? 40 : 38)
      expect((await read(who, '/instances/kept-back')).seatsLeft, who).toBe(seatsLeft)
    }
    expect(etags.get('stranger')).toBe(etags.get('member'))
    expect(etags.get('stranger')).not.toBe(etags.get('holder'))
    const cached = await ask('holder', '/instances/kept-back/availability', { headers: { 'if-none-match': etags.get('stranger')! } })
    expect(cached.status, 'the ETag of another availability mask does not match').toBe(200)

    const leaving = new AbortController()
    onTestFinished(() => leaving.abort())
    const seatsOf = new Map<string, Uint8Array>()
    const listening = ['stranger', 'holder'].map(async (who) => {
      const response = await fetch(`${origin}/api/instances/kept-back/availability/stream`, {
        headers: { cookie: cookies[who as 'stranger'] },
        signal: leaving.signal,
      })
      const readEvents = createSeatEventReader()
      const values = new Uint8Array(40)
      seatsOf.set(who, values)
      for await (const piece of response.body!.pipeThrough(new TextDecoderStream()))
        for (const event of readEvents(piece)) {
          if (event.kind === 'all') values.set(unpackAvailability(event.packed, 40))
          if (event.kind === 'changes') for (const [seat, value] of event.changes) values[seat] = value
        }
    })
    for (const ending of listening) ending.catch(() => {})
    await expect
      .poll(() => [seatsOf.get('stranger')?.[0], seatsOf.get('holder')?.[0]])
      .toEqual([seatAvailability.hidden, seatAvailability.free])
    const holdResult = await ask(
      'holder',
      '/basket/tickets',
      post({ instance: 'kept-back', seats: ['A.1', 'A.5'].map((seat) => ({ seat: `stalls.${seat}`, priceType: 'full' })) }),
    )
    expect(holdResult.status).toBe(200)
    await expect.poll(() => seatsOf.get('stranger')?.[4]).toBe(seatAvailability.taken)
    expect([seatsOf.get('stranger')![0], seatsOf.get('holder')![0]]).toEqual([seatAvailability.hidden, seatAvailability.taken])
  })

  it('is refused as if the seat were taken, or the price type did not exist, if another visitor requests it by name', async () => {
    const { ask } = await openTheatre()
    const want = (who: 'stranger' | 'member' | 'holder', instance: string, seat: string, priceType: string) =>
      ask(who, '/basket/tickets', post({ instance, seats: [{ seat: `stalls.${seat}`, priceType }] })).then((response) => response.json())
    expect(await want('stranger', 'kept-back', 'A.1', 'full')).toMatchObject({ code: 'seats-taken' })
    expect(await want('member', 'tonight', 'A.1', 'access')).toMatchObject({ code: 'price-type-unavailable' })
    expect(await want('holder', 'tonight', 'A.1', 'comp')).toMatchObject({ code: 'price-type-unavailable' })
    expect(await want('holder', 'tonight', 'A.1', 'companion')).toMatchObject({ code: 'companion-alone' })
    expect(await want('holder', 'tonight', 'A.1', 'access')).toMatchObject({ tickets: [{ priceType: 'access' }] })
    expect(await want('holder', 'tonight', 'A.2', 'companion')).toMatchObject({ totals: { total: 25_00 } })
  })

  it('is, in a priority period, the label, the seats and the stream of a performance', async () => {
    const { read, ask } = await openTheatre()
    const labels = { stranger: 'priority', customer: 'priority', lapsed: 'priority', holder: 'priority', member: 'get-tickets' } as const
    for (const [who, label] of Object.entries(labels) as [keyof typeof labels, string][]) {
      expect(await read(who, '/instances/members-first'), who).toMatchObject({ availability: label, isEarly: label !== 'priority' })
      const seats = await ask(who, '/instances/members-first/availability')
      expect(seats.status, who).toBe(label === 'priority' ? 403 : 200)
      expect((await ask(who, '/instances/members-first/availability/stream', { method: 'HEAD' })).ok, who).toBe(false)
    }
  })
})

describe('one network', () => {
  const seatsOf = (...seats: string[]) => ({
    instance: 'tonight',
    seats: seats.map((seat) => ({ seat: `stalls.${seat}`, priceType: 'full' })),
  })

  it('holds at most the seats of one order in any number of sessions, and other networks still buy', async () => {
    const { ask, theatre } = await openTheatre()
    const from = (address: string, seat: number) =>
      ask(
        'stranger',
        '/basket/tickets',
        post(seatsOf(`${'ABCD'[Math.floor(seat / 10)]}.${(seat % 10) + 1}`), { 'x-forwarded-for': address }),
      )
    const responses = await Promise.all(Array.from({ length: 20 }, (_, seat) => from('203.0.113.7', seat)))
    expect(responses.filter(({ ok }) => ok)).toHaveLength(theatre.brand.limits.ticketsPerOrder)
    const refusal = responses.find(({ ok }) => !ok)!
    expect(await refusal.json()).toMatchObject({ status: 429, code: 'network-limit', params: { maximum: 9 } })
    expect((await from('203.0.113.8', 25)).ok).toBe(true)
  })
})

describe('maintenance', () => {
  it('closes sales to every session except one that has the bypass key', async () => {
    const { ask, read, theatre, cookies } = await openTheatre()
    const buy = (headers: Record<string, string> = {}) =>
      ask('customer', '/basket/tickets', post({ instance: 'tonight', seats: [{ seat: 'stalls.B.1', priceType: 'full' }] }, headers))
    const until = new Date(Date.now() + 3_600_000)
    await planMaintenance(theatre.db, { from: new Date(Date.now() - 1_000), until, reason: 'a new curtain' }, 'test')
    await expect.poll(async () => (await read('customer', '/site')).underMaintenance).toBe(true)
    expect((await read('customer', '/site')).backAt).toBe(until.toISOString())
    expect(await (await buy()).json()).toMatchObject({ status: 503, code: 'maintenance', params: { until: until.toISOString() } })
    expect((await ask('customer', '/events')).status, 'browsing still works').toBe(200)

    expect((await ask('customer', '/maintenance/bypass', post({ key: 'let me in' }))).status).toBe(403)
    const letIn = await ask('customer', '/maintenance/bypass', post({ key }))
    const bypass = letIn.headers.getSetCookie().find((cookie) => cookie.startsWith('bypass='))
    expect(bypass).toMatch(/HttpOnly; SameSite=Strict/)
    const value = bypass!.split(';')[0]!
    expect((await buy({ cookie: `${cookies.customer}; ${value}` })).status).toBe(200)
    const forged = [value.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')), 'bypass=bypass~x~99999999999999', value.replace('~', '~9')]
    for (const cookie of forged) expect((await buy({ cookie: `${cookies.customer}; ${cookie}` })).status, cookie).toBe(503)
    expect((await buy({ cookie: `${cookies.member}; ${value}` })).status, 'another session').toBe(503)
  })
})
