import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { longestWait, timeLimit } from '@playhouse/testing/time-limit'
import { createPaymentProvider } from '#adapters/payment'
import { newId } from '#db'
import { discardMessage, listParked, retryMessage } from '#jobs'
import { readViolations } from '#modules/invariant'
import { refundOrder } from '#modules/payment'
import { money } from '@playhouse/domain/money'
import { crowd } from './load.ts'
import { type Fleet, openFleet } from './fleet/fleet.ts'
import { attemptsOf, ordersOf, readyToPay, sessionOf } from './fleet/records.ts'

/** Number of repetitions of the load: `pnpm test:soak` sets more than one. */
const repetitions = Number(process.env['PROOF_LONGER'] ?? 1)
const timeoutMs = timeLimit(300_000 * repetitions)
/** Polling with the longest timeout, in milliseconds, for slow machines. */
const pollOptions = { timeout: longestWait, interval: 100 }

const seatsInRow = 10
/** Numbers of orders that are refunded, of poisoned refunds among them, and of sales at the same time. */
const [refunds, poisoned, sales] = [24, 4, 16]
const rows = (refunds + sales) / seatsInRow
const operator = { name: 'operator' }
/** Earlier tries of the poisoned refunds; with over a thousand, the retry pause overflowed once. */
const triesBefore = [0, 79, 1_022, 2_000]

describe('an outbox with poisoned messages among refunds while sales continue', () => {
  let fleet: Fleet
  beforeAll(async () => {
    fleet = await openFleet(3, { size: { rows: rows * repetitions, seatsInRow, sold: [] } })
    // A poisoned refund is made at the provider, and storing its result fails.
    for (const statement of [
      `create table poison (attempt uuid primary key)`,
      `create function refuse_poisoned() returns trigger language plpgsql as $$ begin
        if new.state = 'made' and exists (select from poison where attempt = new.attempt_id) then raise exception 'poisoned refund'; end if;
        return new; end $$`,
      `create trigger refuse_poisoned before update on refund for each row execute function refuse_poisoned()`,
    ])
      await sql.raw(statement).execute(fleet.theatre.database.owner)
  }, timeoutMs)
  afterAll(() => fleet.close(), timeoutMs)

  it(
    `makes ${refunds - poisoned} refunds and sells ${sales} orders at once, parks ${poisoned} refunds, and makes each once when they are retried`,
    async () => {
      for (let time = 0; time < repetitions; time++) expect(await storm(fleet, time * rows), 'parked').toBe(poisoned + 1)
    },
    timeoutMs,
  )
})

type Sold = { readonly attempt: string; readonly session: string; readonly number: string; readonly order: string; readonly amount: number }

/** Holds a seat and pays for it. Returns the order. */
async function buy(fleet: Fleet, seat: string): Promise<Sold> {
  const buyer = await readyToPay(fleet, seat)
  const { payment, page } = await buyer.start()
  await buyer.pay(page)
  expect(await buyer.outcome(payment)).toBe('succeeded')
  const [[order], [attempt]] = [await ordersOf(fleet, buyer), await attemptsOf(fleet, buyer)]
  return { attempt: attempt!.id, session: attempt!.session_id!, number: order!.number, order: order!.id, amount: attempt!.amount }
}

function seatOf(firstRow: number, nth: number): string {
  const row = firstRow + Math.floor(nth / seatsInRow)
  return `${row < 26 ? String.fromCodePoint(65 + row) : row + 1}.${(nth % seatsInRow) + 1}`
}

/** @returns how many messages were parked */
async function storm(fleet: Fleet, firstRow: number): Promise<number> {
  const { db } = fleet.theatre
  const sold = await crowd(refunds, 6, (nth) => buy(fleet, seatOf(firstRow, nth)))
  // There are good refunds before and after each poisoned one.
  const poison = sold.filter((_, nth) => nth % (refunds / poisoned) === 2)
  await sql`insert into poison select unnest(${poison.map(({ attempt }) => attempt)}::uuid[])`.execute(db)
  await sql`insert into outbox (id, topic, key, payload) values (${newId()}, 'payment.of-a-newer-version', 'poison', '{}')`.execute(db)
  const theatre = { ...fleet.theatre, provider: createPaymentProvider({ url: fleet.provider.origin, secret: fleet.secret }), origin: '' }
  const stateOf = async (messages: readonly Sold[]) => {
    const orders = messages.map(({ order }) => order)
    const states = await db.selectFrom('refund').select('state').where('order_id', 'in', orders).execute()
    return states.map(({ state }) => state)
  }

  const selling = crowd(sales, 4, (nth) => buy(fleet, seatOf(firstRow, refunds + nth)))
  for (const { number, amount } of sold)
    expect(await refundOrder(theatre, number, { amount: money(amount), reason: 'storm' }, operator)).toMatchObject({ ok: true })
  for (const [nth, { order }] of poison.entries())
    await sql`update outbox set tries = ${triesBefore[nth]} where topic = 'payment.refund' and done_at is null
      and key in (select id::text from refund where order_id = ${order})`.execute(db)
  const good = sold.filter((message) => !poison.includes(message))
  await expect.poll(() => stateOf(good), pollOptions).toEqual(good.map(() => 'made'))
  expect(await stateOf(poison)).toEqual(poison.map(() => 'due'))
  expect(await selling, 'sales meanwhile').toHaveLength(sales)

  const parked = await parkAll(fleet, poison)
  expect(new Set((await readViolations(db)).map(({ name }) => name))).toEqual(new Set(['invariant_outbox_parked']))
  await sql`delete from poison`.execute(db)
  for (const { id, topic } of parked)
    if (topic === 'payment.refund') {
      expect(await discardMessage(db, id, operator), 'money that is owed').toBe('owed')
      expect(await retryMessage(db, id, operator)).toBe(true)
    } else expect(await discardMessage(db, id, operator)).toBe('discarded')
  await expect
    .poll(() => db.selectFrom('outbox').select(['topic', 'last_error']).where('done_at', 'is', null).execute(), pollOptions)
    .toEqual([])
  expect(await stateOf(sold)).toEqual(sold.map(() => 'made'))
  for (const { session, amount } of sold) expect((await sessionOf(fleet, session)).refunded, 'refunded once').toBe(amount)
  return parked.length
}

/**
 * Advances the poisoned messages to their last try, and returns the messages that are then parked. The others keep their lease:
 * one whose lease ends while it is processed is taken a second time, and its first process can't mark it as done.
 */
async function parkAll({ theatre: { db } }: Fleet, poison: readonly Sold[]) {
  const orders = poison.map(({ order }) => order)
  await expect
    .poll(async () => {
      await sql`
        update outbox set tries = greatest(tries, 79), available_at = now()
        where done_at is null and parked_at is null
          and (key = 'poison' or key in (select id::text from refund where order_id = any(${orders}::uuid[])))`.execute(db)
      return (await listParked(db)).length
    }, pollOptions)
    .toBe(poison.length + 1)
  return listParked(db)
}
