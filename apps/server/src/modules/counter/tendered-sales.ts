import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'
import type { CounterPaymentMethod } from '@playhouse/domain/counter-tender'
import { money } from '@playhouse/domain/money'
import type { TenderedSale } from '@playhouse/domain/sales-by-tender'

type Period = { readonly from: Date; readonly to: Date; /** All staff users where undefined. */ readonly staffId: string | undefined }
type Row = {
  readonly way: CounterPaymentMethod | 'none'
  readonly paid: number
  readonly voucher: number
  readonly credit: number
  readonly exchange: number
  readonly lines: TenderedSale['lines']
}

/**
 * Reads the sales of a period with their lines and what paid for them. Vouchers and credit are what the ledger says was spent on the
 * order; the value of exchanged tickets passes through the ledger as credit.
 */
export async function readTenderedSales(db: Kysely<Database>, { from, to, staffId }: Period): Promise<TenderedSale[]> {
  const { rows } = await sql<Row>`
    select p.way, a.amount as paid, spent.voucher, spent.credit - exchanged.used as credit, exchanged.used as exchange, sold.lines
    from counter_payment p join payment_attempt a on a.id = p.attempt_id join customer_order o on o.attempt_id = a.id
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
  return rows.map(({ way, paid, voucher, credit, exchange, lines }) => ({
    lines,
    tenders: {
      ...(way !== 'none' && { [way]: money(paid) }),
      ...{ voucher: money(voucher), credit: money(credit), exchange: money(exchange) },
    },
  }))
}
