import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { GroupNames } from '@playhouse/api-client/contract'
import type { Brand } from '@playhouse/domain/brand'
import { areNamesOpen, type GroupNamesEdit, hasGroupSeats, holderOf } from '@playhouse/domain/group-names'
import type { ReservationState } from '@playhouse/domain/order'
import { placeName, seatingOf } from '@playhouse/domain/plan'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { type Actor, auditBy, type Database, transact } from '#db'
import type { Catalogue } from '#modules/catalogue'

type NamesDeps = { readonly db: Kysely<Database>; readonly catalogue: Catalogue; readonly brand: Pick<Brand, 'name'> }
/** A booking by its number, or by that of the order that it became. `customer`: the contact who asks for it; undefined for staff. */
type Wanted = { readonly number: string; readonly customer?: string }

type NamedRow = {
  readonly id: string
  readonly group: string
  readonly version: number
  readonly reservation: ReservationState
  readonly isOver: boolean
  readonly isCancelled: boolean
  readonly hasBegun: boolean
  readonly performance: string | null
  readonly order: string | null
}

const readBooking = async (db: Kysely<Database>, where: RawBuilder<unknown>): Promise<NamedRow | undefined> => {
  const { rows } = await sql<NamedRow>`
    select r.id, g.name as group, g.names_version as version, r.state as reservation, r.held_until <= now() as "isOver",
      g.cancelled_at is not null as "isCancelled", p.starts_at <= now() as "hasBegun", p.id as performance, r.order_id as order
    from group_booking g join reservation r on r.id = g.reservation_id
      left join performance p on p.id = (select min(t.performance_id) from reservation_ticket t where t.reservation_id = r.id)
    where ${where}`.execute(db)
  return rows[0]
}

const isWanted = ({ number, customer }: Wanted): RawBuilder<unknown> => sql`
  r.id = (select w.id from reservation w left join customer_order o on o.id = w.order_id
    where (w.number = ${number} or w.order_id = (select id from customer_order where number = ${number}))
      and (${customer ?? null}::uuid is null or coalesce(o.customer_id, w.customer_id) = ${customer ?? null}::uuid) limit 1)`

/** Reads the names of the people of a group, by seat. */
export async function readGroupNames(
  { db, catalogue }: NamesDeps,
  wanted: Wanted,
): Promise<Result<GroupNames, Problem<'order-not-found'>>> {
  const row = await readBooking(db, isWanted(wanted))
  const details = row?.performance ? await catalogue.performanceDetails(row.performance) : undefined
  if (!row || !details) return fail(problem('order-not-found'))
  const seats = hasGroupSeats(row) ? await (row.order === null ? reservedSeats : paidSeats)({ db, catalogue }, row, details) : []
  return ok({
    ...{ group: row.group, version: row.version, isOpen: areNamesOpen(row) && seats.length > 0, seats },
    performance: {
      title: details.production.title,
      startsAt: new Date(details.startsAt).toISOString(),
      timeZone: details.timeZone,
    },
  })
}

type Details = NonNullable<Awaited<ReturnType<Catalogue['performanceDetails']>>>
type Seats = GroupNames['seats']

async function reservedSeats({ db, catalogue }: Omit<NamesDeps, 'brand'>, { id }: NamedRow, details: Details): Promise<Seats> {
  const { plan } = (await catalogue.hall(details.hall, details.planVersion))!
  const { priceTypes } = (await catalogue.priceTable(details.priceList)).list
  const rows = await db
    .selectFrom('reservation_ticket')
    .select(['id', 'seat', 'price_type', 'holder'])
    .where('reservation_id', '=', id)
    .where('performance_id', '=', details.id)
    .orderBy('seat')
    .execute()
  return rows.map(({ id: ticket, seat, price_type, holder }) => ({
    ...{ ticket, ...placeName(plan, seat), seating: seatingOf(plan, seat), name: holder ?? '' },
    priceTypeName: priceTypes.find((type) => type.id === price_type)?.name ?? price_type,
  }))
}

