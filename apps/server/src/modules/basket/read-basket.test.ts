import type { KyselyPlugin } from 'kysely'
import { expect, it } from 'vitest'
import { addTickets } from '#modules/hold'
import { loadUsableSubscriptions } from '#modules/subscription'
import { money } from '@playhouse/domain/money'
import { fullPriceSeats, openTestTheatre } from '#testing'
import { findBasket, ticketsOf } from './basket-row.ts'
import { addItem, loadBasketContent, openBasket, readBasket, readBasketSummary } from './index.ts'
import { itemsOf } from './items.ts'
import { loadStoredTenders } from './tender.ts'

const actor = { name: 'guest' }
const letter = { to: 'Orlando', from: 'Rosalind', message: '', email: null, sendOn: null }
const voucher = { kind: 'gift-voucher', value: money(25_00), delivery: 'print', ...letter } as const

it.each([true, undefined] as const)(
  'loads a basket by one statement as separate statements do, with flexible subscriptions: %j',
  async (flexSubscriptions) => {
    await using theatre = await openTestTheatre((brand) => ({ ...brand, flexSubscriptions }))
    const id = await openBasket(theatre.db, theatre.brand)
    await addTickets(theatre, id, actor, 'tonight', fullPriceSeats('C.2', 'A.1', 'A.2'))
    await addItem(theatre, id, actor, { ...voucher, quantity: 2 })
    await addItem(theatre, id, actor, { ...voucher, quantity: 1 })
    let statements = 0
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements++
        return result
      },
    }
    const content = await loadBasketContent({ ...theatre, db: theatre.db.withPlugin(counter) }, id)
    expect(statements).toBe(1)
    expect(content).toEqual({
      basket: await findBasket(theatre.db, id),
      tickets: await ticketsOf(theatre.db, id),
      items: await itemsOf(theatre.db, id),
      tenders: await loadStoredTenders(theatre.db, (await findBasket(theatre.db, id))!),
      usable: await loadUsableSubscriptions(theatre.db, (await findBasket(theatre.db, id))!),
    })
    expect(content).toMatchObject({ tickets: [{}, {}, {}], items: [{}, {}] })
  },
)

it('reads basket and summary from content that was loaded before', async () => {
  await using theatre = await openTestTheatre()
  const id = await openBasket(theatre.db, theatre.brand)
  await addTickets(theatre, id, actor, 'tonight', fullPriceSeats('A.1'))
  const content = loadBasketContent(theatre, id)
  await content
  await addItem(theatre, id, actor, { ...voucher, quantity: 2 })
  expect(await readBasket(theatre, id, content)).toMatchObject({ tickets: [{}], items: [] })
  expect(await readBasketSummary(theatre, id, content)).toMatchObject({ count: 1, items: 0 })
  expect(await readBasketSummary(theatre, id)).toMatchObject({ count: 1, items: 2 })
})

it('returns undefined for an unknown basket', async () => {
  await using theatre = await openTestTheatre()
  expect(await loadBasketContent(theatre, undefined)).toBeUndefined()
  expect(await loadBasketContent(theatre, '00000000-0000-7000-8000-000000000000')).toBeUndefined()
})
