import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type GroupBooking, maxGroupBookings } from '@playhouse/api-client/contract'
import type { Database } from '#db'
import type { Catalogue } from '#modules/catalogue'
import { compareGroupBookings, groupBookingState, type GroupKind, nextGroupDue } from '@playhouse/domain/group-booking'
import { money } from '@playhouse/domain/money'
import type { ReservationState } from '@playhouse/domain/order'
import { plainOf } from '@playhouse/domain/time'

type BookingDeps = { readonly db: Kysely<Database>; readonly catalogue: Catalogue }

type BookingRow = {
  readonly number: string
  readonly reservation: ReservationState
  readonly isOver: boolean
  readonly note: string
  readonly kind: GroupKind
  readonly name: string
  readonly optionUntil: Date
  readonly deposit: number
  readonly account: string
  readonly balance: number
  readonly depositDue: string | null
  readonly balanceDue: string
  readonly customer: string
  readonly contact: string
  readonly email: string
  readonly performance: string
  readonly count: number
  readonly total: number
  readonly order: string | null
  readonly isCancelled: boolean
  readonly kept: number
  readonly invoices: GroupBooking['invoices']
  readonly now: Date
}

/** Lists bookings of groups and schools for performances of the last 90 days and later, what is due soonest first. */
export async function listGroupBookings({ db, catalogue }: BookingDeps): Promise<GroupBooking[]> {
  const { rows } = await selectBookings(sql`g.option_until > now() - interval '2 years'`).execute(db)
  const bookings: GroupBooking[] = []
  for (const row of rows) {
    const booking = await readBooking(catalogue, row)
    if (booking && Date.parse(booking.performance.startsAt) >= row.now.getTime() - listedMilliseconds) bookings.push(booking)
  }
  return bookings.toSorted(compareGroupBookings)
}

/** Reads a booking of a group or school by the number of its reserved order. */
export async function readGroupBooking({ db, catalogue }: BookingDeps, number: string): Promise<GroupBooking | undefined> {
  const { rows } = await selectBookings(sql`r.number = ${number}`).execute(db)
  return rows[0] && readBooking(catalogue, rows[0])
}

const selectBookings = (chosen: RawBuilder<unknown>): RawBuilder<BookingRow> => sql<BookingRow>`
    select r.number, r.state as reservation, r.held_until <= now() as "isOver", r.note, g.kind, g.name, g.option_until as "optionUntil",
      g.deposit, g.account_id as account, a.balance, g.deposit_due as "depositDue", g.balance_due as "balanceDue", c.id as customer,
      trim(c.first_name || ' ' || c.last_name) as contact, c.email, t.performance, t.count, t.total, o.number as order, now() as now,
      g.cancelled_at is not null as "isCancelled", g.kept,
      (select coalesce(json_agg(json_build_object('number', i.content -> 'number', 'kind', i.kind, 'issuedAt', i.content -> 'issuedAt',
        'cancels', i.content -> 'cancels', 'isMailed', exists (select from mailed_group_invoice m where m.invoice_id = i.id)) order by i.issued_at, i.position), '[]')
        from group_invoice i where i.reservation_id = r.id) as invoices
    from group_booking g join ledger_account a on a.id = g.account_id join reservation r on r.id = g.reservation_id join customer c on c.id = r.customer_id
      left join customer_order o on o.id = r.order_id
      cross join lateral (
        select min(performance_id) as performance, count(*)::int as count, coalesce(sum(price), 0)::int as total
        from reservation_ticket where reservation_id = r.id) t
    where t.performance is not null and ${chosen}
    order by r.created_at desc limit ${maxGroupBookings}`

const listedMilliseconds = 90 * 86_400_000

/** @returns undefined where the theatre has no such performance any more */
async function readBooking(catalogue: Catalogue, row: BookingRow): Promise<GroupBooking | undefined> {
  const { number, kind, name, note, optionUntil, deposit, depositDue, balanceDue, count, total, order, now, account, kept, invoices } = row
  const performance = await catalogue.performanceDetails(row.performance)
  if (!performance) return undefined
  const { timeZone, production } = performance
  const dayOf = (at: Date): string => plainOf(Temporal.Instant.fromEpochMilliseconds(at.getTime()), timeZone).slice(0, 10)
  // The deposits of an order that was paid for are spent on it.
  const paid = row.reservation === 'confirmed' ? total : row.balance
  const state = groupBookingState({ ...row, paid })
  const due = nextGroupDue({ state, optionDay: dayOf(optionUntil), depositDue, balanceDue })
  return {
    ...{ number, kind, name, state, note, order, count, depositDue, balanceDue, account, invoices },
    ...{ total: money(total), deposit: money(deposit), paid: money(paid), kept: money(kept), optionUntil: optionUntil.toISOString() },
    contact: { id: row.customer, name: row.contact, email: row.email },
    performance: {
      ...{ instance: row.performance, event: production.id, title: production.title, timeZone },
      startsAt: new Date(performance.startsAt).toISOString(),
    },
    due: due && { ...due, isOverdue: due.on < dayOf(now) },
  }
}
