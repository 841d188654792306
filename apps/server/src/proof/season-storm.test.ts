import { expect, it, onTestFinished } from 'vitest'
import type { ApiClient } from '@playhouse/api-client/client'
import { money } from '@playhouse/domain/money'
import { longestWait, timeLimit, usualWait } from '@playhouse/testing/time-limit'
import type { Buyer } from './fleet/buyer.ts'
import { type Fleet, openFleet } from './fleet/fleet.ts'
import { addSmallerPlan, changePlan, plansServed } from './fleet/plans.ts'
import { programmerOf, valueOf } from './fleet/programmer.ts'

const instance = 'tonight'
const event = 'the-tempest'
const size = { rows: 20, seatsInRow: 24, sold: [], prices: [45_00, 30_00] as const }
/** Buyers who begin to choose with each change of staff. */
const buyersPerChange = 50
/** Rows in the order in which buyers choose in them. */
const rowsToChoose = 'BCEDFGHIJK'
/** Rows that staff lock: buyers choose in the first one then. */
const lockedRows = ['E', 'S']
/** Prices of the bands before and after the change of staff. */
const pricesOf: Readonly<Record<string, readonly number[]>> = { a: [45_00, 50_00], b: [30_00] }

/** Raises the full price of band `a`, for both plans of the hall. */
async function raisePrice(programmer: ApiClient): Promise<void> {
  for (const priceList of ['small-week', 'small-other']) {
    const params = { priceList }
    const { version, name, priceTypes, prices } = valueOf(await programmer.priceLists.one({ params }))
    const edit = { name, priceTypes, prices: { ...prices, a: { ...prices.a, full: { price: money(50_00), fee: money(0) } } } }
    valueOf(await programmer.priceLists.edit({ params, body: { version, edit } }))
  }
}

/** Locks rows for critics. @returns the seats that were free */
async function lockRows(programmer: ApiClient): Promise<string[]> {
  const params = { instance }
  const seats = lockedRows.flatMap((row) => Array.from({ length: size.seatsInRow }, (_, nth) => `stalls.${row}.${nth + 1}`))
  const { version } = valueOf(await programmer.seatLocks.one({ params }))
  const painting = [{ lock: { type: 'press' as const, note: 'Critics', release: null }, seats }]
  const painted = valueOf(await programmer.seatLocks.paint({ params, body: { version, painting, also: [] } }))
  const taken = new Set(painted.performances[0]!.taken)
  return seats.filter((seat) => !taken.has(seat))
}

/** The availability that each process shows. */
const labelsOf = ({ members }: Fleet): Promise<string[]> =>
  Promise.all(
    members.map(async ({ process }) => {
      const reply = (await (await fetch(`${process.origin}/api/instances/${instance}`)).json()) as { availability: string }
      return reply.availability
    }),
  )

type Hold = { readonly buyer: Buyer; readonly ticket: string; readonly price: number }

