import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '@playhouse/api-client/client'
import type { PlannedPriceList } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import type { PriceListEdit } from '@playhouse/domain/price-list-plan'
import { openBasket, resetBasket } from '#modules/basket'
import { addTickets } from '#modules/hold'
import { expectInvariants } from '#testing'
import { startTestServer, type TestServer } from '../../proof/test-server.ts'
import { guest, TestPriceLists } from './testing/price-lists.ts'
import { problemIn, staffClientOf, value } from './testing/staff-client.ts'

let server: TestServer
let programmer: ApiClient
let lists: TestPriceLists
let other: ApiClient
beforeAll(async () => {
  server = await startTestServer()
  programmer = await staffClientOf(server, 'programmer')
  lists = new TestPriceLists(server, programmer)
  other = await staffClientOf(server, 'administrator')
})
afterAll(() => server.close())

const price = (amount: number, fee = 0) => ({ price: money(amount), fee: money(fee) })
const editOf = ({ name, priceTypes, prices }: PlannedPriceList, change: Partial<PriceListEdit> = {}): PriceListEdit => ({
  ...{ name, priceTypes, prices },
  ...change,
})
/** The list with another full price of band `a`. */
const withFullPrice = (list: PlannedPriceList, amount: number) =>
  editOf(list, { prices: { ...list.prices, a: { ...list.prices.a, full: price(amount) } } })
const save = (client: ApiClient, { id, version }: PlannedPriceList, edit: PriceListEdit) =>
  client.priceLists.edit({ params: { priceList: id }, body: { version, edit } })

