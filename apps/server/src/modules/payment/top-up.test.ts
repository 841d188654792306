import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Brand } from '@playhouse/domain/brand'
import { money } from '@playhouse/domain/money'
import { addItem, addTopUp, expireBaskets, readBasketSummary, removeTicket } from '#modules/basket'
import { addTickets } from '#modules/hold'
import { expectInvariants, openTestTheatre } from '#testing'
import { startPayment } from './index.ts'
import { actor, createBuyer, openManualProvider } from './testing/buyer.ts'
import { createItemBuyer, gift, selling } from './testing/item-buyer.ts'

const withTopUps = (brand: Brand): Brand => ({
  ...selling(brand),
  topUps: { roundUpTo: money(7_00), feeCover: { basisPoints: 150, flat: money(20) } },
})

it('removes a top-up with the last ticket, and does not restore it with another one', async () => {
  await using theatre = await openTestTheatre(withTopUps)
  const { basket, read } = await createBuyer({ ...theatre, ...openManualProvider(theatre).shop }, ['A.1'])
  expect((await addTopUp(theatre, basket, actor, 'round-up')).ok).toBe(true)
  const { tickets, items, totals } = await read()
  expect(items).toHaveLength(1)
  expect(totals.total % 7_00).toBe(0)
  expect(await readBasketSummary(theatre, basket)).toMatchObject({ count: 1, items: 1, total: totals.total })
  await removeTicket(theatre, basket, actor, tickets[0]!.id)
  expect(await read()).toMatchObject({ items: [], topUps: [], totals: { total: 0 } })
  await addTickets(theatre, basket, actor, 'tonight', [{ seat: 'stalls.A.3', priceType: 'full' }])
  expect((await read()).items).toEqual([])
})

it('expires a basket whose seats lapse and that has nothing else but a top-up', async () => {
  await using theatre = await openTestTheatre(withTopUps)
  const { basket, read } = await createBuyer({ ...theatre, ...openManualProvider(theatre).shop }, ['A.1'])
  await addTopUp(theatre, basket, actor, 'fee-cover')
  await sql`update basket set deadline = now() - interval '1 minute'`.execute(theatre.db)
  expect(await read()).toMatchObject({ state: 'expired', items: [], totals: { total: 0 } })
  expect(await expireBaskets(theatre.db)).toBe(1)
  expect(await read()).toMatchObject({ state: 'expired', items: [] })
})

it('removes a top-up whose fund has closed since, and takes payment for the rest', async () => {
  await using theatre = await openTestTheatre(withTopUps)
  const { shop, customer, basket, read } = await createItemBuyer(theatre, [gift(20_00, 'roof')])
  await addTopUp(theatre, basket, actor, 'round-up')
  const giving = theatre.brand.giving.map((fund) => (fund.fund === 'stage' ? { ...fund, closesOn: '2020-12-31' } : fund))
  const closed = { ...shop, brand: { ...shop.brand, giving } }
  const start = async () => startPayment(closed, { ...customer, is_guest: false }, basket, (await read()).version, 'en', actor)
  expect(await start()).toMatchObject({ error: { code: 'fund-closed', params: { name: 'The stage fund' } } })
  expect(await read()).toMatchObject({ items: [{ name: 'The roof appeal' }], totals: { total: 20_00 } })
  expect((await start()).ok).toBe(true)
})

it('pays the amounts that the basket showed, and records each as a donation with Gift Aid', async () => {
  await using theatre = await openTestTheatre(withTopUps)
  const { basket, read, pay } = await createItemBuyer(theatre, [gift(20_00)])
  expect(await addTopUp(theatre, basket, actor, 'fee-cover')).toMatchObject({ ok: true, value: { amount: 51 } })
  expect(await addTopUp(theatre, basket, actor, 'round-up')).toMatchObject({ ok: true, value: { amount: 49 } })
  expect((await read()).giftAid).toMatchObject({ amount: 5_25 })
  await addItem(theatre, basket, actor, gift(20_49))
  expect((await read()).items.map(({ amount }) => amount)).toEqual([20_49, 52, 6_99])
  await pay()
  const donations = await theatre.db.selectFrom('donation').select(['fund', 'amount']).orderBy('amount').execute()
  expect(donations.map(({ fund, amount }) => [fund, amount])).toEqual([
    ['The stage fund', 52],
    ['The stage fund', 6_99],
    ['The stage fund', 20_49],
  ])
  await expectInvariants(theatre)
})
