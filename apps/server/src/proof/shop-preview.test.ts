import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { ApiClient } from '@playhouse/api-client/client'
import { money } from '@playhouse/domain/money'
import type { PreviewChoice } from '@playhouse/domain/shop-preview'
import type { SaleWindow } from '@playhouse/domain/sale-window'
import { staffRoles, type StaffRole } from '@playhouse/domain/staff'
import { planMaintenance } from '#modules/maintenance'
import { configureWaitingRoom } from '#modules/queue'
import { daysAhead, defaults, planOf, problemIn, staffClientOf, value } from '../modules/planning/testing/staff-client.ts'
import { staffCookieOf } from './staff-cookie.ts'
import { calls, fingerprint, startTestServer, type TestServer } from './test-server.ts'

const event = 'the-draft'
const performance = `${event}-1`
const visitor = { kind: 'visitor' } as const
/** Members book on the fifth day from now, everyone on the sixth. */
const windows: SaleWindow[] = [
  { channel: 'web', memberships: null, limit: null, from: { kind: 'at', at: `${daysAhead(6)}T10:00` }, until: null },
  { channel: 'web', memberships: ['priority'], limit: 2, from: { kind: 'at', at: `${daysAhead(5)}T10:00` }, until: null },
]

let server: TestServer
let programmer: ApiClient
let cookie: string
beforeAll(async () => {
  server = await startTestServer({ http: { shopFolder: fileURLToPath(new URL('../../../shop/', import.meta.url)) } })
  programmer = await staffClientOf(server, 'programmer')
  ;({ cookie } = await staffCookieOf(server.theatre.db, 'programmer'))
  value(await programmer.planning.createProduction({ body: { production: planOf(event, 'The Draft') } }))
  const plan = { ...defaults(), id: performance, type: null, startsAt: `${daysAhead(40)}T19:30` }
  value(await programmer.planning.addPerformance({ params: { event }, body: { performance: plan } }))
  value(await programmer.saleWindows.edit({ params: { event }, body: { version: null, windows } }))
})
afterAll(() => server.close())

const open = async (choice: PreviewChoice, client = programmer): Promise<string> =>
  value(await client.shopPreviews.open({ body: { event, ...choice } })).path
const day = (days: number, time: string): string => `${daysAhead(days)}T${time}`
const get = (url: string, headers: Record<string, string> = { cookie }) => server.app.inject({ url, headers })
const read = async (path: string, url: string) => (await get(`${path}/api${url}`)).json<Record<string, unknown>>()
const saleAt = async (choice: PreviewChoice): Promise<unknown> =>
  (await read(await open(choice), `/instances/${performance}`))['availability']