it(
  'changes a price, a lock, the plan and the end of the sale while 200 buyers choose and pay: no wrong price is paid, and no seat is lost',
  async () => {
    const fleet = await openFleet(2, { size })
    onTestFinished(() => fleet.close(), timeLimit(240_000))
    const { db } = fleet.theatre
    await addSmallerPlan(fleet.theatre, size)
    const programmer = await programmerOf(fleet)
    const held: Hold[] = []
    let isOver = false
    /** Chooses one seat after the other until one is held, or the sale has ended: they are refused while the plan changes. */
    const choose = async (buyer: Buyer, nth: number): Promise<void> => {
      for (let tries = 0; tries < 40 && !isOver; tries++) {
        const place = (nth + tries * 37) % (rowsToChoose.length * size.seatsInRow)
        const row = rowsToChoose[Math.floor(place / size.seatsInRow)]!
        const result = await buyer.hold(`${row}.${(place % size.seatsInRow) + 1}`)
        if (!result.ok) {
          expect(['seats-taken', 'plan-changed', 'instance-off-sale']).toContain(result.error.code)
          continue
        }
        const [ticket] = result.value.tickets
        expect(pricesOf[ticket!.band]).toContain(ticket!.price)
        held.push({ buyer, ticket: ticket!.id, price: ticket!.price })
        return
      }
    }

    // Some have an open payment page when everything changes.
    const paying = await Promise.all(
      Array.from({ length: 6 }, async (_, nth) => {
        const buyer = await fleet.buyer()
        const { tickets } = valueOf(await buyer.hold(`L.${nth + 1}`))
        await buyer.fillIn()
        return { buyer, price: tickets[0]!.price, ...(await buyer.start()) }
      }),
    )
    const storm: Promise<void>[] = []
    /** Lets further buyers begin to choose, and changes something meanwhile. */
    const during = <Result>(change: () => Promise<Result>): Promise<Result> => {
      const from = storm.length
      storm.push(...Array.from({ length: buyersPerChange }, (_, nth) => choose(fleet.guest(), from + nth)))
      return change()
    }
    await during(() => raisePrice(programmer))
    const locked = await during(() => lockRows(programmer))
    await during(() => changePlan(programmer, instance, '2', 'small-other'))
    await expect.poll(() => plansServed(fleet, instance), { timeout: usualWait, interval: 50 }).toEqual(['2', '2'])
    const payments = paying.map(async ({ buyer, payment, page }) => {
      await buyer.pay(page)
      expect(await buyer.outcome(payment)).toBe('succeeded')
    })
    const closed = {
      ...{ channel: 'web' as const, memberships: null, limit: null },
      ...{
        from: { kind: 'days-before' as const, days: 100, time: '10:00' },
        until: { kind: 'days-before' as const, days: 30, time: '10:00' },
      },
    }
    const edited = await during(() => programmer.saleWindows.edit({ params: { event }, body: { version: null, windows: [closed] } }))
    const { changeSet } = valueOf(edited)
    await expect.poll(() => labelsOf(fleet), { timeout: usualWait, interval: 50 }).toEqual(['not-on-sale', 'not-on-sale'])
    isOver = true
    await Promise.all([...storm, ...payments])
    for (const result of await Promise.all(['M.1', 'M.2'].map((seat) => fleet.guest().hold(seat))))
      expect(result).toMatchObject({ ok: false, error: { code: 'instance-off-sale' } })

    // Each buyer has the seat that was given, at the price that was shown; the paid ones at that of their payment page.
    const baskets = await db.selectFrom('basket_ticket').select(['id', 'seat', 'price']).where('performance_id', '=', instance).execute()
    const rowOf = new Map(baskets.map((row) => [row.id, row]))
    for (const { ticket, price } of held) expect(rowOf.get(ticket)?.price).toBe(price)
    const tickets = await db.selectFrom('ticket').select(['seat', 'price']).where('performance_id', '=', instance).execute()
    expect(tickets.map(({ price }) => price).toSorted()).toEqual(paying.map(({ price }) => price).toSorted())
    const taken = [...held.map(({ ticket }) => rowOf.get(ticket)!.seat), ...tickets.map(({ seat }) => seat)]
    expect(new Set(taken).size).toBe(held.length + paying.length)
    // Locked seats are neither sold nor in a basket, and no seat is lost.
    const claims = await db.selectFrom('seat_claim').select(['seat', 'state']).where('performance_id', '=', instance).execute()
    const blocked = claims.filter(({ state }) => state === 'blocked').map(({ seat }) => seat)
    expect(blocked).toHaveLength(locked.length)
    expect(blocked.filter((seat) => taken.includes(seat))).toEqual([])
    expect(claims).toHaveLength(taken.length + blocked.length)
    expect(locked.length).toBeGreaterThanOrEqual(size.seatsInRow)
    // Holds are refused while the plan changes; a slow machine refuses more of them.
    expect(held.length).toBeGreaterThan(20)
    expect(new Set(held.map(({ price }) => price))).toContain(50_00)
    await Promise.all(
      held.slice(0, 20).map(async ({ buyer, ticket, price }) => {
        expect(valueOf(await buyer.client.basket.read()).tickets).toMatchObject([{ id: ticket, price }])
      }),
    )

    // The sale begins again when the change is undone.
    valueOf(await programmer.planning.undo({ params: { change: changeSet! }, body: {} }))
    await expect.poll(() => labelsOf(fleet), { timeout: longestWait, interval: 50 }).not.toContain('not-on-sale')
    const late = fleet.guest()
    const { tickets: bought } = valueOf(await late.hold('M.3'))
    expect(pricesOf[bought[0]!.band]!.at(-1)).toBe(bought[0]!.price)
  },
  timeLimit(240_000),
)
