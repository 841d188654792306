import { sql } from 'kysely'
import type { Takings } from '@playhouse/api-client/contract'
import type { BasketDeps } from '#modules/basket'
import { otherTenderOf, otherTenders, type OtherTenderMethod } from '@playhouse/domain/counter-tender'
import { leviesOf } from '@playhouse/domain/levy'
import { money } from '@playhouse/domain/money'
import { crossKindsWithDestinations } from '@playhouse/domain/refunds-by-kind'
import { crossKindsWithTenders } from '@playhouse/domain/sales-by-tender'
import { readKeptDeposits } from './kept-deposits.ts'
import { readRecordedReturns } from './recorded-returns.ts'
import { readLinkSales, readTenderedSales } from './tendered-sales.ts'

type Row = {
  readonly id: string
  readonly name: string
  readonly sales: number
  readonly tickets: number
  readonly gifts: number
  readonly items: number
  readonly cashIn: number
  readonly cashBack: number
  readonly cardIn: number
  readonly cardBack: number
  readonly tenders: readonly { readonly method: OtherTenderMethod; readonly taken: number; readonly refunded: number }[]
  readonly otherIn: number
  readonly credited: number
}

/**
 * Reads what staff took and refunded on a day of the brand's time zone; amounts in minor units. A sale counts on the day of its
 * payment, a refund on the day it was recorded, when the clerk hands the cash over. Cash for a sale that failed, which is
 * returned at once, is not counted. What customers paid by payment link is not among what staff took.
 * @param day ISO date; today where undefined
 * @param staffId the id of one staff user; all where undefined
 */
export async function readTakings({ db, brand }: BasketDeps, day: string | undefined, staffId: string | undefined): Promise<Takings> {
  const { timeZone } = brand
  const days = await sql<{ today: string; day: string; from: Date; to: Date }>`
    with chosen as (select coalesce(${day ?? null}::date, (now() at time zone ${timeZone})::date) as day)
    select (now() at time zone ${timeZone})::date::text as today, day::text as day,
      day::timestamp at time zone ${timeZone} as "from", (day + 1)::timestamp at time zone ${timeZone} as "to" from chosen`.execute(db)
  const { today, day: chosenDay, from, to } = days.rows[0]!
  const { rows } = await sql<Row>`
    with sold as (
      select p.staff_id::text as staff, p.way, a.amount, o.total - a.amount as other, s.tickets, s.gifts,
        (select coalesce(sum(quantity), 0)::int from order_item i where i.order_id = o.id) as items
      from counter_payment p join payment_attempt a on a.id = p.attempt_id join customer_order o on o.attempt_id = a.id
      cross join lateral (
        select count(*)::int as tickets, count(*) filter (where t.price = 0)::int as gifts from ticket t where t.order_id = o.id) s
      where p.at >= ${from} and p.at < ${to}),
    given as (
      select substr(r.actor, 7) as staff, r.amount, a.provider,
        coalesce(r.means, case a.provider when 'cash' then 'cash' else 'card' end) as means
      from refund r join payment_attempt a on a.id = r.attempt_id
      where r.actor like 'staff %' and r.order_id is not null and r.created_at >= ${from} and r.created_at < ${to}),
    credits as (
      select substr(actor, 7) as staff, (detail ->> 'credit')::int as amount from audit
      where actor like 'staff %' and at >= ${from} and at < ${to} and subject = 'order' and verb in ('return-tickets', 'return-items', 'exchange', 'close'))
    select s.id, s.name,
      (select count(*)::int from sold where staff = s.id::text) as sales,
      (select coalesce(sum(tickets), 0)::int from sold where staff = s.id::text) as tickets,
      (select coalesce(sum(gifts), 0)::int from sold where staff = s.id::text) as gifts,
      (select coalesce(sum(items), 0)::int from sold where staff = s.id::text) as items,
      (select coalesce(sum(amount), 0)::int from sold where staff = s.id::text and way = 'cash') as "cashIn",
      (select coalesce(sum(amount), 0)::int from given where staff = s.id::text and means = 'cash') as "cashBack",
      (select coalesce(sum(amount), 0)::int from sold where staff = s.id::text and way = 'card') as "cardIn",
      (select coalesce(sum(amount), 0)::int from given where staff = s.id::text and means = 'card') as "cardBack",
      (select jsonb_agg(jsonb_build_object('method', m.method,
          'taken', (select coalesce(sum(amount), 0)::int from sold where staff = s.id::text and way = m.method),
          'refunded', (select coalesce(sum(amount), 0)::int from given
            where staff = s.id::text and provider = m.method and means not in ('cash', 'card'))) order by m.position)
        from unnest(${[...otherTenders]}::text[]) with ordinality as m (method, position)) as tenders,
      (select coalesce(sum(other), 0)::int from sold where staff = s.id::text) as "otherIn",
      (select coalesce(sum(amount), 0)::int from credits where staff = s.id::text) as credited
    from staff s
    where (${staffId ?? null}::uuid is null or s.id = ${staffId ?? null}::uuid)
      and s.id::text in (select staff from sold union select staff from given union select staff from credits)
    order by s.name, s.id`.execute(db)
  const period = { from, to, staffId }
  const sales = await readTenderedSales(db, period)
  const linkSales = await readLinkSales(db, period)
  return {
    day: chosenDay,
    today,
    kinds: crossKindsWithTenders(sales),
    levies: leviesOf(sales.flatMap(({ levies }) => levies.map((levy) => ({ levy })))),
    refunds: crossKindsWithDestinations(await readRecordedReturns(db, period)),
    keptDeposits: staffId === undefined ? await readKeptDeposits(db, period) : [],
    links: { sales: linkSales.length, kinds: crossKindsWithTenders(linkSales) },
    people: rows.map(({ id, name, sales, tickets, gifts, items, tenders, ...sums }) => ({
      staff: { id, name },
      sales,
      tickets,
      gifts,
      items,
      cashIn: money(sums.cashIn),
      cashBack: money(sums.cashBack),
      cardIn: money(sums.cardIn),
      cardBack: money(sums.cardBack),
      tenders: tenders
        .filter(({ method, taken, refunded }) => taken + refunded > 0 || otherTenderOf(brand, method) !== undefined)
        .map(({ method, taken, refunded }) => ({ method, taken: money(taken), refunded: money(refunded) })),
      otherIn: money(sums.otherIn),
      credited: money(sums.credited),
    })),
  }
}
