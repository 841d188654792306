import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { addItem, setBilling, setNotes } from '#modules/basket'
import { addTickets } from '#modules/hold'
import { fullPriceSeats, openTestTheatre, type TestTheatre } from '#testing'
import { actor } from './testing/buyer.ts'
import { billing, createItemBuyer, friend, gift, protection, selling, vouchers } from './testing/item-buyer.ts'

/** Counts the SQL statements of a checkout, and their round trips: reading the basket, starting the payment and settling it. */
async function countStatements(theatre: TestTheatre, seats: readonly string[], items: Parameters<typeof createItemBuyer>[1]) {
  const buyer = await createItemBuyer(theatre, [])
  await addTickets(theatre, buyer.basket, actor, 'tonight', fullPriceSeats(...seats))
  for (const item of items) expect(await addItem(theatre, buyer.basket, actor, item)).toMatchObject({ ok: true })
  await setNotes(theatre, buyer.basket, actor, { order: '', access: '', termsAccepted: true })
  await setBilling(theatre, buyer.basket, actor, billing)
  const counts = { statements: 0, roundTrips: 0 }
  let waiting = 0
  const send = pg.Client.prototype.query as (...args: unknown[]) => Promise<unknown>
  const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (this: pg.Client, ...args: unknown[]) {
    counts.statements += 1
    if (waiting === 0) counts.roundTrips += 1
    waiting += 1
    try {
      return await send.apply(this, args)
    } finally {
      waiting -= 1
    }
  })
  try {
    await buyer.pay()
    return counts
  } finally {
    query.mockRestore()
  }
}

type Counts = Awaited<ReturnType<typeof countStatements>>
/** The smaller counts of two checkouts: a busy machine splits some packets, and lets cached reads expire. */
const fewest = (one: Counts, other: Counts): Counts => ({
  statements: Math.min(one.statements, other.statements),
  roundTrips: Math.min(one.roundTrips, other.roundTrips),
})

it('pays for a mixed basket with few statements and round trips more than for tickets alone', async () => {
  await using theatre = await openTestTheatre(selling)
  const mixed = [gift(20_00), friend, vouchers(25_00), protection]
  // The first checkout fills the caches.
  await countStatements(theatre, ['A.1'], mixed)
  const tickets = fewest(await countStatements(theatre, ['B.1', 'B.2'], []), await countStatements(theatre, ['B.3', 'B.4'], []))
  const all = fewest(await countStatements(theatre, ['C.1', 'C.2'], mixed), await countStatements(theatre, ['C.3', 'C.4'], mixed))
  const difference = { statements: all.statements - tickets.statements, roundTrips: all.roundTrips - tickets.roundTrips }
  expect(difference.statements, `${all.statements} statements instead of ${tickets.statements}`).toBeLessThanOrEqual(14)
  expect(difference.roundTrips, `${all.roundTrips} round trips instead of ${tickets.roundTrips}`).toBeLessThanOrEqual(2)
})
