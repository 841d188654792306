import { sql } from 'kysely'
import { expect } from 'vitest'
import { applyCallback, makeRefund } from '../index.ts'
import { callbackOf } from './buyer.ts'
import { endUnsentAttempt } from '../settle-payment.ts'
import { actor, codes, creditValue, voucherValue, type World } from './money-world.ts'

const numberOf = async ({ db }: World, query: ReturnType<typeof sql<{ amount: number }>>): Promise<number> =>
  (await query.execute(db)).rows[0]!.amount

/** Sums in minor units: what visitors can spend, what orders were paid with, and what was refunded or is owed. */
async function readTotals(world: World) {
  const { rows } = await sql<{ spendable: number; orders: number; sold: number; returned: number; late: number; owed: number }>`
    select (select coalesce(sum(balance), 0) from ledger_account)::int as spendable,
      (select coalesce(sum(paid), 0) from customer_order)::int as orders,
      (select coalesce(sum(amount), 0) from ledger_entry where account_id is not null and reason in ('returned', 'refunded'))::int as returned,
      (select coalesce(sum(amount), 0) from ledger_entry where account_id is not null and reason in ('sold', 'topped-up', 'recalled'))::int as sold,
      (select coalesce(sum(amount), 0) from refund where order_id is null)::int as late,
      (select coalesce(sum(amount), 0) from refund)::int as owed`.execute(world.db)
  return rows[0]!
}

/** Money of sessions whose payment the shop has recorded, or of all paid sessions; minor units. */
async function countTaken({ db, sessions }: World, of: 'recorded' | 'all'): Promise<number> {
  const recorded = await db
    .selectFrom('payment_attempt')
    .select('id')
    .where('state', 'in', ['succeeded', 'refund-due', 'refunded'])
    .execute()
  const ids = new Set(recorded.map(({ id }) => `s-${id}`))
  const paid = [...sessions.values()].filter(({ status, sessionId }) => status === 'succeeded' && (of === 'all' || ids.has(sessionId)))
  return paid.reduce((sum, { amount }) => sum + amount, 0)
}

/**
 * Money received by vouchers, credit and card is in ledger accounts, in orders, or owed as refunds; and refunds never exceed
 * receipts.
 */
export async function expectConserved(world: World): Promise<void> {
  const { spendable, orders, sold, returned, late, owed } = await readTotals(world)
  const taken = await countTaken(world, 'recorded')
  const sent = [...world.refunds.values()].reduce((sum, amount) => sum + amount, 0)
  expect(spendable + orders - sold - returned + late).toBe(codes.length * voucherValue + 2 * creditValue + taken)
  expect(sent).toBeLessThanOrEqual(owed)
  expect(owed).toBeLessThanOrEqual(taken)
}

/**
 * Finds orders whose lines, items, tenders and effects disagree. In an even one its lines are its total, its tenders are what was paid, its vouchers
 * are liabilities from the sale to the return, and a returned order has nothing left.
 */
export async function readUnevenOrders({ db }: World): Promise<unknown[]> {
  const { rows } = await sql`
    select o.number, o.state, o.total, o.paid, o.totals -> 'total' as shown, lines.amount as lines, items.amount as items,
      item_lines.amount as item_lines, spent.amount as spent, a.amount as card, refunds.amount as refunds, restored.amount as restored,
      sold.amount as sold, recalled.amount as recalled, vouchers.sold as vouchers, vouchers.returned as returned_vouchers
    from customer_order o join payment_attempt a on a.id = o.attempt_id
      cross join lateral (select coalesce(sum(amount), 0) as amount from order_line where order_id = o.id) lines
      cross join lateral (select coalesce(sum(amount), 0) as amount from order_item where order_id = o.id) items
      cross join lateral (select coalesce(sum(amount), 0) as amount from order_line where order_id = o.id
        and kind not in ('ticket', 'delivery', 'fee', 'discount')) item_lines
      cross join lateral (select coalesce(sum(amount), 0) as amount from refund where order_id = o.id) refunds
      cross join lateral (select
        coalesce(sum(amount) filter (where kind in ('gift-voucher', 'voucher-top-up')), 0) as sold,
        coalesce(sum(amount) filter (where kind in ('gift-voucher', 'voucher-top-up') and returned_at is not null), 0) as returned
        from order_item where order_id = o.id) vouchers
      cross join lateral (select -coalesce(sum(amount), 0) as amount from ledger_entry
        where order_id = o.id and account_id is not null and reason = 'spent') spent
      cross join lateral (select coalesce(sum(amount), 0) as amount from ledger_entry
        where order_id = o.id and account_id is not null and reason in ('returned', 'refunded')) restored
      cross join lateral (select coalesce(sum(amount), 0) as amount from ledger_entry
        where order_id = o.id and account_id is not null and reason in ('sold', 'topped-up')) sold
      cross join lateral (select -coalesce(sum(amount), 0) as amount from ledger_entry
        where order_id = o.id and account_id is not null and reason = 'recalled') recalled
    where o.state in ('confirmed', 'on-hold', 'returned') and (
      o.total <> lines.amount or items.amount <> item_lines.amount or o.paid <> o.total or o.paid <> spent.amount + a.amount
      or refunds.amount + restored.amount > o.paid or sold.amount <> vouchers.sold or recalled.amount <> vouchers.returned
      or (o.state = 'returned' and refunds.amount + restored.amount <> o.paid))`.execute(db)
  return rows
}

