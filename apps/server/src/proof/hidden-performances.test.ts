import { AsyncLocalStorage } from 'node:async_hooks'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Endpoint, mapPerformanceIds } from '@playhouse/api-client/contract'
import { offeredDishes, offeredFood, offeredForm, offeredTables } from '@playhouse/api-client/suite'
import type { PackageDefinition } from '@playhouse/domain/package'
import { shopPaths } from '@playhouse/domain/shop-path'
import { openBasket } from '#modules/basket'
import { readBrand } from '#modules/catalogue'
import { seedFood } from '#modules/food'
import { seedForms } from '#modules/form'
import { seedPackages } from '#modules/package'
import { seedProducts } from '#modules/product'
import { saveProgramme } from '#modules/programme'
import { seedTables } from '#modules/table'
import { addRuns, customerOf } from '#testing'
import { describePage } from '../http/edge/page-metadata.ts'
import { validValue } from './arbitrary.ts'
import { calls, startTestServer, type TestServer } from './test-server.ts'

// A hidden performance, and a draft, is to other visitors what an unknown one is: same status, same content, same database statements.
// Calls and pages come from the contract and from the list of paths, so that new ones are included. Each has food, tables and a form.

const hidden = { event: 'school-play', instance: 'school-play-0' }
const unknown = { event: 'absent-play', instance: 'absent-play-0' }
type Ids = typeof hidden
/** What visitors must not see, each with the ids of its production and performance. */
const secrets: readonly { readonly what: string; readonly ids: Ids }[] = [
  { what: 'a performance of a programme', ids: hidden },
  { what: 'a draft', ids: { event: 'draft-play', instance: 'draft-play-0' } },
  { what: 'a draft of a published production', ids: { event: 'half-ready-play', instance: 'half-ready-play-0' } },
  { what: 'a performance that the web does not show', ids: { event: 'counter-play', instance: 'counter-play-0' } },
]
const other = { id: 'sponsors', name: { text: 'Sponsors' }, text: { text: 'For sponsors.' }, opensPriceTypes: [] }
const schools = { id: 'schools', name: { text: 'Schools' }, text: { text: 'For schools.' }, opensPriceTypes: [] }

/** A package of a public play and the hidden one. */
const twoPlays: PackageDefinition = {
  ...{
    package: 'two-plays',
    kind: 'flexible',
    name: { text: 'Two plays' },
    summary: { text: 'Two plays, the second one for schools.' },
    saleFrom: null,
    saleUntil: null,
    bands: [],
  },
  groups: [
    {
      ...{ id: 'plays', name: { text: 'Plays' }, least: 1, most: 2, packages: [] },
      parts: [
        { part: 'first', production: 'the-tempest' },
        { part: 'second', production: hidden.event },
      ],
    },
  ],
  pricing: { kind: 'discount', steps: [{ performances: 1, basisPoints: 1_000 }] },
}

/** A package of the hidden play alone. The lists must not name it, as they must not name the play. */
const schoolPass: PackageDefinition = {
  ...twoPlays,
  ...{ package: `${hidden.event}-pass`, kind: 'fixed', name: { text: `${hidden.event} pass` } },
  groups: [{ ...twoPlays.groups[0]!, most: 1, parts: [{ part: 'only', production: hidden.event }] }],
}

/** Statements of the call that is being handled, without those of jobs. */
const call = new AsyncLocalStorage<{ statements: number }>()
const listener: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    const work = call.getStore()
    if (work) work.statements += 1
    return result
  },
}

let front: TestServer
let member: string
const visitors = ['a visitor without account', 'a customer with a basket', 'a customer with another programme'] as const
const cookies = new Map<string, string>()
beforeAll(async () => {
  const brooklyn = await readBrand(fileURLToPath(new URL('../../../../brands/brooklyn/', import.meta.url)))
  front = await startTestServer({ change: () => brooklyn, listener })
  const { db, brand } = front.theatre
  const events = secrets.map(({ ids }) => ids.event)
  await addRuns(db, events, 1)
  await seedProducts(db, offeredDishes)
  await seedFood(db, offeredFood)
  await seedTables(db, offeredTables)
  await seedForms(db, [{ form: offeredForm, productions: events }])
  await seedPackages(db, [twoPlays, schoolPass])
  for (const programme of [schools, other]) await saveProgramme(db, programme, [], { name: 'test' })
  await sql`update performance set programme_id = 'schools' where id = ${hidden.instance}`.execute(db)
  await sql`update production set state = 'draft' where id = 'draft-play'`.execute(db)
  await sql`update performance set state = 'draft' where id in ('draft-play-0', 'half-ready-play-0')`.execute(db)
  await sql`update performance set is_visible = false where id = 'counter-play-0'`.execute(db)
  await front.theatre.catalogue.refresh()
  const { id } = await customerOf(front.theatre)
  member = id
  cookies.set(visitors[1], await front.cookieOf(id, await openBasket(db, brand, { customer_id: id })))
  cookies.set(visitors[2], await front.cookieOf(id))
  await sql`
    insert into session_programme (session_id, programme_id, customer_id)
    select s.id_hash, 'sponsors', s.customer_id from session s where s.basket_id is null and s.customer_id = ${id}`.execute(db)
})
afterAll(() => front.close())

