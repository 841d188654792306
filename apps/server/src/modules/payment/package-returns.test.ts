import { expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import type { PackageDefinition } from '@playhouse/domain/package'
import { viewPackage } from '@playhouse/domain/package-view'
import { transact } from '#db'
import { setBilling, setNotes } from '#modules/basket'
import { holdPackage } from '#modules/hold'
import { listOrders, readOrder } from '#modules/order'
import { seedPackages } from '#modules/package'
import { expectInvariants, openTestTheatre } from '#testing'
import { processReturn, validateExchange } from './index.ts'
import { actor } from './testing/buyer.ts'
import { createItemBuyer } from './testing/item-buyer.ts'

const name = { text: 'The pair' }
const dates = ['tonight', 'tomorrow']
const pair: PackageDefinition = {
  ...{ package: 'pair', kind: 'fixed', name, summary: name, saleFrom: null, saleUntil: null, bands: [] },
  groups: [
    {
      ...{ id: 'both', name, least: 2, most: 2, packages: [] },
      parts: dates.map((instance) => ({ part: instance, production: 'the-tempest', performances: [instance] })),
    },
  ],
  pricing: { kind: 'prices', prices: [{ priceType: 'full', price: money(66_67) }] },
}
const view = viewPackage(pair, [pair], {
  ...{ timeZone: 'Europe/London', now: 0, titleOf: () => 'The Tempest' },
  performancesOf: () =>
    dates.map((instance, nth) => ({
      ...{ instance, startsAt: `2031-03-0${nth + 1}T19:00:00.000Z`, startsAtLocal: `2031-03-0${nth + 1}T19:00` },
      ...{
        endsAt: `2031-03-0${nth + 1}T21:00:00.000Z`,
        timeZone: 'Europe/London',
        availability: 'get-tickets' as const,
        availabilityCode: 1 as const,
      },
      ...{ accessTags: [], priceFrom: null },
    })),
})

const address = { line1: '1 Globe Lane', line2: '', line3: '', city: 'London', state: '', postcode: 'SE1 9PH', country: 'GB' }
/** An order of the pair for two people, at £66.67 each. */
async function buyPair() {
  const theatre = await openTestTheatre((brand) => ({ ...brand, packages: true, limits: { ...brand.limits, ticketsPerPerformance: 9 } }), {
    sold: [],
  })
  await seedPackages(theatre.db, [pair])
  const { basket, shop, customer, pay } = await createItemBuyer(theatre, [])
  const performances = dates.map((instance) => ({ package: null, part: instance, instance }))
  const held = await holdPackage(theatre, basket, actor, view, {
    package: 'pair',
    party: [{ priceType: 'full', quantity: 2 }],
    performances,
  })
  expect(held).toMatchObject({ ok: true })
  await setNotes(theatre, basket, actor, { order: '', access: '', termsAccepted: true })
  await setBilling(theatre, basket, actor, { firstName: 'Ada', lastName: 'Quill', phone: '', address })
  const number = await pay()
  const read = async () => (await readOrder(shop, customer.id, number))!
  const giveBack = (tickets: readonly string[], value: number) =>
    processReturn(shop, number, { tickets, to: 'origin', value: money(value), reason: 'ill', isLateAllowed: false }, actor)
  const list = () => listOrders(shop, customer.id)
  return { theatre, shop, number, read, giveBack, list }
}

it('refunds one date of a package, and then the rest, by the shares of its price', async () => {
  const { theatre, read, giveBack, list } = await buyPair()
  await using _ = theatre
  expect(await list()).toMatchObject([{ packages: [name] }])
  const { order, boughtTickets } = await read()
  expect(order.packages).toMatchObject([{ package: 'pair', name, amount: 133_34 }])
  expect(boughtTickets.map(({ packageName }) => packageName)).toEqual([name, name, name, name])
  const ofFirst = order.tickets.filter(({ instance }) => instance === 'tonight')
  expect(ofFirst).toHaveLength(2)
  const share = ofFirst.reduce((sum, { price }) => sum + price, 0)
  const first = ofFirst.map(({ id }) => id)
  expect(await giveBack(first, share + 1)).toMatchObject({ error: { code: 'price-changed' } })
  expect(await giveBack(first, share)).toMatchObject({ value: { card: share } })
  // The package is still named, with all tickets that it was bought with.
  expect((await read()).order.packages).toMatchObject([{ amount: 133_34, tickets: { length: 4 } }])
  const rest = order.tickets.filter(({ id }) => !first.includes(id)).map(({ id }) => id)
  expect(await giveBack(rest, 133_34 - share)).toMatchObject({ value: { card: 133_34 - share } })
  expect((await read()).order).toMatchObject({ state: 'returned', refunded: 133_34 })
  await expectInvariants(theatre)
})

it('exchanges one date of a package at its shares', async () => {
  const { theatre, shop, number, read } = await buyPair()
  await using _ = theatre
  const { order } = await read()
  const tickets = order.tickets.filter(({ instance }) => instance === 'tomorrow')
  const value = money(tickets.reduce((sum, { price }) => sum + price, 0))
  const request = { order: number, tickets: tickets.map(({ id }) => id), rest: 'credit' as const }
  const exchange = (amount: number) => transact(shop.db, (trx) => validateExchange(shop, trx, { ...request, value: money(amount) }))
  expect(await exchange(value)).toMatchObject({ ok: true })
  expect(await exchange(value + 1)).toMatchObject({ ok: false })
})