describe('a price list', () => {
  it('keeps its suggested prices within the range of a price type that is pay what you can, also by an undo', async () => {
    const list = await lists.copy('open')
    const lowered = value(await save(programmer, list, withFullPrice(list, 20_00)))
    const current = await lists.read('open')
    const withRange = (most: number) => {
      const payWhatYouCan = { least: money(1_00), most: money(most) }
      return editOf(current, { priceTypes: current.priceTypes.map((type) => (type.id === 'full' ? { ...type, payWhatYouCan } : type)) })
    }
    expect(problemIn(await save(programmer, current, withRange(19_99)))).toMatchObject({ code: 'invalid-input' })
    value(await save(programmer, current, withRange(39_00)))
    // Before, band a cost more than customers may pay now.
    expect(problemIn(await programmer.planning.undo({ params: { change: lowered.changeSet! }, body: {} }))).toMatchObject({
      ...{ code: 'change-has-dependents', params: { dependents: [{ kind: 'change', id: 'open', count: 1 }] } },
    })
  })

  it('is copied with another name, and its creation is undone unless a performance has it', async () => {
    const list = await lists.copy('copied')
    expect(list).toMatchObject({ name: 'Copy copied', hallName: 'The small house', version: 1, performances: [] })
    expect(list.prices).toEqual((await lists.read('small-week')).prices)
    expect(list.seats).toEqual([
      { band: 'a', seats: 20 },
      { band: 'b', seats: 20 },
    ])
    const again = await programmer.priceLists.create({ body: { priceList: { id: 'copied', name: 'Other', copyOf: 'small-week' } } })
    expect(problemIn(again)).toMatchObject({ code: 'id-taken', params: { id: 'copied' } })
    const unknown = await programmer.priceLists.create({ body: { priceList: { id: 'lost', name: 'Lost', copyOf: 'none' } } })
    expect(problemIn(unknown)).toMatchObject({ code: 'invalid-input', params: { fields: ['priceList.copyOf'] } })
    const { priceLists } = value(await programmer.planning.options())
    expect(priceLists.find(({ id }) => id === 'copied')).toEqual({ id: 'copied', name: 'Copy copied', hall: 'small', planVersion: null })

    const changes = async () => value(await programmer.planning.changes({ query: { subject: 'price-list', id: 'copied' } })).changes
    const [created] = await changes()
    expect(created).toMatchObject({ kind: 'create-price-list', rows: [{ effect: 'created' }] })
    await lists.publishPerformance('copied', 30)
    expect(problemIn(await programmer.planning.undo({ params: { change: created!.id }, body: {} }))).toMatchObject({
      ...{ code: 'change-has-dependents', params: { dependents: [{ kind: 'reference', id: 'performance', count: 1 }] } },
    })
    await lists.copy('unused')
    const [unused] = value(await programmer.planning.changes({ query: { subject: 'price-list', id: 'unused' } })).changes
    value(await programmer.planning.undo({ params: { change: unused!.id }, body: {} }))
    expect(problemIn(await programmer.priceLists.one({ params: { priceList: 'unused' } })).code).toBe('page-not-found')
  })

  it('changes its prices for seats that are held from now on, previews that, and undoes it', async () => {
    const list = await lists.copy('changed')
    const performance = await lists.publishPerformance('changed', 31)
    const early = await lists.hold(performance, 'A.1')
    expect(await early.priceHeld()).toBe(45_00)

    const edit = withFullPrice(list, 50_00)
    const preview = value(await programmer.priceLists.preview({ params: { priceList: 'changed' }, body: { version: 1, edit } }))
    expect(preview).toMatchObject({
      fields: [{ field: 'price.a.full', before: { price: 45_00 }, after: { price: 50_00, fee: 0 } }],
      performances: [{ id: performance, title: 'Macbeth', state: 'published', tickets: 0, inBaskets: 1 }],
      ...{ grossBefore: 20 * 45_00 + 20 * 30_00, grossAfter: 20 * 50_00 + 20 * 30_00 },
    })
    expect((await lists.read('changed')).version).toBe(1)

    const { priceList: dearer, changeSet } = value(await save(programmer, list, edit))
    expect(dearer).toMatchObject({ version: 2, prices: { a: { full: price(50_00) } } })
    // This process has not read the new prices yet.
    const late = await lists.hold(performance, 'A.2')
    expect([await early.priceHeld(), await late.priceHeld()]).toEqual([45_00, 50_00])
    value(await programmer.planning.undo({ params: { change: changeSet! }, body: {} }))
    const last = await lists.hold(performance, 'A.3')
    expect([await early.priceHeld(), await late.priceHeld(), await last.priceHeld()]).toEqual([45_00, 50_00, 45_00])
    expect((await lists.read('changed')).version).toBe(3)
    await expectInvariants(server.theatre)
    for (const { basket } of [early, late, last]) await resetBasket(server.theatre, basket, guest)
  })

  it('is not overwritten where another staff user has changed it, and an undo leaves another price that changed meanwhile', async () => {
    const list = await lists.copy('shared')
    const mine = value(await save(programmer, list, withFullPrice(list, 47_00)))
    expect(problemIn(await save(other, list, withFullPrice(list, 52_00)))).toMatchObject({
      ...{ code: 'changed-meanwhile', params: { version: 2 } },
    })
    const { priceList: current } = mine
    value(await save(other, current, editOf(current, { prices: { ...current.prices, b: { full: price(33_00, 1_00) } } })))
    value(await programmer.planning.undo({ params: { change: mine.changeSet! }, body: {} }))
    expect((await lists.read('shared')).prices).toMatchObject({ a: { full: price(45_00, 4_50) }, b: { full: price(33_00, 1_00) } })
    expect(value(await save(other, await lists.read('shared'), editOf(await lists.read('shared')))).changeSet).toBeNull()
  })

  it('keeps its price types, and a price in each band while it is on sale', async () => {
    const list = await lists.copy('kept')
    const fields = async (change: Partial<PriceListEdit>) =>
      problemIn(await save(programmer, await lists.read('kept'), editOf(list, change))).params['fields']
    const { a, b } = list.prices
    expect(await fields({ priceTypes: list.priceTypes.slice(0, 1), prices: { a: { full: a!['full']! }, b: b! } })).toEqual(['priceTypes'])
    expect(await fields({ prices: { a: { full: price(1_00, 2_00) }, b: b! } })).toEqual(['edit.prices.a.full.fee'])
    expect(await fields({ prices: { a: { full: price(-1) }, b: b! } })).toEqual(expect.arrayContaining(['edit.prices.a.full.price']))
    value(await save(programmer, list, editOf(list, { prices: { a: a! } })))
    const { changeSet } = value(await save(programmer, await lists.read('kept'), editOf(list)))
    await lists.publishPerformance('kept', 32)
    expect(await fields({ prices: { a: a! } })).toEqual(['prices.b'])
    expect(problemIn(await programmer.planning.undo({ params: { change: changeSet! }, body: {} }))).toMatchObject({
      ...{ code: 'change-has-dependents', params: { dependents: [{ kind: 'performance', id: 'kept', count: 1 }] } },
    })
  })

  it('gets a price type, which is removed by an undo until a ticket has it', async () => {
    const list = await lists.copy('typed')
    const performance = await lists.publishPerformance('typed', 33)
    const child = { id: 'child', name: 'Child', kind: 'concession' as const }
    const edit = editOf(list, {
      priceTypes: [...list.priceTypes, child],
      prices: { ...list.prices, a: { ...list.prices.a, child: price(10_00) } },
    })
    const { changeSet } = value(await save(programmer, list, edit))
    await server.theatre.catalogue.refresh()
    const { db, brand } = server.theatre
    const basket = await openBasket(db, brand)
    const seats = [{ seat: 'stalls.A.5', priceType: 'child' }]
    expect((await addTickets(server.theatre, basket, guest, performance, seats)).ok).toBe(true)
    expect(problemIn(await programmer.planning.undo({ params: { change: changeSet! }, body: {} }))).toMatchObject({
      ...{ code: 'change-has-dependents', params: { dependents: [{ kind: 'basket', id: 'typed', count: 1 }] } },
    })
    await resetBasket(server.theatre, basket, guest)
    value(await programmer.planning.undo({ params: { change: changeSet! }, body: {} }))
    expect((await lists.read('typed')).priceTypes).toEqual(list.priceTypes)
  })

  it('is changed by programmers only, with a fresh second factor', async () => {
    const list = await lists.read('small-week')
    const finance = await staffClientOf(server, 'finance')
    value(await finance.priceLists.all())
    value(await finance.priceLists.one({ params: { priceList: 'small-week' } }))
    expect(problemIn(await save(finance, list, withFullPrice(list, 1_00))).code).toBe('not-allowed')
    await server.theatre.db
      .updateTable('staff_session')
      .set({ proved_at: new Date(Date.now() - 3_600_000) })
      .execute()
    const preview = { params: { priceList: 'small-week' }, body: { version: list.version, edit: withFullPrice(list, 1_00) } }
    value(await programmer.priceLists.preview(preview))
    expect(problemIn(await save(programmer, list, withFullPrice(list, 1_00))).code).toBe('second-factor-required')
  })
})
