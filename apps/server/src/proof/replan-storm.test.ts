import { expect, it, onTestFinished } from 'vitest'
import type { ApiClient } from '@playhouse/api-client/client'
import { type Plan, placeName } from '@playhouse/domain/plan'
import { timeLimit, usualWait } from '@playhouse/testing/time-limit'
import { expectInvariants } from '#testing'
import type { Buyer } from './fleet/buyer.ts'
import { type Fleet, openFleet } from './fleet/fleet.ts'
import { addSmallerPlan, changePlan, plansServed } from './fleet/plans.ts'
import { programmerOf, valueOf } from './fleet/programmer.ts'

const instance = 'tonight'
const seatsInRow = 12
const size = { rows: 20, seatsInRow, sold: [], prices: [45_00, 30_00] as const }
const prices: Readonly<Record<string, number>> = { a: 45_00, b: 30_00 }
const payers = 8
/** Rows in which buyers choose: others have space for those whose row the other plan lacks. */
const rowsToChoose = ['A', 'C', 'D', 'F', 'H', 'K', 'L', 'N']
/** Row A is only in the first plan, so that all seats have another index in the second one. */
const lostRow = 'A'

/** Changes the plan while buyers hold seats, until both processes show the new plan. */
async function changeWhile(
  fleet: Fleet,
  programmer: ApiClient,
  [version, list]: readonly [string, string],
  holding: readonly Promise<unknown>[],
) {
  await changePlan(programmer, instance, version, list)
  await expect.poll(() => plansServed(fleet, instance), { timeout: usualWait, interval: 50 }).toEqual([version, version])
  await Promise.all(holding)
}

type Hold = { readonly buyer: Buyer; readonly ticket: string; readonly price: number }

it(
  'changes the plan to another one and back while 192 buyers choose and pay: no seat is lost, and each price is the one that was shown',
  async () => {
    const fleet = await openFleet(2, { size })
    onTestFinished(() => fleet.close(), timeLimit(240_000))
    const { db } = fleet.theatre
    const plans = await addSmallerPlan(fleet.theatre, size)
    const programmer = await programmerOf(fleet)
    const held: Hold[] = []
    const hold = async (buyer: Buyer, seat: string): Promise<void> => {
      // A hold with the plan before is refused, and the buyer chooses again. Seats of the lost row cannot be chosen then.
      for (let tries = 0; tries < 3; tries++) {
        const result = await buyer.hold(seat)
        if (!result.ok) continue
        const [ticket] = result.value.tickets
        expect(ticket!.price).toBe(prices[ticket!.band])
        held.push({ buyer, ticket: ticket!.id, price: ticket!.price })
        return
      }
    }
    const seatsOf = (from: number, to: number): string[] =>
      rowsToChoose.flatMap((row) => Array.from({ length: to - from }, (_, nth) => `${row}.${from + nth + 1}`))

    // Buyers with an open payment page, whose row the other plan lacks.
    const paying = await Promise.all(
      Array.from({ length: payers }, async (_, nth) => {
        const buyer = await fleet.buyer()
        await hold(buyer, `${lostRow}.${nth + 1}`)
        await buyer.fillIn()
        return { buyer, ...(await buyer.start()) }
      }),
    )
    const seats = seatsOf(payers, seatsInRow)
    const early = seats.map((seat) => hold(fleet.guest(), seat))
    const more = rowsToChoose.slice(1).flatMap((row) => Array.from({ length: payers }, (_, nth) => `${row}.${nth + 1}`))
    const [during, late] = [more.slice(0, more.length / 2), more.slice(more.length / 2)]
    await changeWhile(fleet, programmer, ['2', 'small-other'], [...early, ...during.map((seat) => hold(fleet.guest(), seat))])

    const payAll = paying.map(async ({ buyer, payment, page }) => {
      await buyer.pay(page)
      expect(await buyer.outcome(payment)).toBe('succeeded')
    })
    const holding = [...late, ...Array.from({ length: 96 - late.length }, (_, nth) => `${'PQRST'[nth % 5]!}.${Math.floor(nth / 5) + 1}`)]
    await Promise.all([
      ...payAll.slice(0, payers / 2),
      changeWhile(
        fleet,
        programmer,
        ['1', 'small-week'],
        [...holding.map((seat) => hold(fleet.guest(), seat)), ...payAll.slice(payers / 2)],
      ),
    ])

    // Each buyer who was given a seat has one, at the price that was shown.
    const plan = plans.get('1')!
    const inBaskets = await db.selectFrom('basket_ticket').select(['id', 'seat', 'price']).where('performance_id', '=', instance).execute()
    const tickets = await db
      .selectFrom('ticket')
      .select(['seat', 'area', 'row_label', 'number', 'price'])
      .where('performance_id', '=', instance)
      .execute()
    const seatedAt = new Map<string, number>()
    const open = held.filter(({ buyer }) => buyer.customer === undefined)
    for (const { ticket, price } of open) {
      const row = inBaskets.find(({ id }) => id === ticket)!
      expect(row.price).toBe(price)
      seatedAt.set(ticket, row.seat)
    }
    const taken = [...seatedAt.values(), ...tickets.map(({ seat }) => seat)]
    // Fewer than all, because holds with the former plan are refused; a slow machine refuses more of them.
    expect(held.length).toBeGreaterThan(48)
    expect(new Set(taken).size).toBe(held.length)
    const claims = await db.selectFrom('seat_claim').select('seat').where('performance_id', '=', instance).execute()
    expect(new Set(claims.map(({ seat }) => seat))).toEqual(new Set(taken))
    // Each ticket names the place that its index has in the plan, and each basket shows it.
    expect(tickets).toHaveLength(payers)
    for (const { seat, area, row_label, number, price } of tickets) {
      expect({ area, row: row_label, number }).toEqual(placeOf(plan, seat))
      expect(price).toBe(45_00)
    }
    await Promise.all(
      open.slice(0, 40).map(async ({ buyer, ticket, price }) => {
        const { tickets } = valueOf(await buyer.client.basket.read())
        expect(tickets).toMatchObject([{ id: ticket, price, ...placeOf(plan, seatedAt.get(ticket)!) }])
      }),
    )
    await expectInvariants(fleet.theatre)
  },
  timeLimit(240_000),
)

function placeOf(plan: Plan, seat: number) {
  const { area, row, number } = placeName(plan, seat)
  return { area, row, number }
}
