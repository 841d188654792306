import { expect, it } from 'vitest'
import { readBasket } from '#modules/basket'
import { announcePromo } from '#modules/promo'
import { expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { cancelPayment, checkPayment, startPayment } from './index.ts'
import { actor, createBuyer, openManualProvider } from './testing/buyer.ts'

type Announced = Parameters<typeof announcePromo>[1]
/** Announces an automatic offer of 10% off each ticket. */
async function announce({ db, catalogue }: TestTheatre, change: Partial<Announced> = {}): Promise<void> {
  const rule = { automatic: true as const, opensPriority: false, opensPriceTypes: [], discount: { kind: 'percent' as const, percent: 10 } }
  await announcePromo(db, { code: 'AUTO', name: 'Autumn', rule, ...change }, actor)
  await catalogue.refresh()
}
const usesOf = async ({ db }: TestTheatre): Promise<number> => (await db.selectFrom('promo').select('used').executeTakeFirstOrThrow()).used

/** A buyer of some seats who pays the price that was shown last. */
async function readyBuyer(theatre: TestTheatre, seats: string[]) {
  const manual = openManualProvider(theatre)
  const buyer = await createBuyer({ ...theatre, ...manual.shop }, seats)
  const pay = async () => {
    const { version, quote } = await buyer.read()
    return () => startPayment(manual.shop, buyer.customer, buyer.basket, version, 'en', actor, quote)
  }
  return { ...manual, ...buyer, pay }
}

it('sells at the discount of an automatic offer, and counts its use and its line', async () => {
  await using theatre = await openTestTheatre()
  await announce(theatre, { names: { de: 'Herbst' } })
  const { shop, customer, pay, read, end } = await readyBuyer(theatre, ['A.1', 'A.2'])
  const offers = [{ name: 'Autumn', names: { de: 'Herbst' }, discount: 9_00 }]
  expect(await read()).toMatchObject({ promo: null, offers, totals: { total: 81_00 } })
  const start = await (await pay())()
  if (!start.ok) throw new Error(start.error.code)
  expect(await usesOf(theatre)).toBe(1)
  end(start.value.payment, 'succeeded')
  expect(await checkPayment(shop, customer.id, start.value.payment, actor)).toMatchObject({ value: { state: 'succeeded' } })
  expect(await theatre.db.selectFrom('customer_order').select('total').execute()).toEqual([{ total: 81_00 }])
  const lines = await theatre.db.selectFrom('order_line').select(['ref', 'amount']).where('kind', '=', 'discount').execute()
  expect(lines).toEqual([{ ref: 'AUTO', amount: -9_00 }])
  expect(await theatre.db.selectFrom('promo_use').select(['code', 'state']).execute()).toEqual([{ code: 'AUTO', state: 'used' }])
  const totalsOfOrder = async () => (await theatre.db.selectFrom('customer_order').select('totals').executeTakeFirstOrThrow()).totals
  const sold = [{ name: 'Autumn', names: { de: 'Herbst' }, amount: 9_00 }]
  expect((await totalsOfOrder()).discounts).toEqual(sold)
  await announce(theatre, { name: 'Renamed', names: { de: 'Umbenannt' } })
  expect((await totalsOfOrder()).discounts).toEqual(sold)
  await expectInvariants(theatre)
})

it('gives the last use to one of two payments at once, and shows the other its price without the offer', async () => {
  await using theatre = await openTestTheatre()
  await announce(theatre, { maxUses: 1 })
  const buyers = [await readyBuyer(theatre, ['A.1']), await readyBuyer(theatre, ['A.2'])]
  const starts = await Promise.all(buyers.map(({ pay }) => pay()))
  const results = await Promise.all(starts.map((start) => start()))
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  const nth = results.findIndex(({ ok }) => !ok)
  expect(results[nth]).toMatchObject({ error: { code: 'price-changed' } })
  const loser = buyers[nth]!
  const basket = await readBasket(theatre, loser.basket)
  expect([basket.state, basket.offers, basket.totals.discount]).toEqual(['open', undefined, 0])
  expect(await (await loser.pay())()).toMatchObject({ ok: true })
  expect(await usesOf(theatre)).toBe(1)
  await expectInvariants(theatre)
})

it('gives the last tickets of a performance to one of two payments at once, and shows the other what is left', async () => {
  await using theatre = await openTestTheatre()
  const rule = { automatic: true as const, opensPriority: false, opensPriceTypes: [], discount: { kind: 'percent' as const, percent: 10 } }
  await announce(theatre, { rule: { ...rule, mostPerPerformance: 3 } })
  const buyers = [await readyBuyer(theatre, ['A.1', 'A.2']), await readyBuyer(theatre, ['A.3', 'A.4'])]
  const starts = await Promise.all(buyers.map(({ pay }) => pay()))
  const results = await Promise.all(starts.map((start) => start()))
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  const nth = results.findIndex(({ ok }) => !ok)
  expect(results[nth]).toMatchObject({ error: { code: 'price-changed' } })
  const [winner, loser] = [buyers[1 - nth]!, buyers[nth]!]
  expect((await loser.read()).totals.discount).toBe(4_50)
  expect(await (await loser.pay())()).toMatchObject({ ok: true })
  const late = await readyBuyer(theatre, ['A.5'])
  expect((await late.read()).totals.discount).toBe(0)
  await expectInvariants(theatre)

  const [won] = results.flatMap((result) => (result.ok ? [result.value] : []))
  await cancelPayment(winner.shop, winner.customer.id, won!.payment, actor)
  expect((await late.read()).totals.discount).toBe(4_50)
  // Its own tickets do not count against a basket.
  expect((await winner.read()).totals.discount).toBe(9_00)
  await expectInvariants(theatre)
})

it('releases the uses of a code and of an automatic offer with the payment, and reserves them again', async () => {
  await using theatre = await openTestTheatre()
  const rule = { opensPriority: false, opensPriceTypes: [], discount: { kind: 'percent' as const, percent: 50 }, mostTickets: 1 }
  await announcePromo(theatre.db, { code: 'HALF', name: 'Half', rule, maxUses: 1 }, actor)
  await announce(theatre)
  const { shop, customer, basket, pay, read } = await readyBuyer(theatre, ['A.1', 'A.2'])
  await theatre.db.updateTable('basket').set({ promo: 'HALF' }).where('id', '=', basket).execute()
  expect(await read()).toMatchObject({
    ...{ promo: { code: 'HALF', discount: 22_50 }, offers: [{ name: 'Autumn', discount: 4_50 }], totals: { total: 63_00 } },
  })
  const uses = () => theatre.db.selectFrom('promo').select(['code', 'used']).orderBy('code').execute()
  const both = (used: number) => [
    { code: 'AUTO', used },
    { code: 'HALF', used },
  ]
  for (let round = 0; round < 2; round++) {
    const start = await (await pay())()
    if (!start.ok) throw new Error(start.error.code)
    expect(await uses()).toEqual(both(1))
    await cancelPayment(shop, customer.id, start.value.payment, actor)
    expect(await uses()).toEqual(both(0))
  }
  await expectInvariants(theatre)
})

it('rejects a payment at the price from before an offer began, and takes an ended offer off the price', async () => {
  await using theatre = await openTestTheatre()
  const { pay, read } = await readyBuyer(theatre, ['A.1'])
  const atFullPrice = await pay()
  await announce(theatre)
  expect(await atFullPrice()).toMatchObject({ error: { code: 'price-changed' } })
  const atDiscount = await pay()
  expect((await read()).totals.discount).toBe(4_50)
  await announce(theatre, { endsAt: new Date(Date.now() - 60_000) })
  expect(await atDiscount()).toMatchObject({ error: { code: 'price-changed' } })
  expect((await read()).totals.discount).toBe(0)
  await expectInvariants(theatre)
})