async function paidSeats({ db, catalogue }: Omit<NamesDeps, 'brand'>, { order }: NamedRow, details: Details): Promise<Seats> {
  const { plan } = (await catalogue.hall(details.hall, details.planVersion))!
  const rows = await db
    .selectFrom('ticket')
    .select(['id', 'seat', 'area', 'row_label', 'number', 'price_type_name', 'holder'])
    .where('order_id', '=', order)
    .where('performance_id', '=', details.id)
    .where('returned_at', 'is', null)
    .orderBy('seat')
    .execute()
  return rows.map(({ id: ticket, seat, area, row_label: row, number, price_type_name: priceTypeName, holder }) => ({
    ...{ ticket, area, row, number, seating: seatingOf(plan, seat), priceTypeName, name: holder ?? '' },
  }))
}

type Refusal = Problem<'order-not-found' | 'reserved-order-locked' | 'changed-meanwhile'>

/**
 * Names the people of a group, all or none. The history has how many tickets were named, and no name.
 * @returns `changed-meanwhile` where the names or the tickets are not those that were read, and `reserved-order-locked` where the booking has
 * lost its seats or its performance has begun
 */
export async function nameGroup(
  { db, brand }: NamesDeps,
  wanted: Wanted,
  { version, names }: GroupNamesEdit,
  actor: Actor,
): Promise<Result<undefined, Refusal>> {
  return transact(db, async (trx): Promise<Result<undefined, Refusal>> => {
    const booking = await readBooking(trx, isWanted(wanted))
    if (!booking) return fail(problem('order-not-found'))
    // The row that payments, lapses and cancellations lock too. A payment copies the names to its tickets under this lock.
    await sql`select from reservation where id = ${booking.id}::uuid for update`.execute(trx)
    const row = (await readBooking(trx, sql`r.id = ${booking.id}::uuid`))!
    if (!areNamesOpen(row)) return fail(problem('reserved-order-locked'))
    const isOfBooking =
      row.order === null
        ? sql`t.reservation_id = ${row.id}::uuid`
        : sql`t.order_id = ${row.order}::uuid and t.returned_at is null and t.performance_id = ${row.performance}`
    const table = sql.table(row.order === null ? 'reservation_ticket' : 'ticket')
    const { rows: tickets } = await sql<{ id: string }>`
      select t.id from ${table} t where ${isOfBooking} order by t.id for update`.execute(trx)
    const ids = new Set(tickets.map(({ id }) => id))
    if (version !== row.version || names.some(({ ticket }) => !ids.has(ticket))) {
      const by = await readLastNamer(trx, row.id, wanted.customer === undefined)
      return fail(problem('changed-meanwhile', { version: row.version, by: by ?? brand.name }))
    }
    await sql`
      update ${table} t set holder = n.name
      from unnest(${names.map(({ ticket }) => ticket)}::uuid[], ${names.map(({ name }) => holderOf(name))}::text[]) as n (id, name)
      where t.id = n.id`.execute(trx)
    await sql`update group_booking set names_version = names_version + 1 where reservation_id = ${row.id}::uuid`.execute(trx)
    await auditBy(trx, actor, { subject: 'reservation', subjectId: row.id, verb: 'name-group', detail: { tickets: names.length } })
    return ok(undefined)
  })
}

/** The contact or the staff user who named the group last. A contact sees no names of staff. @returns undefined where none is shown */
async function readLastNamer(db: Kysely<Database>, reservation: string, isStaffNamed: boolean): Promise<string | undefined> {
  const { rows } = await sql<{ staff: string | null; contact: string | null }>`
    select s.name as staff, case when a.actor like 'customer %' then trim(c.first_name || ' ' || c.last_name) end as contact
    from audit a join reservation r on r.id::text = a.subject_id join customer c on c.id = r.customer_id
      left join staff s on a.actor = 'staff ' || s.id
    where a.subject = 'reservation' and a.subject_id = ${reservation} and a.verb = 'name-group' order by a.at desc limit 1`.execute(db)
  return rows[0]?.contact ?? (isStaffNamed ? (rows[0]?.staff ?? undefined) : undefined)
}
