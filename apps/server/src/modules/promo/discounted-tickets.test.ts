import { expect, it } from 'vitest'
import { transact } from '#db'
import { openBasket } from '#modules/basket'
import { customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { announcePromo, confirmPromo, releasePromo, reserveDiscountedTickets, reservePromo } from './index.ts'

const actor = { name: 'guest' }
const rule = { opensPriority: false, opensPriceTypes: [], discount: { kind: 'percent' as const, percent: 10 }, mostPerPerformance: 10 }
const announce = ({ db }: TestTheatre, mostPerPerformance = 10) =>
  announcePromo(db, { code: 'CODE', name: 'A code', rule: { ...rule, mostPerPerformance } }, actor)

async function newBuyer(theatre: TestTheatre) {
  const customer = (await customerOf(theatre)).id
  return { customer, basket: await openBasket(theatre.db, theatre.brand, { customer_id: customer }) }
}
type Buyer = Awaited<ReturnType<typeof newBuyer>>

/** Reserves a use with discounted tickets, and releases it where the limit is exceeded, as a payment does. */
const reserve = ({ db }: TestTheatre, buyer: Buyer, tickets: Record<string, number>): Promise<boolean> =>
  transact(db, async (trx) => {
    await reservePromo(trx, 'CODE', buyer, actor)
    const isReserved = await reserveDiscountedTickets(trx, 'CODE', buyer.basket, tickets)
    if (!isReserved) await releasePromo(trx, buyer.basket, actor)
    return isReserved
  })
const countsOf = async ({ db }: TestTheatre): Promise<Record<string, number>> => {
  const rows = await db.selectFrom('promo_performance').select(['performance_id', 'tickets']).execute()
  return Object.fromEntries(rows.map((row) => [row.performance_id, row.tickets]))
}

it('never exceeds the limit of a performance under concurrent payments, and counts each performance by itself', async () => {
  await using theatre = await openTestTheatre()
  await announce(theatre)
  const buyers = await Promise.all(Array.from({ length: 24 }, () => newBuyer(theatre)))
  const results = await Promise.all(
    buyers.map((buyer, nth) => reserve(theatre, buyer, nth % 2 === 0 ? { tonight: 3 } : { 'members-first': 4, tonight: 1 })),
  )
  const granted = results.flatMap((isReserved, nth) => (isReserved ? [nth % 2 === 0 ? [3, 0] : [1, 4]] : []))
  const sum = (at: number): number => granted.reduce((total, counts) => total + counts[at]!, 0)
  expect(await countsOf(theatre)).toEqual({ tonight: sum(0), ...(sum(1) > 0 && { 'members-first': sum(1) }) })
  expect([sum(0) <= 10, sum(1) <= 10]).toEqual([true, true])
  // No request that would still fit was refused.
  expect(sum(0)).toBeGreaterThanOrEqual(8)
  await expectInvariants(theatre)
})

it('counts the tickets of a basket once, releases them with its use, and refunds a late payment without tickets left', async () => {
  await using theatre = await openTestTheatre()
  await announce(theatre, 2)
  const [first, second] = [await newBuyer(theatre), await newBuyer(theatre)]
  expect(await reserve(theatre, first, { tonight: 2 })).toBe(true)
  expect(await reserve(theatre, first, { tonight: 2 })).toBe(true)
  expect(await countsOf(theatre)).toEqual({ tonight: 2 })
  expect(await reserve(theatre, second, { tonight: 1 })).toBe(false)
  await transact(theatre.db, (trx) => releasePromo(trx, first.basket, actor))
  expect(await countsOf(theatre)).toEqual({ tonight: 0 })
  await expectInvariants(theatre)

  expect(await reserve(theatre, second, { tonight: 1 })).toBe(true)
  const confirm = (buyer: Buyer, tonight: number) =>
    transact(theatre.db, (trx) => confirmPromo(trx, { code: 'CODE', tickets: { tonight } }, buyer, crypto.randomUUID(), actor))
  expect(await confirm(second, 1)).toBe(true)
  expect(await countsOf(theatre)).toEqual({ tonight: 1 })
  // The payment is rolled back with the use that it has reserved again.
  const late = transact(theatre.db, async (trx) => {
    if (!(await confirmPromo(trx, { code: 'CODE', tickets: { tonight: 2 } }, first, crypto.randomUUID(), actor)))
      throw new Error('none left')
  })
  await expect(late).rejects.toThrow('none left')
  expect(await confirm(first, 1)).toBe(true)
  expect(await countsOf(theatre)).toEqual({ tonight: 2 })
  await expectInvariants(theatre)
})
