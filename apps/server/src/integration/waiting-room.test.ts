import { describe, expect, it } from 'vitest'
import { waitingRoomStatusSchema } from '@playhouse/api-client/contract'
import { planMaintenance } from '#modules/maintenance'
import { configureWaitingRoom } from '#modules/queue'
import {
  browser,
  type Browser,
  enter,
  inSeconds,
  newSecret,
  openQueueTheatre,
  openServer,
  secret,
  pollOptions,
} from './waiting-room.fixture.ts'

it('issues no queue tickets during maintenance', async () => {
  const theatre = await openQueueTheatre({})
  await planMaintenance(theatre.db, { from: inSeconds(-60), until: inSeconds(600), reason: 'a new stage' }, 'operator')
  const server = await openServer(theatre)
  const who = browser()
  // The first request for a performance takes another path than later ones, which are served from the cache.
  for (let turn = 0; turn < 3; turn++) {
    await who.place(server)
    expect(await who.join(server)).toMatchObject({ code: 'maintenance' })
  }
  expect([...who.jar.keys()]).toEqual([])
})

describe('a queue pass', () => {
  it('is required for holds and for the stream of seats', async () => {
    const server = await openServer(await openQueueTheatre({}))
    const who = browser()
    const watch = () =>
      fetch(`${server.origin}/api/instances/tonight/availability/stream`, {
        headers: { cookie: [...who.jar].map((cookie) => cookie.join('=')).join('; ') },
      })
    expect(await who.hold(server, 'A.1')).toBe('queue-required')
    const refusal = await watch()
    expect([refusal.status, ((await refusal.json()) as { code: string }).code]).toEqual([403, 'queue-required'])
    expect((await who.ask(server, 'GET', '/instances/tonight/availability')).status, 'the snapshot needs no pass').toBe(200)
    await enter(who, server)
    expect(await who.hold(server, 'A.1')).toBe('held')
    const open = await watch()
    expect(open.status).toBe(200)
    await open.body!.cancel()
  })

  it('is valid for one session: another session with the same cookies stays outside', async () => {
    const server = await openServer(await openQueueTheatre({}))
    const [mine, thief] = [browser(), browser()]
    await enter(mine, server)
    for (const [name, value] of mine.jar) if (name !== 'sid') thief.jar.set(name, value)
    expect(await thief.hold(server, 'A.2')).toBe('queue-required')
    expect(await thief.place(server)).toMatchObject({ state: 'admitted' })
    expect(await thief.enter(server), 'the queue ticket is used up').toMatchObject({ state: 'outside' })
    // A visitor who has an admitted session cannot use another’s pass either.
    const otherBrowser = browser()
    await enter(otherBrowser, server)
    otherBrowser.jar.set('pass-tonight', mine.jar.get('pass-tonight')!)
    expect(await otherBrowser.hold(server, 'A.2')).toBe('queue-required')
    expect(await mine.hold(server, 'A.1')).toBe('held')
  })

  it('is rejected if it is forged, changed, or of another performance', async () => {
    const theatre = await openQueueTheatre({})
    await configureWaitingRoom(theatre.db, 'tomorrow', { gathersAt: inSeconds(-60), opensAt: inSeconds(-1), rate: 6_000 }, 'operator')
    const server = await openServer(theatre)
    const who = browser()
    await enter(who, server)
    const pass = who.jar.get('pass-tonight')!
    const later = pass.replace(/~(\d{13})~(\d{13})~/, (_, until: string, limit: string) => `~${Number(until) + 1}~${limit}~`)
    expect(later).not.toBe(pass)
    const place = who.jar.get('place-tonight')!
    const forged = [
      later,
      pass.slice(0, -1),
      `${pass}x`,
      'pass~tonight~1~9999999999999~9999999999999~x.x',
      pass.replace('pass~', 'place~'),
      place,
      '',
      '.',
      '~'.repeat(300),
    ]
    for (const text of forged) {
      who.jar.set('pass-tonight', text)
      expect(await who.hold(server, 'A.1'), text).toBe('queue-required')
    }
    who.jar.set('pass-tomorrow', pass)
    who.jar.delete('pass-tonight')
    const body = { instance: 'tomorrow', seats: [{ seat: 'stalls.A.1', priceType: 'full' }] }
    expect((await who.ask(server, 'POST', '/basket/tickets', body)).body['code']).toBe('queue-required')
    for (const text of forged.filter((each) => each !== place)) {
      who.jar.set('place-tonight', text)
      expect((await who.place(server))['state'], text).toBe('outside')
      expect((await who.ask(server, 'POST', '/queue/tonight/place', { token: text || '-' })).body['code'], text).toBe('queue-link-over')
    }
  })

  it('expires when it is not used, is extended by use, and leaves the basket’s holds when it expires', async () => {
    const clock = { ahead: 0 }
    const server = await openServer(await openQueueTheatre({}, 1_200), [secret], clock)
    const who = browser()
    const holdInside = async (): Promise<unknown> => {
      if ((await who.place(server))['state'] !== 'inside') await enter(who, server)
      return who.hold(server, 'A.1')
    }
    await expect.poll(holdInside, pollOptions).toBe('held')
    for (let asks = 0; asks < 4; asks++) {
      clock.ahead += 1_000_000
      expect(await who.place(server)).toMatchObject({ state: 'inside' })
    }
    const pass = who.jar.get('pass-tonight')!
    clock.ahead += 1_300_000
    expect((await who.place(server))['state']).not.toBe('inside')
    who.jar.set('pass-tonight', pass)
    expect(await who.hold(server, 'A.2')).toBe('queue-required')
    expect((await who.ask(server, 'GET', '/basket')).body['tickets']).toHaveLength(1)
  })

  it('moves to the new session at registration', async () => {
    const server = await openServer(await openQueueTheatre({}))
    const who = browser()
    await enter(who, server)
    const before = new Map(who.jar)
    const address = { line1: '1 Globe Lane', line2: '', line3: '', city: 'London', state: 'London', postcode: 'SE1 9PH', country: 'GB' }
    const person = {
      email: 'ada@example.org',
      password: 'Rehearse10-Lines',
      title: '',
      firstName: 'Ada',
      lastName: 'Quill',
      phone: '02079460000',
    }
    expect((await who.ask(server, 'POST', '/auth/register', { ...person, address, marketing: false })).status).toBe(200)
    expect(who.jar.get('sid')).not.toBe(before.get('sid'))
    expect(await who.hold(server, 'A.1')).toBe('held')
    expect(await browser(before).hold(server, 'A.2'), 'the old session has no pass any more').toBe('queue-required')
  })
})

