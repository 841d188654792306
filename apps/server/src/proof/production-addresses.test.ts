import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { offeredDishes, offeredFood, offeredTables } from '@playhouse/api-client/suite'
import { productionPlanSchema } from '@playhouse/domain/production-plan'
import { readBrand } from '#modules/catalogue'
import { seedFood } from '#modules/food'
import { createProduction, editProduction, type Planner, undoChange } from '#modules/planning'
import { seedProducts } from '#modules/product'
import { saveProgramme } from '#modules/programme'
import { seedTables } from '#modules/table'
import { addRuns } from '#testing'
import { describePage } from '../http/edge/page-metadata.ts'
import { staffCookieOf } from './staff-cookie.ts'
import { startTestServer, type TestServer } from './test-server.ts'

// A production whose address has changed: old links lead to the same page for ever, and everything that the server writes has the new one.

const hidden = 'school-play'
let front: TestServer
let planner: Planner
beforeAll(async () => {
  const brooklyn = await readBrand(fileURLToPath(new URL('../../../../brands/brooklyn/', import.meta.url)))
  front = await startTestServer({ change: () => brooklyn })
  const { db } = front.theatre
  await seedProducts(db, offeredDishes)
  await seedFood(db, offeredFood)
  await seedTables(db, offeredTables)
  await addRuns(db, [hidden], 1)
  await saveProgramme(db, { id: 'schools', name: { text: 'Schools' }, text: { text: 'For schools.' }, opensPriceTypes: [] }, [], {
    name: 'test',
  })
  await sql`update performance set programme_id = 'schools' where id = ${`${hidden}-0`}`.execute(db)
  const { staff } = await staffCookieOf(db, 'programmer')
  planner = { staff, actor: { name: `staff ${staff}` } }
  await moveTo('the-tempest', 'storm')
  await moveTo('the-tempest', 'tempest-2027')
  await moveTo(hidden, 'chalk')
})
afterAll(() => front.close())

async function moveTo(id: string, slug: string | null) {
  const { theatre } = front
  const { data, version } = await theatre.db
    .selectFrom('production')
    .select(['data', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { seatInfo: _, ...plan } = data
  const moved = await editProduction(theatre, planner, id, { version, production: productionPlanSchema.parse({ ...plan, slug }) })
  await theatre.catalogue.refresh()
  return moved
}

async function get(url: string): Promise<{ readonly status: number; readonly location: unknown; readonly body: string }> {
  const { statusCode: status, headers, body } = await front.app.inject({ url })
  return { status, location: headers.location, body }
}

it.each([
  ['/events/the-tempest', '/events/tempest-2027'],
  ['/events/storm', '/events/tempest-2027'],
  ['/events/storm?lang=de&from=mail', '/events/tempest-2027?lang=de&from=mail'],
  ['/events/the-tempest/tonight/syos/all?list', '/events/tempest-2027/tonight/syos/all?list'],
  ['/events/storm/calendar.ics?lang=de', '/events/tempest-2027/calendar.ics?lang=de'],
  ['/food-and-drink/storm', '/food-and-drink/tempest-2027'],
  ['/food-and-drink/the-tempest/tonight', '/food-and-drink/tempest-2027/tonight'],
])('%s leads to %s for ever', async (from, to) => {
  const { statusCode, headers } = await front.app.inject({ url: from })
  expect([statusCode, headers.location]).toEqual([308, to])
  // The address may get back to the production: a browser that keeps the redirect would go in a circle.
  expect(headers['cache-control']).toBe('no-cache')
  expect((await front.app.inject({ url: to })).statusCode).not.toBe(308)
})

it('redirects no page of an unknown production, and none of one that is hidden from the visitor', async () => {
  for (const url of ['/events/absent', `/events/${hidden}`, `/events/${hidden}/calendar.ics`, `/food-and-drink/${hidden}`])
    expect((await get(url)).location, url).toBeUndefined()
})

it('writes the current address everywhere', async () => {
  const read = async (path: string): Promise<unknown> => JSON.parse((await get(path)).body)
  expect(await read('/api/events/storm')).toMatchObject({
    id: 'tempest-2027',
    instances: expect.arrayContaining([expect.objectContaining({ id: 'tonight', event: 'tempest-2027' })]),
  })
  expect(await read('/api/events')).toMatchObject({ events: expect.arrayContaining([expect.objectContaining({ id: 'tempest-2027' })]) })
  expect(await read('/api/instances/tonight')).toMatchObject({ event: 'tempest-2027', production: { id: 'tempest-2027' } })
  expect(await read('/api/listings')).toMatchObject({ productions: [{ id: 'tempest-2027' }] })
  expect(await read('/api/events/the-tempest/food')).toMatchObject({ event: 'tempest-2027' })
  expect(await read('/api/instances/tonight/food')).toMatchObject({ performance: { event: 'tempest-2027' } })
  expect(await read('/api/instances/tonight/tables')).toMatchObject({ performance: { event: 'tempest-2027' } })
  expect(await read('/api/instances/tonight/products')).toMatchObject({ performance: { event: 'tempest-2027' } })
  for (const url of ['/sitemap.xml', '/calendar.ics', '/events/tempest-2027/calendar.ics']) {
    const { body } = await get(url)
    expect(body, url).toContain('/tempest-2027')
    expect(body, url).not.toMatch(/(?:events|food-and-drink)\/(?:the-tempest|storm)/)
  }
  const page = await describePage(front.shop, '/events/tempest-2027/tonight')
  expect(page).toMatchObject({ status: 200, data: [{ url: 'http://localhost/events/tempest-2027/tonight' }] })
  expect(page.image.path).toContain('/tempest-2027.png')
})

it('gives no production an address that another one has or had, and undoes a change of one', async () => {
  const { theatre } = front
  const { data } = await theatre.db.selectFrom('production').select('data').where('id', '=', hidden).executeTakeFirstOrThrow()
  for (const address of ['the-tempest', 'storm', 'tempest-2027'])
    expect(await moveTo(hidden, address), address).toMatchObject({ error: { code: 'id-taken', params: { id: address } } })
  const created = await createProduction(theatre, planner, productionPlanSchema.parse({ ...data, id: 'storm' }), {})
  expect(created, 'as its id').toMatchObject({ error: { code: 'id-taken', params: { id: 'storm' } } })
  const moved = await moveTo('the-tempest', 'storm')
  if (!moved.ok) throw new Error(moved.error.code)
  expect((await get('/events/tempest-2027')).location).toBe('/events/storm')
  expect((await undoChange(theatre, planner, moved.value.changeSet!, undefined)).ok).toBe(true)
  await theatre.catalogue.refresh()
  expect((await get('/events/storm')).location).toBe('/events/tempest-2027')
})

it('lets one of many productions have an address that all take at once', async () => {
  const { theatre } = front
  const { data } = await theatre.db.selectFrom('production').select('data').where('id', '=', hidden).executeTakeFirstOrThrow()
  const plan = (nth: number) => productionPlanSchema.parse({ ...data, id: `contender-${nth}`, slug: 'contended' })
  const results = await Promise.all([0, 1, 2, 3].map((nth) => createProduction(theatre, planner, plan(nth), {})))
  expect(results.map((result) => (result.ok ? 'created' : result.error.code)).toSorted()).toEqual([
    'created',
    'id-taken',
    'id-taken',
    'id-taken',
  ])
})
