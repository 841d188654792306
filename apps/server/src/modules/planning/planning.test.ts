import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '@playhouse/api-client/client'
import type { PlannedProduction } from '@playhouse/api-client/contract'
import { addTickets } from '#modules/hold'
import { openBasket, resetBasket } from '#modules/basket'
import { fullPriceSeats } from '#testing'
import { startTestServer, type TestServer } from '../../proof/test-server.ts'
import { createRun as createRunBy, everyDay, publish as publishProduction, read as readProduction } from './testing/runs.ts'
import { daysAhead, defaults, planOf, problemIn, staffClientOf, value } from './testing/staff-client.ts'

let server: TestServer
let programmer: ApiClient
let other: ApiClient
beforeAll(async () => {
  server = await startTestServer()
  programmer = await staffClientOf(server, 'programmer')
  other = await staffClientOf(server, 'administrator')
})
afterAll(() => server.close())

const createRun = (id: string, days: number, from?: number) => createRunBy(programmer, id, { days, ...(from !== undefined && { from }) })
const read = (event: string) => readProduction(programmer, event)
const publish = (event: string) => publishProduction(programmer, event)
const eventIds = async () => value(await programmer.catalogue.events()).events.map(({ id }) => id)
/** The programme as this process has read it again. */
const refreshed = async () => {
  await server.theatre.catalogue.refresh()
  return eventIds()
}

describe('an image', () => {
  it('is stored for every process, and served for ever in the widths that it has', async () => {
    const file = (
      await sharp({ create: { width: 900, height: 600, channels: 3, background: '#fff' } })
        .png()
        .toBuffer()
    ).toString('base64')
    const { id } = value(await programmer.planning.uploadImage({ body: { file } }))
    const get = (name: string) => server.app.inject({ url: `/images/${id}/${name}` })
    const reply = await get('800.webp')
    expect([reply.statusCode, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
      ...[200, 'image/webp', 'public, max-age=31536000, immutable'],
    ])
    expect((await sharp(reply.rawPayload).metadata()).width).toBe(800)
    expect((await get('800.jpg')).headers['content-type']).toBe('image/jpeg')
    expect((await get('1200.webp')).statusCode).toBe(404)
    expect((await get('..%2f800.webp')).statusCode).toBe(404)
  })

  it('is read of staff only, however large it is', async () => {
    const payload = { file: 'A'.repeat(20_000_000) }
    const reply = await server.app.inject({ method: 'POST', url: '/api/staff/images', payload, headers: { origin: 'http://localhost' } })
    expect(reply.json()).toMatchObject({ status: 403, code: 'not-allowed' })
  })
})

/** What keeps a production from being published. */
const blocking = ({ missing }: PlannedProduction): string[] => missing.flatMap(({ kind, isBlocking }) => (isBlocking ? [kind] : []))

