import { expect, it } from 'vitest'
import { money, taxWithin } from '@playhouse/domain/money'
import type { ApiClient } from '#client'
import type { ItemSuiteHost } from './item-kinds.ts'
import { describeRestaurantRecords } from './restaurant-records.ts'
import { earlyTable } from './offered-tables.ts'
import { billing, code, newAddress, value, visitorOf } from './visitor.ts'

/** Tables of the theatre's own restaurant over `sellingBrand` with `offeredTables`: sittings, rules of a booking, holds, sales, returns and the list. */
export function describeTables(host: () => ItemSuiteHost, staff: () => ApiClient, programmer: () => Promise<ApiClient>): void {
  const visitor = () => visitorOf(host())
  describeRestaurantRecords(host, programmer)
  const add = async (client: ApiClient, change: object = {}) => client.basket.addItem({ body: { ...earlyTable, ...change } })
  const sittingsOf = async (client: ApiClient) =>
    value(await client.tables.sittings({ params: { instance: earlyTable.instance } })).sittings.map(({ sitting, coversLeft, tables }) => [
      sitting,
      coversLeft,
      ...tables.map(({ size, free }) => `${free} for ${size}`),
    ])
  const removeAll = async (client: ApiClient): Promise<void> => {
    for (const { id } of value(await client.basket.read()).items) value(await client.basket.removeItem({ params: { id } }))
  }

  it('lists the sittings of a performance with its free tables, the earliest first', async () => {
    const client = visitor()
    const { performance, sittings } = value(await client.tables.sittings({ params: { instance: earlyTable.instance } }))
    expect(performance).toMatchObject({ instance: earlyTable.instance })
    expect(sittings).toMatchObject([
      {
        ...{ sitting: 'early', startsBefore: 120, minutes: 90, closesBefore: 60, price: 5_00, vatBasisPoints: null, coversLeft: 7 },
        restaurant: {
          restaurant: 'foyer',
          name: 'The foyer',
          access: 'The way in has no steps.',
          translations: { sv: { name: 'Foajén' } },
        },
        tables: [
          { size: 2, least: 1, free: 2 },
          { size: 4, least: 2, free: 1 },
        ],
      },
      { sitting: 'long' },
      { sitting: 'late', startsBefore: -150, price: 0, coversLeft: 4 },
    ])
    expect(code(await client.tables.sittings({ params: { instance: 'unknown' } }))).toBe('instance-unavailable')
  })

  it('requires a number of people for whom there is a table', async () => {
    const client = visitor()
    for (const [change, error] of [
      [{ party: null }, { code: 'table-party-required' }],
      [{ party: 0 }, { code: 'table-party-required' }],
      [{ party: 5 }, { code: 'table-party-too-large', params: { maximum: 4 } }],
      [{ sitting: 'noon' }, { code: 'table-not-found' }],
      [{ instance: 'unknown' }, { code: 'table-not-found' }],
    ] as const)
      expect(await add(client, change), JSON.stringify(change)).toMatchObject({ error })
    expect(value(await client.basket.read()).items).toEqual([])
  })

  it('holds the smallest free table that seats the party, in place of the one before, until it is removed', async () => {
    const [first, second, third] = [visitor(), visitor(), visitor()]
    const held = value(await add(first))
    expect(held).toMatchObject({ items: [{ kind: 'table', quantity: 2, amount: 10_00, detail: { table: 2 } }] })
    expect(held.deadline).not.toBeNull()
    expect(await sittingsOf(second)).toContainEqual(['early', 5, '1 for 2', '1 for 4'])
    expect(await sittingsOf(first), 'without its own table').toContainEqual(['early', 7, '2 for 2', '1 for 4'])
    expect(value(await add(first, { party: 3 })).items).toMatchObject([{ quantity: 3, amount: 15_00, detail: { table: 4 } }])
    expect(await add(second, { party: 4 })).toMatchObject({ error: { code: 'table-full', params: { name: 'The foyer', largest: 2 } } })
    expect(value(await add(second)).items).toMatchObject([{ quantity: 2, detail: { table: 2 } }])
    expect(value(await add(third)).items, 'the last covers').toMatchObject([{ quantity: 2, detail: { table: 2 } }])
    expect(await add(visitor(), { party: 1 })).toMatchObject({ error: { code: 'table-full', params: { largest: 0 } } })
    for (const client of [first, second, third]) await removeAll(client)
    expect(value(await first.basket.read())).toMatchObject({ items: [], deadline: null })
    expect(await sittingsOf(second)).toContainEqual(['early', 7, '2 for 2', '1 for 4'])
  })

  it('never serves more people than the covers of a sitting', async () => {
    const [first, second] = [visitor(), visitor()]
    expect(code(await add(first, { party: 4 }))).toBe('ok')
    expect(code(await add(second))).toBe('ok')
    expect(await add(visitor()), 'one cover and one table for two are left').toMatchObject({
      error: { code: 'table-full', params: { largest: 1 } },
    })
    for (const client of [first, second]) await removeAll(client)
  })

  it('is booked, shown to the restaurant, and returned', async () => {
    const client = visitor()
    value(await add(client, { note: 'By the window' }))
    value(await client.auth.guest({ body: { email: newAddress(), firstName: 'Ada', lastName: 'Quill', phone: '02079460000' } }))
    value(await client.basket.setNotes({ body: { order: '', access: '', termsAccepted: true } }))
    const { version, totals } = value(await client.basket.setBilling({ body: billing }))
    expect(totals).toMatchObject({ total: 10_00, vat: taxWithin(money(10_00), 2000) })
    const { payment, redirectUrl } = value(await client.checkout.start({ body: { version } }))
    await host().pay(redirectUrl!)
    const { number } = value(await client.checkout.status({ params: { payment } })).order!
    const list = async () => value(await staff().tables.booked({ params: { instance: earlyTable.instance } })).tables
    expect((await list()).find((each) => each.number === number)).toEqual({
      ...{ number, customer: 'Ada Quill', restaurantName: 'The foyer', restaurant: 'foyer', party: 2, table: 2, note: 'By the window' },
      ...{ sitting: 'early', startsBefore: 120, minutes: 90 },
    })
    expect(await sittingsOf(client)).toContainEqual(['early', 5, '1 for 2', '1 for 4'])
    const { itemWorth } = value(await staff().afterSale.order({ params: { number } }))
    const body = { tickets: [], items: [itemWorth[0]!.item], to: 'origin' as const, value: money(10_00), reason: 'ill' }
    expect(value(await staff().afterSale.giveBack({ params: { number }, body })).sold.order.items).toMatchObject([{ isReturned: true }])
    expect((await list()).some((each) => each.number === number)).toBe(false)
    expect(await sittingsOf(client)).toContainEqual(['early', 7, '2 for 2', '1 for 4'])
    expect(code(await visitor().tables.booked({ params: { instance: earlyTable.instance } }))).toBe('not-allowed')
  })

  it('is free at a sitting without a price', async () => {
    const client = visitor()
    expect(value(await add(client, { sitting: 'late' }))).toMatchObject({ items: [{ amount: 0 }], totals: { total: 0 } })
    await removeAll(client)
  })
}