/**
 * Finds gift memberships that disagree with their order. One that was paid for and was not returned is claimable or has begun one term of
 * its value, for a customer with an account; one that was returned or not paid for has begun none. No other term is without an order.
 */
export async function readUnevenGifts({ db }: World): Promise<unknown[]> {
  const { rows } = await sql`
    select i.id, o.number, o.state, i.amount, i.returned_at, g.claimed_at, m.value, m.customer_id
    from order_item i join customer_order o on o.id = i.order_id left join gift_membership g on g.order_item_id = i.id
      left join membership m on m.id = g.term_id left join customer c on c.id = m.customer_id
    where i.kind = 'gift-membership' and (
      (g.id is null) <> (o.state in ('confirming', 'failed')) or (g.claimed_at is null) <> (m.id is null)
      or (g.claimed_at is not null and (i.returned_at is not null or m.value <> i.amount or m.order_id is not null or c.is_guest)))
    union all
    select m.id, null, null, null, null, null, m.value, m.customer_id from membership m
    where m.order_id is null and (select count(*) from gift_membership g where g.term_id = m.id) <> 1`.execute(db)
  return rows
}

/** Each balance is the sum of its entries, and the other side of all entries is the theatre's. */
export async function expectLedgerEven(world: World): Promise<void> {
  const { rows } = await sql`
    select a.id, a.balance, sum(e.amount) as entries from ledger_account a left join ledger_entry e on e.account_id = a.id
    group by a.id having a.balance <> coalesce(sum(e.amount), 0) or a.reserved > a.balance`.execute(world.db)
  expect(rows).toEqual([])
  expect(await numberOf(world, sql`select coalesce(sum(amount), 0)::int as amount from ledger_entry`)).toBe(0)
  // What is reserved belongs to open payments.
  expect(
    await numberOf(
      world,
      sql`select (select coalesce(sum(reserved), 0) from ledger_account)::int
        - (select coalesce(sum(r.amount), 0) from ledger_reservation r join payment_attempt a on a.id = r.attempt_id
          where a.state in ('created', 'redirected', 'confirming'))::int as amount`,
    ),
  ).toBe(0)
}

/** The provider's callback about the end of a session. It carries the session of an attempt that a crash left without one. */
export async function callBack({ shop, sessions }: Pick<World, 'shop' | 'sessions'>, attempt: string): Promise<void> {
  const { amount, status } = sessions.get(`s-${attempt}`)!
  const type = status === 'succeeded' ? 'session.succeeded' : 'session.expired'
  await applyCallback(shop, callbackOf(attempt, { eventId: crypto.randomUUID(), type, amount }), actor)
}

/** Ends every payment as its provider does after all faults, and sends all refunds: no money is lost. */
export async function recover(world: World): Promise<void> {
  const { shop, db, sessions, end } = world
  for (const { id } of await db.selectFrom('payment_attempt').select('id').orderBy('id').execute()) {
    const session = sessions.get(`s-${id}`)
    if (!session) {
      await endUnsentAttempt(shop, id, actor)
      continue
    }
    if (session.status === 'processing') end(id, 'succeeded')
    if (session.status === 'open' || session.status === 'declined') end(id, 'expired')
    await callBack(world, id)
  }
  for (const { id } of await db.selectFrom('refund').select('id').where('state', '=', 'due').orderBy('id').execute())
    await makeRefund(shop, id)
  const { owed } = await readTotals(world)
  expect([...world.refunds.values()].reduce((sum, amount) => sum + amount, 0)).toBe(owed)
  expect(await countTaken(world, 'recorded')).toBe(await countTaken(world, 'all'))
}