describe('a queue ticket', () => {
  it('is valid on every server, after a restart, and after a key rotation while the old key is still configured', async () => {
    const theatre = await openQueueTheatre({ rate: 1 })
    const [firstServer, secondServer] = [await openServer(theatre), await openServer(theatre)]
    const [first, second] = [browser(), browser()]
    await first.join(firstServer)
    const waiting = await second.join(secondServer)
    expect(waiting).toMatchObject({ state: 'waiting', ahead: 0, position: 2 })
    const restarted = await openServer(theatre, [newSecret, secret])
    await expect.poll(() => second.place(restarted), pollOptions).toMatchObject({ state: 'waiting', position: 2 })
    const forgetful = await openServer(theatre, [newSecret])
    expect(await second.place(forgetful)).toMatchObject({ state: 'outside' })
    await configureWaitingRoom(theatre.db, 'tonight', { rate: 6_000 }, 'operator')
    await expect.poll(async () => (await second.place(restarted))['state'], pollOptions).toBe('admitted')
    expect(await second.enter(restarted)).toMatchObject({ state: 'inside' })
    expect(await second.hold(restarted, 'A.1')).toBe('held')
  })

  it('gets the same status from the fast path and from the route, as the contract defines it', async () => {
    const theatre = await openQueueTheatre({ rate: 1 })
    const server = await openServer(theatre)
    const [first, second, otherVisitor] = [browser(), browser(), browser()]
    await first.join(server)
    await second.join(server)
    // Until the time of the call is stored, each status check would start the visitor’s time again.
    const noted = async () => (await theatre.db.selectFrom('queue_call').select('at').executeTakeFirst())?.at.getTime()
    await expect.poll(noted, pollOptions).toBeDefined()
    const until = new Date((await noted())! + 600_000).toISOString()
    await expect.poll(async () => (await first.place(server))['until'], pollOptions).toBe(until)
    const joinAndEnter = async (who: Browser) => {
      const quick = await who.ask(server, 'GET', '/queue/tonight')
      const routed = await who.ask(server, 'GET', '/queue/tonight?')
      expect(waitingRoomStatusSchema.parse(quick.body)).toEqual(quick.body)
      expect(quick.body).toEqual(routed.body)
      expect(quick.headers.get('cache-control')).toBe('no-store')
      expect(quick.headers.get('x-content-type-options')).toBe('nosniff')
      expect(quick.headers.get('x-request-id'), 'not handled by the framework').toBeNull()
      expect(routed.headers.get('x-request-id')).not.toBeNull()
      return quick.body
    }
    expect(await joinAndEnter(first)).toMatchObject({ state: 'admitted' })
    expect(await joinAndEnter(second)).toMatchObject({ state: 'waiting', sale: { seats: 40, seatsLeft: 39 } })
    expect(await joinAndEnter(otherVisitor)).toMatchObject({ state: 'outside' })
    await first.enter(server)
    expect(await joinAndEnter(first)).toMatchObject({ state: 'inside' })
  })

  it('shows the remaining seats and the standard price of each band', async () => {
    const server = await openServer(await openQueueTheatre({ opensAt: inSeconds(600) }))
    expect(await browser().join(server)).toMatchObject({
      state: 'early',
      gathered: 1,
      sale: {
        seats: 40,
        seatsLeft: 39,
        bands: [
          { band: 'a', price: 45_00, left: 20 },
          { band: 'b', price: 30_00, left: 19 },
        ],
      },
    })
  })

  it('is counted in the metrics', async () => {
    const theatre = await openQueueTheatre({})
    const server = await openServer(theatre)
    for (const { ask } of [browser(), browser()]) await ask(server, 'POST', '/queue/tonight')
    const count = async () =>
      [...(await (await fetch(`${server.origin}/metrics`)).text()).matchAll(/^playhouse_waiting_room_people.* (\d+)$/gm)].map(
        ([, people]) => people,
      )
    await expect.poll(count, pollOptions).toEqual(['2', '2'])
  })

  it('is issued once for each browser, and a network that requests too many gets 429 with Retry-After', async () => {
    const server = await openServer(await openQueueTheatre({ rate: 1 }))
    const who = browser()
    await who.join(server)
    const place = who.jar.get('place-tonight')
    await Promise.all([who.join(server), who.join(server)])
    expect(who.jar.get('place-tonight')).toBe(place)
    const responses = await Promise.all(Array.from({ length: 620 }, () => browser().ask(server, 'POST', '/queue/tonight')))
    const refusal = responses.filter(({ status }) => status === 429)
    expect(refusal).toHaveLength(21)
    expect(refusal[0]!.headers.get('retry-after')).toMatch(/^\d+$/)
  })

  it('is not issued to a cross-site request', async () => {
    const server = await openServer(await openQueueTheatre({}))
    await browser().join(server)
    const from = async (headers: Record<string, string>) => {
      const init = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json', ...headers } }
      const response = await fetch(`${server.origin}/api/queue/tonight`, init)
      return [response.status, response.headers.getSetCookie().length]
    }
    expect(await from({ origin: 'https://evil.example' })).toEqual([403, 0])
    expect(await from({ 'sec-fetch-site': 'cross-site' })).toEqual([403, 0])
    expect(await from({ 'sec-fetch-site': 'same-origin' })).toEqual([200, 1])
    expect((await from({ 'content-type': 'text/plain' }))[0]).toBe(422)
    const joinResponse = await fetch(`${server.origin}/api/queue/tonight`, {
      method: 'POST',
      body: '{"number":0}',
      headers: { 'content-type': 'application/json' },
    })
    expect(joinResponse.status).toBe(422)
  })

  it('is not needed where there is no waiting room', async () => {
    const server = await openServer(await openQueueTheatre({}))
    expect((await browser().ask(server, 'POST', '/queue/tomorrow')).body).toEqual({ state: 'open' })
    expect((await browser().ask(server, 'GET', '/queue/never')).status).toBe(404)
    const body = { instance: 'tomorrow', seats: [{ seat: 'stalls.A.1', priceType: 'full' }] }
    expect((await browser().ask(server, 'POST', '/basket/tickets', body)).status).toBe(200)
  })
})