describe('a production', () => {
  it('is created as a draft, which visitors do not see, and is on the site once it is published', async () => {
    const created = value(await programmer.planning.createProduction({ body: { production: planOf('lear') } }))
    expect(created).toMatchObject({
      production: { state: 'draft', title: 'King Lear' },
      performances: [],
    })
    expect(blocking(created)).toEqual(['no-performance'])
    expect(problemIn(await other.planning.createProduction({ body: { production: planOf('lear') } }))).toMatchObject({
      ...{ code: 'id-taken', params: { id: 'lear' } },
    })
    const refused = problemIn(await programmer.planning.publish({ params: { event: 'lear' }, body: { version: created.version } }))
    expect(refused).toMatchObject({ code: 'production-incomplete', params: { missing: ['no-performance'] } })
    const performance = { ...defaults(), id: 'lear-first', type: null, startsAt: `${daysAhead(30)}T19:30` }
    const added = value(await programmer.planning.addPerformance({ params: { event: 'lear' }, body: { performance } }))
    expect(blocking(added)).toEqual([])
    expect(added).toMatchObject({ performances: [{ id: 'lear-first', state: 'draft', tickets: 0 }] })
    expect(await refreshed()).not.toContain('lear')
    expect(problemIn(await programmer.catalogue.instance({ params: { instance: 'lear-first' } })).code).toBe('instance-unavailable')
    const published = await publish('lear')
    expect(published).toMatchObject({ production: { state: 'published' }, performances: [{ state: 'published' }] })
    expect(await refreshed()).toContain('lear')
    value(await programmer.catalogue.instance({ params: { instance: 'lear-first' } }))
    const { productions } = value(await programmer.planning.productions())
    expect(productions.find(({ id }) => id === 'lear')).toMatchObject({ performances: 1, drafts: 0, state: 'published' })
  })

  it('keeps what the first of two staff users saved, and tells the second who it was', async () => {
    const { version } = value(await programmer.planning.createProduction({ body: { production: planOf('hamlet', 'Hamlet') } }))
    const edit = (client: typeof programmer, title: string) =>
      client.planning.editProduction({ params: { event: 'hamlet' }, body: { version, production: planOf('hamlet', title) } })
    value(await edit(other, 'Hamlet, Prince'))
    const refused = problemIn(await edit(programmer, 'Prince Hamlet'))
    expect(refused).toMatchObject({ code: 'changed-meanwhile', params: { version: version + 1, by: 'A administrator' } })
    expect((await read('hamlet')).production.title).toBe('Hamlet, Prince')
  })

  it('keeps its notes on seats when staff edit it', async () => {
    const note = [{ rows: [{ area: 'stalls' }], text: { text: 'Smoke' } }]
    await sql`update production set data = data || jsonb_build_object('seatInfo', ${JSON.stringify(note)}::jsonb) where id = 'hamlet'`.execute(
      server.theatre.db,
    )
    const { version } = await read('hamlet')
    value(await programmer.planning.editProduction({ params: { event: 'hamlet' }, body: { version, production: planOf('hamlet') } }))
    const { data } = await server.theatre.db.selectFrom('production').select('data').where('id', '=', 'hamlet').executeTakeFirstOrThrow()
    expect(data.seatInfo).toEqual(note)
  })

  it('is withdrawn unless seats of it are taken, and archived once it is over', async () => {
    const { performances } = await createRun('macbeth', 2, 60)
    await publish('macbeth')
    await server.theatre.catalogue.refresh()
    const basket = await openBasket(server.theatre.db, server.theatre.brand)
    const [performance] = performances
    expect((await addTickets(server.theatre, basket, { name: 'guest' }, performance!.id, fullPriceSeats('A.1'))).ok).toBe(true)
    const { version } = await read('macbeth')
    const change = { params: { event: 'macbeth' }, body: { version } }
    expect(problemIn(await programmer.planning.withdraw(change))).toMatchObject({
      ...{ code: 'change-has-dependents', params: { dependents: [{ kind: 'basket', id: performance!.id, count: 1 }] } },
    })
    expect(problemIn(await programmer.planning.archive(change))).toMatchObject({ code: 'change-has-dependents' })
    await resetBasket(server.theatre, basket, { name: 'guest' })
    expect(value(await programmer.planning.withdraw(change)).production.state).toBe('draft')
    expect(await refreshed()).not.toContain('macbeth')
    await publish('macbeth')
    await sql`update performance set starts_at = starts_at - interval '1 year', starts_local = '2025-01-01T19:30'
      where production_id = 'macbeth'`.execute(server.theatre.db)
    const over = await read('macbeth')
    const archived = value(await programmer.planning.archive({ params: { event: 'macbeth' }, body: { version: over.version } }))
    expect(archived.production.state).toBe('archived')
    expect(await refreshed()).not.toContain('macbeth')
  })
})