describe('a preview of the shop', () => {
  it('has a draft as if it were published, which the shop has not, before, during and after', async () => {
    const path = await open({ at: null, person: visitor })
    const inShop = async () => {
      for (const url of [`/events/${event}`, `/instances/${performance}`, `/instances/${performance}/prices`])
        expect((await get(`/api${url}`)).statusCode, url).toBe(404)
      expect((await get('/api/events')).body).not.toContain(event)
    }
    await inShop()
    const [inPreview] = await Promise.all([read(path, `/events/${event}`), inShop()])
    expect(inPreview).toMatchObject({ id: event, title: 'The Draft' })
    expect((await get(`${path}/api/events`)).body).toContain(event)
    expect(await read(path, `/instances/${performance}/prices`)).toHaveProperty('priceTypes')
    await inShop()
  })

  it('shows what staff have saved a moment before', async () => {
    const path = await open({ at: null, person: visitor })
    await read(path, `/events/${event}`)
    const { version, production } = value(await programmer.planning.production({ params: { event } }))
    const { state: _state, ...texts } = production
    value(await programmer.planning.editProduction({ params: { event }, body: { version, production: { ...texts, tagline: 'Changed' } } }))
    await expect.poll(() => read(path, `/events/${event}`), { timeout: 5_000 }).toMatchObject({ tagline: 'Changed' })
  })

  it('has the prices that are scheduled until its moment, and the shop has those of now', async () => {
    const params = { priceList: 'small-week' }
    const { version, prices } = value(await programmer.priceLists.one({ params }))
    const dearer = { ...prices.a!['full']!, price: money(prices.a!['full']!.price + 7_00) }
    const schedule = { from: day(3, '12:00'), prices: { ...prices, a: { ...prices.a, full: dearer } } }
    const { priceList } = value(await programmer.priceLists.schedule({ params, body: { version, schedule } }))
    const inPreview = async (at: string) => (await read(await open({ at, person: visitor }), `/instances/${performance}/prices`))['prices']
    expect(await inPreview(day(3, '11:59'))).toMatchObject({ a: { full: prices.a!['full'] } })
    await expect.poll(() => inPreview(day(3, '12:00')), { timeout: 5_000 }).toMatchObject({ a: { full: dearer } })
    expect((await get('/api/instances/tonight/prices')).json()).toMatchObject({ prices: { a: { full: prices.a!['full'] } } })
    value(await programmer.priceLists.withdrawSchedule({ params: { ...params, schedule: priceList.scheduled[0]!.id } }))
    await expect.poll(() => inPreview(day(3, '12:00')), { timeout: 5_000 }).toMatchObject({ a: { full: prices.a!['full'] } })
  })

  it('is on sale as the windows are at its moment, for its person', async () => {
    const member = { kind: 'member', membership: 'priority' } as const
    expect(await saleAt({ at: day(5, '09:59'), person: member })).toBe('not-on-sale')
    expect(await saleAt({ at: day(5, '10:00'), person: member })).toBe('get-tickets')
    expect(await saleAt({ at: day(5, '10:00'), person: visitor })).toBe('priority')
    expect(await saleAt({ at: day(6, '10:00'), person: visitor })).toBe('get-tickets')
    expect(await saleAt({ at: day(41, '10:00'), person: visitor })).toBe('passed')
    const path = await open({ at: day(5, '10:00'), person: visitor })
    expect(await read(path, `/instances/${performance}/availability`)).toMatchObject({ code: 'instance-priority' })
    expect(await read(await open({ at: day(6, '10:00'), person: visitor }), `/instances/${performance}/availability`)).toHaveProperty(
      'seats',
    )
  })

  it('is at its moment also while another preview and the shop are read', async () => {
    const moments = [day(5, '10:00'), day(6, '10:00'), day(41, '10:00')]
    const paths = await Promise.all(moments.map((at) => open({ at, person: visitor })))
    const labels = await Promise.all(
      [...paths, ...paths].flatMap((path) => [read(path, `/instances/${performance}`), read('', `/instances/${performance}`)]),
    )
    const none = undefined
    expect(labels.map(({ availability }) => availability)).toEqual([
      ...['priority', none, 'get-tickets', none, 'passed', none],
      ...['priority', none, 'get-tickets', none, 'passed', none],
    ])
  })

  it('shows the shop while it is closed for maintenance, and without its waiting rooms', async () => {
    const { db } = server.theatre
    const inMinutes = (minutes: number): Date => new Date(Date.now() + minutes * 60_000)
    const path = await open({ at: null, person: visitor })
    await planMaintenance(db, { from: inMinutes(-1), until: inMinutes(60), reason: 'test' }, 'operator')
    onTestFinished(async () => void (await sql`delete from maintenance_window`.execute(db)))
    await configureWaitingRoom(db, 'kept-back', { gathersAt: inMinutes(-2), opensAt: inMinutes(60), rate: 60 }, 'operator')
    await server.shop.queue.refresh()
    await expect.poll(() => read('', '/site'), { timeout: 10_000 }).toMatchObject({ underMaintenance: true })
    expect(await read(path, '/site')).toMatchObject({ underMaintenance: false })
    const roomOf = async (preview: string): Promise<unknown> => (await read(preview, '/instances/kept-back'))['waitingRoom']
    expect(await roomOf('')).not.toBeNull()
    expect(await roomOf(path)).toBeNull()
  })

  it('has its moment as the time of the server, and names moment, person and production', async () => {
    const path = await open({ at: day(5, '10:00'), person: visitor })
    const { serverTime } = await read(path, '/session')
    expect(await read(path, '/site')).toMatchObject({ preview: { at: serverTime, person: visitor, event } })
    expect((await read('', '/site'))['preview']).toBeUndefined()
    expect(Math.abs(Date.parse(String((await read('', '/session'))['serverTime'])) - Date.now())).toBeLessThan(60_000)
  })

  it('sees seats that are kept for access needs as the holder of an access ID alone', async () => {
    const seatsLeft = async (person: PreviewChoice['person']): Promise<unknown> =>
      (await read(await open({ at: null, person }), '/instances/kept-back'))['seatsLeft']
    const all = Number(await seatsLeft({ kind: 'access' }))
    expect(await seatsLeft(visitor)).toBe(all - 2)
  })

  it('has no account, basket or session, whatever the browser has, and sets no cookie', async () => {
    const owner = await server.owner()
    const path = await open({ at: null, person: visitor })
    const reply = await get(`${path}/api/session`, { cookie: `${cookie}; ${owner.cookie}` })
    expect(reply.json()).toMatchObject({ customer: null, basket: { count: 0 } })
    expect(reply.headers['set-cookie']).toBeUndefined()
    expect((await get(`${path}/api/me/orders`, { cookie: `${cookie}; ${owner.cookie}` })).json()).toMatchObject({ code: 'login-required' })
  })

  it('rejects every change of the contract, and every call of staff', async () => {
    const path = await open({ at: null, person: visitor })
    const before = await fingerprint(server)
    for (const { name, endpoint } of calls) {
      if (endpoint.method === 'GET' && endpoint.access !== 'staff' && endpoint.access !== 'provider') continue
      const url = `${path}/api${endpoint.path.replace(/:([a-z]+)/gi, event)}`
      const reply = await server.app.inject({
        method: endpoint.method,
        url,
        headers: { cookie },
        ...(endpoint.method !== 'GET' && { payload: {} }),
      })
      expect(reply.json<{ code: string }>().code, name).toBe(endpoint.method === 'GET' ? 'not-allowed' : 'preview-read-only')
    }
    expect(await fingerprint(server)).toEqual(before)
  })

  it('is in no cache: replies are not stored, and the same address outside is as before', async () => {
    const path = await open({ at: day(6, '10:00'), person: visitor })
    for (const url of ['/', `/events/${event}`, '/api/events', `/api/instances/${performance}/availability`]) {
      const { headers, statusCode } = await get(path + url)
      expect([statusCode, headers['cache-control'], headers['etag'], headers['x-robots-tag']], url).toEqual([
        200,
        'no-store',
        undefined,
        'noindex',
      ])
    }
    expect((await get(`/api/instances/${performance}/availability`)).statusCode).toBe(404)
    expect((await get(`/events/${event}`)).statusCode).toBe(404)
    expect((await get('/')).body).not.toContain('/preview/')
  })

  it('opens each page with the address of its API, also without a path', async () => {
    const path = await open({ at: null, person: visitor })
    for (const url of ['', '/', '/events/nothing/', `?lang=de`]) {
      const { body } = await get(path + url)
      expect(body, url).toContain(`<meta name="api-origin" content="${path}">`)
      expect(body, url).toContain(`"preview":{"at":`)
    }
    expect((await get(`${path}/sitemap.xml`)).statusCode).toBe(404)
  })
})

