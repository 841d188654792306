import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { SoldOrder } from '@playhouse/api-client/contract'
import type { Database } from '#db'
import type { PerformanceDetails } from '#modules/catalogue'
import { readTerms } from '#modules/membership'
import { findMemberPriceUses, type MemberTicket, type SoldTerm } from '@playhouse/domain/membership-return'
import { placeName } from '@playhouse/domain/plan'
import type { PaymentDeps } from './attempt.ts'

type OrderKey = { readonly id: string; readonly customer_id: string }
type MemberPriceUse = SoldOrder['memberPrices'][number]
type TicketRow = {
  readonly id: string
  readonly order: string | null
  readonly performance: string
  readonly seat: number
  readonly priceType: string
  readonly boughtOn: string
}

/**
 * Reads the tickets that only memberships of an order opened the price for members of: valid ones of any order of the customer, and
 * those that are reserved or being paid for. A caller who decides by them locks the customer first.
 */
export async function readMemberPriceUses(
  db: Kysely<Database>,
  { brand: { timeZone }, catalogue }: Pick<PaymentDeps, 'brand' | 'catalogue'>,
  { id, customer_id }: OrderKey,
): Promise<MemberPriceUse[]> {
  const { rows: sold } = await sql<SoldTerm & { readonly startsOn: string }>`
    select i.id as item, m.id as term, m.starts_on::text as "startsOn",
      array(select jsonb_array_elements_text(i.detail -> 'replaces')) as restores
    from order_item i join membership m on m.order_id = i.order_id and m.membership = i.product
    where i.order_id = ${id} and i.kind = 'membership' and i.returned_at is null`.execute(db)
  if (sold.length === 0) return []
  const since = sold.map(({ startsOn }) => startsOn).toSorted()[0]!
  const rows = await readTickets(db, customer_id, timeZone, since)
  const tickets: (TicketRow & MemberTicket & { readonly details: PerformanceDetails })[] = []
  for (const row of rows) {
    const details = await catalogue.performanceDetails(row.performance)
    if (!details) continue
    const { list } = await catalogue.priceTable(details.priceList)
    const type = list.priceTypes.find((each) => each.id === row.priceType)
    if (type?.kind === 'member') tickets.push({ ...row, details, memberships: type.memberships ?? [] })
  }
  if (tickets.length === 0) return []
  const { terms } = await readTerms(db, customer_id, timeZone)
  const uses: MemberPriceUse[] = []
  for (const { ticket, items } of findMemberPriceUses(terms, sold, tickets)) {
    const { order, seat, details } = tickets.find((each) => each.id === ticket)!
    const { plan } = (await catalogue.hall(details.hall, details.planVersion))!
    uses.push({ ticket, order, ...placeName(plan, seat), items: [...items] })
  }
  return uses
}

/**
 * Whether a membership of an order was used, or is being used: its customer has bought something later, has renewed it, is paying for something,
 * or has seats reserved. Its customer does not return it then. For a `select`.
 */
export const isMembershipUsed = ({ id, customer_id, placed_at }: OrderKey & { readonly placed_at: Date }): RawBuilder<boolean> => sql`(
  exists (select from membership m where m.order_id = ${id}) and (
    exists (select from customer_order o where o.customer_id = ${customer_id} and o.id <> ${id}
      and o.state in ('confirming', 'confirmed', 'on-hold') and o.placed_at >= ${placed_at})
    or exists (select from payment_attempt a where a.customer_id = ${customer_id} and a.state in ('created', 'redirected'))
    or exists (select from reservation r where r.customer_id = ${customer_id} and r.state = 'reserved')
    or exists (select from membership m join membership n on n.continues = m.id where m.order_id = ${id})))`

/** The customer's tickets that were bought on a day or later, and those that are reserved or being paid for. Days in the theatre's time zone. */
async function readTickets(db: Kysely<Database>, customer: string, timeZone: string, since: string): Promise<readonly TicketRow[]> {
  const { rows } = await sql<TicketRow>`
    select * from (
      select t.id, o.number as order, t.performance_id as performance, t.seat, t.price_type as "priceType",
        (o.placed_at at time zone ${timeZone})::date::text as "boughtOn"
      from customer_order o join ticket t on t.order_id = o.id
      where o.customer_id = ${customer} and o.state in ('confirming', 'confirmed', 'on-hold') and t.returned_at is null
      union all
      select (t ->> 'id')::uuid, null, t ->> 'performance', (t ->> 'seat')::int, t ->> 'priceType',
        (a.created_at at time zone ${timeZone})::date::text
      from payment_attempt a, jsonb_array_elements(a.quote -> 'tickets') t
      where a.customer_id = ${customer} and a.state in ('created', 'redirected')
      union all
      select t.id, r.number, t.performance_id, t.seat, t.price_type, (r.created_at at time zone ${timeZone})::date::text
      from reservation r join reservation_ticket t on t.reservation_id = r.id
      where r.customer_id = ${customer} and r.state = 'reserved') bought
    where "boughtOn" >= ${since} order by "order" nulls last, performance, seat`.execute(db)
  return rows
}