describe('a run', () => {
  it('is previewed with the faults of its performances, and makes the others', async () => {
    value(await programmer.planning.createProduction({ body: { production: planOf('othello') } }))
    value(
      await programmer.planning.setPerformanceType({
        params: { type: 'relaxed' },
        body: { version: null, type: { name: 'Relaxed', priceList: 'small-week', accessTags: ['relaxed'], perCustomer: 4 } },
      }),
    )
    const pattern = {
      ...{ from: daysAhead(90), until: daysAhead(91), except: [] },
      rules: [
        { weekdays: everyDay, time: '19:30', type: null },
        { weekdays: everyDay, time: '14:00', type: 'relaxed' },
        { weekdays: everyDay, time: '15:00', type: null },
      ],
    }
    const body = { pattern, defaults: defaults(), skip: [`${daysAhead(91)}T14:00`], isPreview: true }
    const preview = value(await programmer.planning.addRun({ params: { event: 'othello' }, body }))
    expect(preview.changeSet).toBeNull()
    expect(preview.performances.map(({ startsAt, fault }) => [startsAt.slice(11), fault])).toEqual([
      ['14:00', null],
      ['15:00', 'hall-clash'],
      ['19:30', null],
      ['14:00', null],
      ['15:00', null],
      ['19:30', null],
    ])
    expect((await read('othello')).performances).toEqual([])
    const made = value(await programmer.planning.addRun({ params: { event: 'othello' }, body: { ...body, isPreview: false } }))
    const { performances } = await read('othello')
    expect(performances.map(({ startsAt, type }) => [startsAt.slice(11), type])).toEqual([
      ['14:00', 'relaxed'],
      ['19:30', null],
      ['15:00', null],
      ['19:30', null],
    ])
    expect(performances[0]).toMatchObject({ accessTags: ['relaxed'], perCustomer: 4, state: 'draft' })
    const again = value(await programmer.planning.addRun({ params: { event: 'othello' }, body }))
    expect(again.performances.filter(({ fault }) => fault === 'exists')).toHaveLength(4)
    value(await programmer.planning.undo({ params: { change: made.changeSet! }, body: {} }))
    expect((await read('othello')).performances).toEqual([])
  })

  it('leaves out the hour that clocks skip', async () => {
    value(await programmer.planning.createProduction({ body: { production: planOf('faust') } }))
    const pattern = { from: '2030-03-30', until: '2030-04-01', rules: [{ weekdays: everyDay, time: '01:30', type: null }], except: [] }
    const body = { pattern, defaults: defaults(), skip: [], isPreview: true }
    const { performances } = value(await programmer.planning.addRun({ params: { event: 'faust' }, body }))
    expect(performances.map(({ fault }) => fault)).toEqual([null, 'skipped-time', null])
    const performance = { ...defaults(), id: 'faust-lost', type: null, startsAt: '2030-03-31T01:30' }
    expect(problemIn(await programmer.planning.addPerformance({ params: { event: 'faust' }, body: { performance } }))).toMatchObject({
      ...{ code: 'invalid-input', params: { fields: ['startsAt'] } },
    })
  })
})