describe('a preview where the API has another origin', () => {
  it('has a page without anything of the programme, and lets that page read the API with the session of staff', async () => {
    const shopOrigin = 'https://shop.example'
    const apiOrigin = 'https://api.example'
    const http = { shopFolder: fileURLToPath(new URL('../../../shop/', import.meta.url)), callingOrigins: [shopOrigin] }
    const apart = await startTestServer({ apiOrigin, http })
    onTestFinished(() => apart.close())
    const client = await staffClientOf(apart, 'programmer')
    const { cookie: staff } = await staffCookieOf(apart.theatre.db, 'programmer')
    value(await client.planning.createProduction({ body: { production: planOf(event, 'The Draft') } }))
    const { path } = value(await client.shopPreviews.open({ body: { event, at: null, person: visitor } }))
    const page = await apart.app.inject({ url: `${path}/events/${event}` })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain(`<meta name="api-origin" content="${apiOrigin}${path}">`)
    expect(page.body).not.toContain('The Draft')
    expect((await apart.app.inject({ url: `${path}/api/events` })).json()).toMatchObject({ code: 'preview-ended' })
    // CORS is handled before the framework, on a port.
    const address = await apart.app.listen({ host: '127.0.0.1', port: 0 })
    const reply = await fetch(`${address}${path}/api/events`, { headers: { origin: shopOrigin, cookie: staff } })
    expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([200, shopOrigin])
  })
})