const forVisitors = calls.filter(({ endpoint }) => endpoint.access !== 'staff' && endpoint.access !== 'provider')
const pathValues: Readonly<Record<string, string>> = { venue: 'small', version: '1' }

/** Bodies that random ones seldom are. */
const bodies: Readonly<Record<string, readonly unknown[]>> = {
  'basket.addItem': [
    { kind: 'product', product: 'guide', variant: 'only', quantity: 1, instance: 'tonight' },
    { kind: 'food', instance: 'tonight', menu: 'dinner', guests: 2, point: 'bar', choices: [], note: '' },
    { kind: 'table', instance: 'tonight', sitting: 'early', party: 2, note: '' },
  ],
  'basket.addTopUp': [{ instance: 'tonight' }],
  'seats.holdPerformances': [
    { performances: [{ instance: 'tonight', seats: [{ seat: 'stalls.A.1', priceType: 'full' }] }] },
    { performances: [{ instance: 'tonight' }], wish: { quantity: 1, together: true } },
  ],
  'forms.send': [
    { key: '00000000-0000-7000-8000-000000000000', answers: {} },
    { key: '00000000-0000-7000-8000-000000000000', answers: [] },
  ],
  'packages.hold': [
    {
      ...{ package: 'two-plays', party: [{ priceType: 'full', quantity: 1 }] },
      performances: [{ package: null, part: 'first', instance: 'tonight' }],
    },
  ],
}

/** Requests of a call that name a performance or a production. */
function requestsFor(name: string, { path, query, body }: Endpoint): { readonly query: unknown; readonly body: unknown }[] {
  const isInQuery = query.safeParse({ instances: 'tonight' }).success
  const samples = fc.sample(validValue(body), { numRuns: 150, seed: 27 })
  const valid = [...(bodies[name] ?? []), ...samples].filter((value) => body.safeParse(value).success)
  const named = valid.filter(namesPerformance)
  if (!isInQuery && named.length === 0 && !/:(instance|event)\b/.test(path)) return []
  const chosen = named.length > 0 ? named.slice(0, 6) : valid.slice(0, 2)
  return chosen.map((value) => ({ query: isInQuery ? { instances: 'tonight' } : {}, body: value }))
}

function namesPerformance(value: unknown): boolean {
  let isNamed = false
  mapPerformanceIds(value, (id) => ((isNamed = true), id))
  return isNamed
}

/** All that a visitor can see of a reply, with the same id for every performance. */
async function observe(
  { method, path }: Endpoint,
  request: { readonly query: unknown; readonly body: unknown },
  ids: Ids,
  cookie?: string,
) {
  const { query, body } = mapPerformanceIds(request, () => ids.instance)
  const url = path.replaceAll(/:([a-z]+)/gi, (_, name: string) => (ids as Record<string, string>)[name] ?? pathValues[name] ?? 'absent')
  const work = { statements: 0 }
  const response = await call.run(
    work,
    async () =>
      // The request starts only when it is awaited: this must be inside the context of the call.
      await front.app.inject({
        ...{ method, url: `/api${url}`, query: query as Record<string, string> },
        headers: { origin: 'http://localhost', ...(cookie && { cookie }) },
        ...(method === 'GET' ? {} : { payload: body as object }),
      }),
  )
  const text = response.body
    .replaceAll(ids.instance, '[instance]')
    .replaceAll(ids.event, '[event]')
    .replaceAll(/"requestId":"[^"]*"/g, '')
  return { status: response.statusCode, text, statements: work.statements, headers: Object.keys(response.headers).toSorted() }
}

/** Every visitor for the performance that a programme can open to some of them; the others are closed to all alike. */
const cases = secrets.flatMap((secret) =>
  (secret.ids === hidden ? visitors : visitors.slice(0, 1)).map((visitor) => ({ ...secret, visitor })),
)

