import { sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import type { MovedCredit, MovedRows, MovedVoucher, Reconciliation } from '@playhouse/domain/moving-in'
import type { Money } from '@playhouse/domain/money'
import { keyOfTerm } from './move-memberships.ts'

type Figure = { readonly rows: number; readonly sum: number }
const none: Figure = { rows: 0, sum: 0 }

/**
 * The figures of a file beside those that the database has of the same rows, read back after they are written. A permission of a customer who
 * had it already counts once.
 * @param digestOf the digest of a voucher's code
 */
export async function reconcile(
  trx: Transaction<Database>,
  rows: MovedRows,
  digestOf: (code: string) => string,
  timeZone: string,
): Promise<Reconciliation[]> {
  const customers = await sql<Figure>`
    select count(*)::int as rows, 0 as sum from moved_in m join customer c on c.id = m.id
    where m.kind = 'customer' and m.key = any(${rows.customers.map(({ thing }) => thing.id)}::text[])`.execute(trx)
  const answers = rows.permissions.map(({ thing: { customer, ...answer } }) => ({ number: customer, ...answer }))
  const permissions = await sql<Figure>`
    select count(*)::int as rows, 0 as sum
    from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as f (number text, purpose text, channel text, "isAllowed" boolean, day date, source text)
    where exists (select from moved_in m join contact_permission p on p.customer_id = m.id
      where m.kind = 'customer' and m.key = f.number and p.source = 'moved-in' and p.purpose = f.purpose and p.channel = f.channel
        and p.is_allowed = f."isAllowed" and p.wording = f.source and (p.said_at at time zone ${timeZone})::date = f.day)`.execute(trx)
  const terms = await sql<Figure & { membership: string }>`
    select t.membership, count(*)::int as rows, coalesce(sum(t.value), 0)::int as sum from moved_in m join membership t on t.id = m.id
    where m.kind = 'membership' and m.key = any(${rows.memberships.map(({ thing }) => keyOfTerm(thing))}::text[]) group by 1`.execute(trx)
  const levels = Map.groupBy(rows.memberships, ({ thing }) => thing.membership)
  const credit = await openings(
    trx,
    'credit',
    rows.credit.map(({ thing }) => thing.customer),
  )
  const vouchers = await openings(
    trx,
    'voucher',
    rows.vouchers.map(({ thing }) => digestOf(thing.code)),
  )
  return [
    lineOf('customers', { rows: rows.customers.length, sum: null }, customers.rows[0]!),
    lineOf('permissions', { rows: rows.permissions.length, sum: null }, permissions.rows[0]!),
    ...[...levels].map(([membership, held]) =>
      lineOf(
        'memberships',
        { rows: held.length, sum: sumOf(held.map(({ thing }) => thing.value)) },
        terms.rows.find((term) => term.membership === membership) ?? none,
        membership,
      ),
    ),
    lineOf('credit', balancesOf(rows.credit), credit),
    lineOf('vouchers', balancesOf(rows.vouchers), vouchers),
    ...(await reconcileOrders(trx, rows)),
  ]
}

/** Orders as a whole, and their seats by performance, reserved ones too. Tickets that were returned and seats that were given up since count. */
async function reconcileOrders(trx: Transaction<Database>, { orders, seats }: MovedRows): Promise<Reconciliation[]> {
  const numbers = new Set([...orders.map(({ thing }) => thing.id), ...seats.map(({ thing }) => thing.order)])
  const found = await sql<Figure>`
    select count(*)::int as rows, 0 as sum from moved_in m
    where (m.kind = 'order' and exists (select from customer_order o where o.id = m.id)
      or m.kind = 'reservation' and exists (select from reservation r where r.id = m.id)) and m.key = any(${orders.map(({ thing }) => thing.id)}::text[])`.execute(
    trx,
  )
  const tickets = await sql<Figure & { performance: string }>`
    select t.performance_id as performance, count(*)::int as rows, sum(t.price)::int as sum
    from moved_in m join (
      select order_id, performance_id, price from ticket union all select reservation_id, performance_id, price from reservation_ticket
    ) t on t.order_id = m.id
    where m.kind in ('order', 'reservation') and m.key = any(${[...numbers]}::text[]) group by 1`.execute(trx)
  const performances = Map.groupBy(seats, ({ thing }) => thing.performance)
  return [
    lineOf('orders', { rows: orders.length, sum: null }, found.rows[0]!),
    ...[...performances].map(([performance, sold]) =>
      lineOf(
        'seats',
        { rows: sold.length, sum: sumOf(sold.map(({ thing }) => thing.price)) },
        tickets.rows.find((ticket) => ticket.performance === performance) ?? none,
        performance,
      ),
    ),
  ]
}

type FileFigure = { readonly rows: number; readonly sum: number | null }

const lineOf = (sheet: Reconciliation['sheet'], file: FileFigure, shop: Figure, part: string | null = null): Reconciliation => ({
  ...{ sheet, part, rowsInFile: file.rows, rowsInShop: shop.rows, sumInFile: file.sum },
  sumInShop: file.sum === null ? null : shop.sum,
})

const balancesOf = (rows: readonly { readonly thing: MovedCredit | MovedVoucher }[]): FileFigure => ({
  rows: rows.length,
  sum: sumOf(rows.map(({ thing }) => thing.balance)),
})
const sumOf = (amounts: readonly Money[]): number => amounts.reduce<number>((sum, amount) => sum + amount, 0)

/** Accounts that moved in, and the sum of their opening entries in the ledger. */
async function openings(trx: Transaction<Database>, kind: 'credit' | 'voucher', keys: readonly string[]): Promise<Figure> {
  const { rows } = await sql<Figure>`
    select count(distinct a.id)::int as rows, coalesce(sum(e.amount), 0)::int as sum
    from moved_in m join ledger_account a on a.id = m.id left join ledger_entry e on e.account_id = a.id and e.reason = 'moved-in'
    where m.kind = ${kind} and m.key = any(${[...keys]}::text[])`.execute(trx)
  return rows[0]!
}