describe('a preview that was not opened by this staff user, or is over', () => {
  const expectEnded = async (path: string, headers: Record<string, string> = { cookie }): Promise<void> => {
    const reply = await get(`${path}/api/events/${event}`, headers)
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([403, 'preview-ended'])
    const page = await get(`${path}/events/${event}`, headers)
    expect([page.statusCode, page.headers.location]).toEqual([302, '/preview-ended'])
    expect((await server.app.inject({ method: 'POST', url: `${path}/api/basket/tickets`, headers, payload: {} })).json()).toMatchObject({
      code: 'preview-ended',
    })
  }

  it('is rejected for visitors, signed-out staff and other staff users', async () => {
    const path = await open({ at: null, person: visitor })
    await expectEnded(path, {})
    const { cookie: others } = await staffCookieOf(server.theatre.db, 'administrator')
    await expectEnded(path, { cookie: others })
    expect((await get(`${path}/api/events/${event}`)).statusCode).toBe(200)
    await sql`update staff set role = 'clerk' where email = 'programmer@house.example'`.execute(server.theatre.db)
    await expectEnded(path)
    await sql`update staff set role = 'programmer' where email = 'programmer@house.example'`.execute(server.theatre.db)
  })

  it('is rejected where its token is forged or of another kind', async () => {
    const path = await open({ at: null, person: visitor })
    const forged = [
      path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      path.replace('visitor', 'access'),
      path.replace('shop-preview', 'device'),
    ]
    expect(new Set([path, ...forged]).size).toBe(4)
    for (const each of [...forged, '/preview/token']) await expectEnded(each)
  })

  it('is rejected after its hours, by the clock of the database', async () => {
    const path = await open({ at: null, person: visitor })
    const { catalogue } = server.theatre
    const now = catalogue.now
    const at = await now()
    Object.assign(catalogue, { now: async () => at + 8 * 3_600_000 - 1_000 })
    expect((await get(`${path}/api/events/${event}`)).statusCode).toBe(200)
    Object.assign(catalogue, { now: async () => at + 8 * 3_600_000 + 60_000 })
    await expectEnded(path)
    Object.assign(catalogue, { now })
  })

  it('is opened by those roles alone that may', async () => {
    const isOpened = async (role: StaffRole): Promise<boolean> => {
      const opened = await (await staffClientOf(server, role)).shopPreviews.open({ body: { event, at: null, person: visitor } })
      if (!opened.ok) expect(problemIn(opened).code).toBe('not-allowed')
      return opened.ok
    }
    const roles: StaffRole[] = []
    for (const role of staffRoles) if (await isOpened(role)) roles.push(role)
    expect(roles).toEqual(['manager', 'programmer', 'marketing', 'administrator'])
  })
})
