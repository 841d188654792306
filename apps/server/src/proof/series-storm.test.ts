import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectInvariants } from '#testing'
import type { ApiClient } from '@playhouse/api-client/client'
import { longestWait, timeLimit } from '@playhouse/testing/time-limit'
import { NotInTime } from '@playhouse/testing/until'
import { AnsweredProblem, type Buyer } from './fleet/buyer.ts'
import { type Fleet, openFleet } from './fleet/fleet.ts'
import { sessionOf } from './fleet/records.ts'
import { checkHistory, readHistory, recordHistory } from './history.ts'
import { createRandom, crowd, type SeededRandom } from './load.ts'

/** `PROOF_LONGER=9` makes 540 buyers and 10 kills. */
const factor = Number(process.env['PROOF_LONGER'] ?? 1)
const [servers, kills, buyers, holdSeconds] = [2, 1 + factor, 60 * factor, 10]
const [rows, seatsInRow, quantity] = [4, 10, 2]
const timeoutMs = timeLimit(180_000 * factor)
const pollOptions = { timeout: longestWait, interval: 100 }
const dates = Array.from({ length: 8 }, (_, nth) => `date-${nth}`)

/** How a buyer holds seats: the same chosen ones on all dates, those that are free of them, or the best available ones. */
type Mode = 'all' | 'keep' | 'best'
type Plan = { readonly mode: Mode; readonly dates: readonly string[]; readonly seats: readonly string[] }
type Outcome = 'taken' | 'left' | 'removed' | 'lapsed' | 'paid' | 'given-up'
type Request = Parameters<ApiClient['seats']['holdPerformances']>[0]['body']

/** Problems that end a purchase: other buyers have the seats, or the hold lapsed before the payment. */
const isLost: ReadonlySet<string> = new Set([
  ...['performances-unavailable', 'tickets-not-added', 'basket-expired', 'basket-error', 'basket-empty', 'price-changed'],
  'basket-line-unknown',
])

describe('a sale of overlapping series while servers are killed', () => {
  let fleet: Fleet
  beforeAll(async () => {
    fleet = await openFleet(servers, {
      size: { rows, seatsInRow, sold: [] },
      env: { BRAND: 'kingston', HOLD_SECONDS: String(holdSeconds) },
    })
    const { owner } = fleet.theatre.database
    await addDates(fleet)
    // Servers read the programme again at their start.
    await Promise.all(fleet.members.map(async ({ process }) => (await process.kill(), process.start())))
    await recordHistory(owner)
    await recordSeries(fleet)
  }, timeoutMs)
  afterAll(() => fleet.close(), timeoutMs)

  it(
    `${buyers} buyers, ${dates.length} dates, ${servers} processes, ${kills} kill -9: no seat is sold twice, and no buyer has part of a series`,
    async () => {
      const plans = new Map<string, Plan>()
      let hasEnded = false
      const killer = (async () => {
        const dice = createRandom(1)
        for (let nth = 0; nth < kills && !hasEnded; nth++) {
          await wait(500 + dice.roll(1_000))
          const { process } = fleet.members[dice.roll(servers)]!
          await process.kill()
          await process.start()
        }
      })()
      const outcomes = await crowd(buyers, 30, async (nth) => {
        const dice = createRandom(1_000 + nth)
        const buyer = await fleet.buyer()
        const plan = planOf(dice)
        plans.set(buyer.customer!, plan)
        return buy(buyer, plan, dice)
      }).finally(async () => {
        hasEnded = true
        await killer
      })
      await expectInvariants(fleet.theatre)
      await waitUntilNothingIsHeld(fleet)
      process.stdout.write(`${JSON.stringify({ buyers, kills, outcomes: countOf(outcomes) })}\n`)
      expect(outcomes).toContain('paid')
      await expectWholeSeries(fleet, plans)
      await expectPaymentsEven(fleet)
      await expectInvariants(fleet.theatre)
    },
    timeoutMs,
  )
})

const countOf = (outcomes: readonly Outcome[]): Partial<Record<Outcome, number>> =>
  Object.fromEntries([...Map.groupBy(outcomes, (outcome) => outcome)].map(([outcome, all]) => [outcome, all.length]))

