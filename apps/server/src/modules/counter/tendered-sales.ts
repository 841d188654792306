import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#db'
import type { CounterPaymentMethod } from '@playhouse/domain/counter-tender'
import type { IncludedLevy } from '@playhouse/domain/levy'
import { money } from '@playhouse/domain/money'
import type { Totals } from '@playhouse/domain/pricing'
import type { TenderedSale } from '@playhouse/domain/sales-by-tender'

export type Period = {
  readonly from: Date
  readonly to: Date
  /** All staff users where undefined. */
  readonly staffId: string | undefined
}
type Row = {
  readonly way: CounterPaymentMethod | 'none'
  readonly paid: number
  readonly voucher: number
  readonly credit: number
  readonly exchange: number
  readonly lines: TenderedSale['lines']
  readonly levies: Totals['levies'] | null
}
/** A sale with the levies within it. */
export type LeviedSale = TenderedSale & { readonly levies: readonly IncludedLevy[] }

/** Reads what staff sold in a period. */
export const readTenderedSales = (db: Kysely<Database>, period: Period): Promise<LeviedSale[]> =>
  readSales(db, period, sql`select attempt_id, way, at, staff_id from counter_payment`)

/** Reads what customers paid by payment link in a period. What was taken back and paid at the counter is a sale of the counter. */
export const readLinkSales = (db: Kysely<Database>, period: Period): Promise<LeviedSale[]> =>
  readSales(
    db,
    period,
    sql`select a.id as attempt_id, 'card' as way, a.settled_at as at, o.staff_id
      from customer_order o join payment_attempt a on a.id = o.attempt_id
      where a.state = 'succeeded' and exists (select from payment_link l where l.basket_id = o.basket_id)
        and not exists (select from counter_payment c where c.attempt_id = a.id)`,
  )

/**
 * Reads sales with their lines and what paid for them. Vouchers and credit are what the ledger says was spent on the
 * order; the value of exchanged tickets passes through the ledger as credit.
 * @param source the attempts of the sales, with the method, the time and the staff user of each
 */
async function readSales(db: Kysely<Database>, { from, to, staffId }: Period, source: RawBuilder<unknown>): Promise<LeviedSale[]> {
  const { rows } = await sql<Row>`
    select p.way, a.amount as paid, spent.voucher, spent.credit - exchanged.used as credit, exchanged.used as exchange, sold.lines, o.totals -> 'levies' as levies
    from (${source}) p join payment_attempt a on a.id = p.attempt_id join customer_order o on o.attempt_id = a.id
    cross join lateral (
      select coalesce(-sum(e.amount) filter (where l.kind = 'gift-voucher'), 0)::int as voucher,
        coalesce(-sum(e.amount) filter (where l.kind = 'credit'), 0)::int as credit
      from ledger_entry e join ledger_account l on l.id = e.account_id where e.order_id = o.id and e.reason = 'spent') spent
    cross join lateral (select coalesce((a.quote -> 'exchange' ->> 'used')::int, 0) as used) exchanged
    cross join lateral (
      select jsonb_agg(jsonb_build_object('kind', l.kind, 'count', coalesce(i.quantity, 1), 'amount', l.amount)) as lines
      from order_line l left join order_item i on i.order_id = l.order_id and i.position = l.position where l.order_id = o.id) sold
    where p.at >= ${from} and p.at < ${to} and (${staffId ?? null}::uuid is null or p.staff_id = ${staffId ?? null}::uuid)
    order by p.at, p.attempt_id`.execute(db)
  return rows.map(({ way, paid, voucher, credit, exchange, lines, levies }) => ({
    ...{ lines, levies: levies ?? [] },
    tenders: {
      ...(way !== 'none' && { [way]: money(paid) }),
      ...{ voucher: money(voucher), credit: money(credit), exchange: money(exchange) },
    },
  }))
}
