import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { ApiClient } from '@playhouse/api-client/client'
import type { PlannedPriceList } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import { resetBasket } from '#modules/basket'
import { expectInvariants } from '#testing'
import { startTestServer, type TestServer } from '../../proof/test-server.ts'
import { applyDuePrices } from './price-schedules.ts'
import { guest, TestPriceLists } from './testing/price-lists.ts'
import { daysAhead, problemIn, staffClientOf, value } from './testing/staff-client.ts'

let server: TestServer
let programmer: ApiClient
let lists: TestPriceLists
beforeAll(async () => {
  server = await startTestServer()
  programmer = await staffClientOf(server, 'programmer')
  lists = new TestPriceLists(server, programmer)
})
afterAll(() => server.close())

const price = (amount: number) => ({ price: money(amount), fee: money(0) })
/** Schedules another full price of band `a`, in 20 days. */
const schedule = ({ id, version, prices }: PlannedPriceList, amount: number) =>
  programmer.priceLists.schedule({
    params: { priceList: id },
    body: { version, schedule: { from: `${daysAhead(20)}T00:00`, prices: { ...prices, a: { ...prices.a, full: price(amount) } } } },
  })
/** Lets the moment of all scheduled prices of a list come, in their order. */
const reachMoments = (list: string) =>
  server.theatre.db
    .updateTable('price_schedule')
    .set({ starts_at: sql<Date>`starts_at - interval '30 days'` })
    .where('price_list_id', '=', list)
    .execute()
const run = () => applyDuePrices(server.theatre)
const fullPrice = async (id: string) => (await lists.read(id)).prices.a!['full']!.price

describe('scheduled prices', () => {
  it('hold from their moment on for new seats, keep those of held seats, and are undone as a change of the list', async () => {
    const list = await lists.copy('early')
    const performance = await lists.publishPerformance('early', 40)
    const { priceList } = value(await schedule(list, 90_00))
    expect(priceList.scheduled).toMatchObject([{ isRefused: false, fields: [{ field: 'price.a.full', after: price(90_00) }] }])
    const early = await lists.hold(performance, 'A.1')
    await run()
    expect(await fullPrice('early')).toBe(list.prices.a!['full']!.price)
    await reachMoments('early')
    await Promise.all([run(), run()])
    expect(await lists.read('early')).toMatchObject({ scheduled: [], version: list.version + 1 })
    // Without a refresh of this process: the hold finds the new version.
    const late = await lists.hold(performance, 'A.4')
    expect(await late.priceHeld()).toBe(90_00)
    expect(await early.priceHeld()).toBe(list.prices.a!['full']!.price)
    const { changes } = value(await programmer.planning.changes({ query: { subject: 'price-list', id: 'early' } }))
    expect(changes[0]).toMatchObject({ kind: 'edit-price-list' })
    value(await programmer.planning.undo({ params: { change: changes[0]!.id }, body: {} }))
    expect(await fullPrice('early')).toBe(list.prices.a!['full']!.price)
    await run()
    expect(await fullPrice('early')).toBe(list.prices.a!['full']!.price)
    for (const { basket } of [early, late]) await resetBasket(server.theatre, basket, guest)
    await expectInvariants(server.theatre)
  })

  it('begin in the order of their moments', async () => {
    const list = await lists.copy('steps')
    value(await schedule(list, 50_00))
    const body = {
      version: list.version,
      schedule: { from: `${daysAhead(21)}T00:00`, prices: { ...list.prices, a: { full: price(60_00) } } },
    }
    value(await programmer.priceLists.schedule({ params: { priceList: 'steps' }, body }))
    await reachMoments('steps')
    await Promise.all([run(), run(), run()])
    await run()
    expect(await fullPrice('steps')).toBe(60_00)
  })

  it('are withdrawn before their moment, and scheduling again by an undo needs a moment ahead', async () => {
    const list = await lists.copy('withdrawn')
    const { priceList } = value(await schedule(list, 90_00))
    const params = { priceList: 'withdrawn', schedule: priceList.scheduled[0]!.id }
    const { changeSet } = value(await programmer.priceLists.withdrawSchedule({ params }))
    expect(problemIn(await programmer.priceLists.withdrawSchedule({ params }))).toMatchObject({ code: 'page-not-found' })
    await run()
    expect((await lists.read('withdrawn')).scheduled).toEqual([])
    value(await programmer.planning.undo({ params: { change: changeSet! }, body: {} }))
    expect((await lists.read('withdrawn')).scheduled).toMatchObject([{ id: params.schedule }])
  })

  it('are not withdrawn and not undone after their moment', async () => {
    const list = await lists.copy('begun')
    const { priceList, changeSet } = value(await schedule(list, 90_00))
    await reachMoments('begun')
    await run()
    const params = { priceList: 'begun', schedule: priceList.scheduled[0]!.id }
    expect(problemIn(await programmer.priceLists.withdrawSchedule({ params }))).toMatchObject({ code: 'page-not-found' })
    expect(problemIn(await programmer.planning.undo({ params: { change: changeSet! }, body: {} }))).toMatchObject({
      code: 'change-has-dependents',
    })
  })

  it('do not hold where the list was changed so that they break its rules, and are shown as refused', async () => {
    const list = await lists.copy('refused')
    value(await schedule(list, 90_00))
    const full = list.prices.a!['full']!.price
    const priceTypes = list.priceTypes.map((type) =>
      type.id === 'full' ? { ...type, payWhatYouCan: { least: money(0), most: money(Math.max(full, 80_00)) } } : type,
    )
    const edit = { name: list.name, priceTypes, prices: list.prices }
    value(await programmer.priceLists.edit({ params: { priceList: 'refused' }, body: { version: list.version, edit } }))
    await reachMoments('refused')
    await run()
    expect(await lists.read('refused')).toMatchObject({ scheduled: [{ isRefused: true }] })
    expect(await fullPrice('refused')).toBe(full)
  })
})