/** Adds the dates of the series: performances like `tonight`, one a day. */
async function addDates({ theatre: { database } }: Fleet): Promise<void> {
  await sql`
    insert into performance
    select (jsonb_populate_record(p, jsonb_build_object(
      'id', 'date-' || nth, 'starts_at', p.starts_at + make_interval(days => 10 + nth), 'starts_local', ${'2099-01-01T19:30'}::text))).*
    from performance p, generate_series(0, ${dates.length - 1}::int) nth where p.id = 'tonight'`.execute(database.owner)
}

/** Records each ticket of a series with the transaction that inserted it, because tickets of lapsed and reset baskets are deleted. */
async function recordSeries({ theatre: { database } }: Fleet): Promise<void> {
  const statements = [
    `create table series_history (series uuid not null, basket_id uuid not null, performance_id text not null, seat int not null, xid text not null)`,
    `create function note_series() returns trigger language plpgsql as $$
      begin
        insert into series_history values (new.series, new.basket_id, new.performance_id, new.seat, pg_current_xact_id()::text);
        return null;
      end $$`,
    `create trigger series_history after insert on basket_ticket for each row when (new.series is not null) execute function note_series()`,
    `grant select, insert on series_history to public`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(database.owner)
}

/** Two seats on three to six dates, in any order of the dates. */
function planOf(dice: SeededRandom): Plan {
  const order = dates.map((date) => ({ date, place: dice.roll(1_000_000) })).toSorted((a, b) => a.place - b.place)
  // Most choose pairs that leave no single seat.
  const from = dice.chance(0.75) ? 1 + quantity * dice.roll(seatsInRow / quantity) : 1 + dice.roll(seatsInRow - quantity + 1)
  const row = String.fromCodePoint(65 + dice.roll(rows))
  return {
    mode: (['all', 'keep', 'best'] as const)[dice.roll(3)]!,
    dates: order.slice(0, 3 + dice.roll(4)).map(({ date }) => date),
    seats: Array.from({ length: quantity }, (_, nth) => `stalls.${row}.${from + nth}`),
  }
}

function requestOf({ mode, dates, seats }: Plan, once: string): Request {
  if (mode === 'best')
    return { performances: dates.map((instance) => ({ instance })), wish: { quantity, together: true }, sameSeats: 'preferred', once }
  const chosen = seats.map((seat) => ({ seat, priceType: 'full' }))
  return {
    performances: dates.map((instance) => ({ instance, seats: chosen })),
    ifTaken: mode === 'keep' ? 'keep' : 'refuse',
    once,
  }
}

/** Holds a series. A fifth of the buyers leave with it, a fifth reset the basket, and the others pay. */
async function buy(buyer: Buyer, plan: Plan, dice: SeededRandom): Promise<Outcome> {
  try {
    const held = await buyer.retry(() => buyer.client.seats.holdPerformances({ body: requestOf(plan, `of ${buyer.customer}`) }))
    if (!held.ok && isLost.has(held.error.code)) return 'taken'
    if (!held.ok) throw new AnsweredProblem(held.error)
    await takeEqualSeats(buyer, held.value)
    if (dice.chance(0.2)) return 'left'
    if (dice.chance(0.25)) {
      await buyer.retry(() => buyer.client.basket.reset())
      return 'removed'
    }
    await buyer.fillIn()
    const { page } = await buyer.start()
    await buyer.pay(page)
    return 'paid'
  } catch (error) {
    if (error instanceof NotInTime) return 'given-up'
    // Retries while no server replies count against the limit of the buyer's network.
    if (error instanceof AnsweredProblem && error.code === 'too-many-requests') return 'given-up'
    if (error instanceof AnsweredProblem && isLost.has(error.code)) return 'lapsed'
    throw error
  }
}

type Held = Extract<Awaited<ReturnType<ApiClient['seats']['holdPerformances']>>, { ok: true }>['value']

/** Replaces the kept seats of each date that lost one by the equal seats that were offered. */
async function takeEqualSeats(buyer: Buyer, { series, lost }: Held): Promise<void> {
  const performances = lost.flatMap(({ instance, instead }) =>
    instead
      ? [
          {
            instance,
            seats: instead.swaps.map(({ to }) => ({ seat: to, priceType: 'full' })),
            giveBack: instead.swaps.map(({ from }) => from),
          },
        ]
      : [],
  )
  if (performances.length === 0) return
  const body = { performances, series, once: `equal of ${buyer.customer}` }
  const changed = await buyer.retry(() => buyer.client.seats.holdPerformances({ body }))
  if (!changed.ok && !isLost.has(changed.error.code)) throw new AnsweredProblem(changed.error)
}

/** What payments and baskets still hold ends by the clock of the database. */
async function waitUntilNothingIsHeld({ theatre: { db } }: Fleet): Promise<void> {
  await sql`update outbox set available_at = now() where done_at is null`.execute(db)
  await expect
    .poll(async () => {
      await sql`update payment_attempt set created_at = created_at - interval '90 seconds' where state in ('created', 'redirected') and created_at > now() - interval '60 seconds'`.execute(
        db,
      )
      await sql`
        update outbox set available_at = now()
        where done_at is null and last_error is not null and available_at - now() not between interval '35 seconds' and interval '60 seconds'`.execute(
        db,
      )
      const { rows: counts } = await sql<{ held: number; open: number; waiting: number }>`
        select (select count(*)::int from basket_ticket t join basket b on b.id = t.basket_id where b.state in ('open', 'paying')) as held,
          (select count(*)::int from payment_attempt where state in ('created', 'redirected', 'refund-due')) as open,
          (select count(*)::int from outbox where done_at is null) as waiting`.execute(db)
      return counts[0]
    }, pollOptions)
    .toEqual({ held: 0, open: 0, waiting: 0 })
}

type SeriesRow = { series: string; customer: string; performance: string; transactions: number; seats: number }

/** Every series of a buyer who wanted all or none was inserted in one transaction, with each date complete. Orders have whole series too. */
async function expectWholeSeries({ theatre: { db } }: Fleet, plans: ReadonlyMap<string, Plan>): Promise<void> {
  const { rows } = await sql<SeriesRow>`
    select h.series, b.customer_id as customer, h.performance_id as performance, count(*)::int as seats,
      (select count(distinct xid)::int from series_history o where o.series = h.series) as transactions
    from series_history h join basket b on b.id = h.basket_id group by h.series, b.customer_id, h.performance_id`.execute(db)
  const series = Map.groupBy(rows, (row) => row.series)
  const whole = [...series.values()].filter(([first]) => plans.get(first!.customer)!.mode !== 'keep')
  expect(whole.length).toBeGreaterThan(0)
  for (const each of whole) {
    const plan = plans.get(each[0]!.customer)!
    expect(each.map(({ performance }) => performance).toSorted()).toEqual(plan.dates.toSorted())
    for (const { seats, transactions } of each) expect([seats, transactions]).toEqual([quantity, 1])
  }
  const orders = await db
    .selectFrom('ticket as t')
    .innerJoin('customer_order as o', 'o.id', 't.order_id')
    .select(['o.id', 'o.customer_id', 't.performance_id'])
    .execute()
  for (const tickets of Map.groupBy(orders, ({ id }) => id).values()) {
    const plan = plans.get(tickets[0]!.customer_id)!
    const counts = [...Map.groupBy(tickets, ({ performance_id }) => performance_id).values()].map(({ length }) => length)
    if (plan.mode === 'keep') expect(Math.max(...counts)).toBeLessThanOrEqual(quantity)
    else expect(counts).toEqual(plan.dates.map(() => quantity))
  }
}

/** Every seat's claims form a valid sequence, and every payment is an order or refunded in full. */
async function expectPaymentsEven(fleet: Fleet): Promise<void> {
  const { db } = fleet.theatre
  const orders = await db.selectFrom('customer_order').select(['basket_id', 'attempt_id', 'id']).execute()
  const basketOf = new Map(orders.map((order) => [order.id, order.basket_id]))
  expect(checkHistory(await readHistory(db), new Map(), basketOf)).toEqual([])
  for (const [id, page] of fleet.provider.pages) {
    const { status, amount, refunded } = await sessionOf(fleet, page.split('/').at(-1)!)
    const isOrdered = orders.some((order) => order.attempt_id === id)
    const charged = status === 'succeeded' ? amount - refunded : 0
    expect([id, charged]).toEqual([id, isOrdered ? amount : 0])
  }
}