describe.each(cases)('$what, to $visitor', ({ ids, visitor }) => {
  const reached: string[] = []
  it.each(forVisitors)('$name treats it as an unknown one', async ({ name, endpoint }) => {
    const requests = requestsFor(name, endpoint)
    if (requests.length > 0) reached.push(name)
    for (const request of requests) {
      const observeWith = async (ids: Ids) => {
        // A session is also read and extended by the clock: the least work of several calls counts.
        const seen = []
        for (let nth = 0; nth < 3; nth++) seen.push(await observe(endpoint, request, ids, cookies.get(visitor)))
        return {
          replies: new Set(seen.map(({ status, text, headers }) => JSON.stringify({ status, text, headers }))),
          least: Math.min(...seen.map(({ statements }) => statements)),
        }
      }
      const ofUnknown = await observeWith(unknown)
      expect(await observeWith(ids), JSON.stringify(request)).toEqual(ofUnknown)
      expect(ofUnknown.replies.size).toBe(1)
    }
  })

  it('is tried with every call whose body, path or query can name a performance', () => {
    const naming = forVisitors.filter(({ endpoint: { path, query, body } }) => {
      const fields = JSON.stringify([query, body].map((schema) => z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' })))
      return /:(instance|event)\b/.test(path) || /"instances?":/.test(fields)
    })
    expect(reached.toSorted()).toEqual(naming.map(({ name }) => name).toSorted())
  })
})

describe('lists and pages', () => {
  it.each(forVisitors.filter(({ endpoint }) => endpoint.method === 'GET' && !endpoint.stream && !endpoint.path.includes(':')))(
    '$name does not name it',
    async ({ endpoint }) => {
      for (const visitor of visitors) {
        const cookie = cookies.get(visitor)
        const response = await front.app.inject({ url: `/api${endpoint.path}`, headers: cookie ? { cookie } : {} })
        for (const { ids } of secrets) expect(response.body).not.toContain(ids.event)
      }
    },
  )

  it.each(['/sitemap.xml', '/robots.txt', '/calendar.ics', '/'])('%s does not name it', async (url) => {
    const { body } = await front.app.inject({ url })
    for (const { ids } of secrets) expect(body).not.toContain(ids.event)
  })

  it('has the calendar of an unknown production', async () => {
    const calendarOf = async (event: string) => {
      const { statusCode, body } = await front.app.inject({ url: `/events/${event}/calendar.ics` })
      return [statusCode, (JSON.parse(body) as { code: string }).code]
    }
    for (const { ids } of secrets) expect(await calendarOf(ids.event), ids.event).toEqual([404, 'page-not-found'])
    expect(await calendarOf(unknown.event)).toEqual([404, 'page-not-found'])
  })

  it.each(shopPaths.filter((path) => /:(instance|event)\b/.test(path)))('%s is the page of an unknown one', async (path) => {
    const describeWith = async (ids: Ids) => {
      const url = path.replaceAll(/\/:(\w+)\??/g, (_, name: string) => `/${(ids as Record<string, string>)[name] ?? 'merchandise'}`)
      return JSON.parse(
        JSON.stringify(await describePage(front.shop, url))
          .replaceAll(ids.instance, '')
          .replaceAll(ids.event, ''),
      )
    }
    const ofUnknown = await describeWith(unknown)
    for (const { what, ids } of secrets) expect(await describeWith(ids), what).toEqual(ofUnknown)
  })
})

describe('a package of hidden performances alone', () => {
  const party = [{ priceType: 'full', quantity: 1 }]
  const order = { party, performances: [{ package: null, part: 'only', instance: hidden.instance }] }

  it.each(visitors)('is an unknown one to %s, after as many statements', async (visitor) => {
    const cookie = cookies.get(visitor)
    const ask = async (id: string) => {
      const headers = { origin: front.shop.origin, ...(cookie && { cookie }) }
      const counted = async (request: { method: 'GET' | 'POST'; url: string; payload?: object }) => {
        const work = { statements: 0 }
        const reply = await call.run(work, () => front.app.inject({ ...request, headers }))
        const { requestId: _, ...body } = reply.json<Record<string, unknown>>()
        return { ...work, status: reply.statusCode, body }
      }
      return [
        await counted({ method: 'GET', url: `/api/packages/${id}` }),
        await counted({ method: 'POST', url: '/api/basket/packages', payload: { package: id, ...order } }),
      ]
    }
    const replies = await ask(schoolPass.package)
    expect(replies.map(({ status }) => status)).toEqual([404, 404])
    expect(replies).toEqual(await ask('absent-pass'))
  })

  it('has the page of an unknown one', async () => {
    const known = await describePage(front.shop, '/packages/two-plays')
    expect(known.status).toBe(200)
    expect(await describePage(front.shop, `/packages/${schoolPass.package}`)).toEqual(
      await describePage(front.shop, '/packages/absent-pass'),
    )
  })
})

it('is a performance like others to the customer who opened its programme', async () => {
  const cookie = await front.cookieOf(member)
  await sql`
    insert into session_programme (session_id, programme_id, customer_id)
    select s.id_hash, 'schools', s.customer_id from session s
    where not exists (select from session_programme o where o.session_id = s.id_hash) and s.basket_id is null and s.customer_id = ${member}`.execute(
    front.theatre.db,
  )
  const read = async (url: string, headers: Record<string, string>) => (await front.app.inject({ url: `/api${url}`, headers })).statusCode
  for (const url of [
    `/packages/${schoolPass.package}`,
    `/instances/${hidden.instance}`,
    `/events/${hidden.event}`,
    `/instances/${hidden.instance}/availability`,
  ]) {
    expect(await read(url, { cookie }), url).toBe(200)
    expect(await read(url, {}), url).toBe(404)
  }
})