describe('performances', () => {
  it('change together, or not at all', async () => {
    const { performances } = await createRun('as-you-like-it', 3, 120)
    const change = { accessTags: ['captioned' as const], perCustomer: 6 }
    const body = { performances: performances.map(({ id, version }) => ({ id, version })), change, isPreview: true }
    const preview = value(await programmer.planning.editPerformances({ body }))
    expect(preview).toMatchObject({ changeSet: null })
    expect(preview.rows).toHaveLength(3)
    expect(preview.rows[0]!.fields).toEqual([
      { field: 'perCustomer', before: null, after: 6 },
      { field: 'accessTags', before: [], after: ['captioned'] },
    ])
    const [first, ...others] = body.performances
    const stale = { ...body, performances: [{ ...first!, version: first!.version + 1 }, ...others], isPreview: false }
    expect(problemIn(await programmer.planning.editPerformances({ body: stale })).code).toBe('changed-meanwhile')
    expect((await read('as-you-like-it')).performances.map(({ perCustomer }) => perCustomer)).toEqual([null, null, null])
    const edited = value(await programmer.planning.editPerformances({ body: { ...body, isPreview: false, reason: 'captions' } }))
    expect((await read('as-you-like-it')).performances.map(({ perCustomer }) => perCustomer)).toEqual([6, 6, 6])
    value(await programmer.planning.undo({ params: { change: edited.changeSet! }, body: {} }))
    expect((await read('as-you-like-it')).performances.map(({ perCustomer }) => perCustomer)).toEqual([null, null, null])
    expect(problemIn(await programmer.planning.editPerformances({ body: { ...body, change: { priceList: 'none' } } }))).toMatchObject({
      ...{ code: 'invalid-input', params: { fields: ['priceList'] } },
    })
  })

  it('are not moved to a time at which their hall is in use, once they are published', async () => {
    const { performances } = await createRun('timon-of-athens', 2, 160)
    value(await programmer.planning.createProduction({ body: { production: planOf('the-winters-tale', 'The Winter’s Tale') } }))
    const performance = { ...defaults(), id: 'the-winters-tale-1', type: null, startsAt: `${daysAhead(161)}T13:00` }
    value(await programmer.planning.addPerformance({ params: { event: 'the-winters-tale' }, body: { performance } }))
    const move = async (startTime: string) => {
      const versions = (await read('timon-of-athens')).performances.map(({ id, version }) => ({ id, version }))
      return programmer.planning.editPerformances({ body: { performances: versions, change: { startTime }, isPreview: false } })
    }
    value(await move('12:00'))
    value(await move('19:30'))
    await publish('timon-of-athens')
    expect(problemIn(await move('12:00'))).toMatchObject({
      ...{ code: 'hall-in-use', params: { instance: performances[1]!.id, other: 'the-winters-tale-1', title: 'The Winter’s Tale' } },
    })
    value(await move('16:00'))
    expect((await read('timon-of-athens')).performances.map(({ startsAt }) => startsAt.slice(11))).toEqual(['16:00', '16:00'])
  })

  it('are published in a hall that a cancelled performance of their production had at that hour', async () => {
    const { performances } = await createRun('pericles-again', 1, 170)
    const [first] = performances
    const performance = { ...defaults(), id: 'pericles-at-noon', type: null, startsAt: first!.startsAt }
    value(await programmer.planning.addPerformance({ params: { event: 'pericles-again' }, body: { performance } }))
    expect(blocking(await read('pericles-again'))).toEqual(['hall-clash', 'hall-clash'])
    await server.theatre.db.updateTable('performance').set({ sale: 'cancelled' }).where('id', '=', first!.id).execute()
    expect(blocking(await read('pericles-again'))).toEqual([])
    await publish('pericles-again')
  })

  it('are created once where two staff users create the same one at the same moment', async () => {
    await Promise.all(
      ['titus-andronicus', 'king-john'].map((id) => programmer.planning.createProduction({ body: { production: planOf(id) } })),
    )
    const performance = { ...defaults(), id: 'same-id', type: null, startsAt: `${daysAhead(170)}T19:30` }
    const results = await Promise.all([
      programmer.planning.addPerformance({ params: { event: 'titus-andronicus' }, body: { performance } }),
      other.planning.addPerformance({ params: { event: 'king-john' }, body: { performance } }),
      programmer.planning.addPerformance({ params: { event: 'titus-andronicus' }, body: { performance } }),
    ])
    expect(results.map((result) => (result.ok ? 'created' : result.error.code)).toSorted()).toEqual(['created', 'id-taken', 'id-taken'])
    const both = await Promise.all(
      [programmer, other].map((client, nth) =>
        client.planning.createProduction({ body: { production: planOf('henry-v', `Henry V ${nth}`) } }),
      ),
    )
    expect(both.map((result) => (result.ok ? 'created' : result.error.code)).toSorted()).toEqual(['created', 'id-taken'])
  })

  it('are hidden on the web, and off sale at the counter, each on its own', async () => {
    const { performances } = await createRun('pericles', 1, 150)
    await publish('pericles')
    const [{ id }] = performances as [(typeof performances)[number]]
    const edit = async (change: object) => {
      const { version } = (await read('pericles')).performances[0]!
      value(await programmer.planning.editPerformances({ body: { performances: [{ id, version }], change, isPreview: false } }))
      await server.theatre.catalogue.refresh()
    }
    await edit({ web: { isVisible: false, sale: 'on-sale' } })
    expect(await eventIds()).not.toContain('pericles')
    expect(problemIn(await programmer.catalogue.instance({ params: { instance: id } })).code).toBe('instance-unavailable')
    const seats = [{ seat: 'stalls.A.2', priceType: 'full' }]
    expect(problemIn(await programmer.basket.addTickets({ body: { instance: id, seats } })).code).toBe('instance-unavailable')
    const atCounter = async () => value(await other.counter.instances()).instances.map((instance) => instance.id)
    expect(await atCounter()).toContain(id)
    value(await other.counter.hold({ params: { instance: id }, body: { seats } }))
    value(await other.counter.reset())
    await edit({ web: { isVisible: true, sale: 'on-sale' }, counter: { isVisible: true, isOnSale: false } })
    expect(await eventIds()).toContain('pericles')
    expect(problemIn(await other.counter.hold({ params: { instance: id }, body: { seats } })).code).toBe('instance-off-sale')
    await edit({ counter: { isVisible: false, isOnSale: false } })
    expect(await atCounter()).not.toContain(id)
  })
})
