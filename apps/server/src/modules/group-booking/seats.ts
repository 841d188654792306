import { sql, type Transaction } from 'kysely'
import type { GroupSeats } from '@playhouse/api-client/contract'
import { type Actor, auditBy, type Database, newId, publish, transact } from '#db'
import type { BasketDeps } from '#modules/basket'
import { reservedTickets } from '#modules/reservation'
import { releaseReserved } from '#modules/seating'
import { keepDepositedSeats } from '#modules/voucher'
import { changeGroupSeats, groupChoicesOf, type GroupSeat, type GroupSeatsEdit } from '@playhouse/domain/group-seats'
import { add, money } from '@playhouse/domain/money'
import { placeName, seatingOf } from '@playhouse/domain/plan'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { writeCreditNote } from './invoice.ts'
import { accountOfBooking, lockBooking } from './lock-booking.ts'

type SeatDeps = Pick<BasketDeps, 'db' | 'catalogue' | 'brand'>
type Ticket = Awaited<ReturnType<typeof reservedTickets>>[number]
type Refusal = Problem<'order-not-found' | 'reserved-order-locked' | 'changed-meanwhile' | 'invalid-input'>

const groupSeatOf = ({ id, band, price_type, price, fee }: Ticket): GroupSeat => ({ ticket: id, band, priceType: price_type, price, fee })

/** Reads the reserved seats of a group with their prices, by the number of its reserved order. */
export async function readGroupSeats({ db, catalogue }: SeatDeps, number: string): Promise<Result<GroupSeats, Problem<'order-not-found'>>> {
  const row = await db
    .selectFrom('group_booking')
    .innerJoin('reservation', 'reservation.id', 'group_booking.reservation_id')
    .select(['reservation.id', 'reservation.state', 'group_booking.deposit', 'group_booking.names_version as version'])
    .select(sql<boolean>`held_until <= now()`.as('isOver'))
    .where('reservation.number', '=', number)
    .executeTakeFirst()
  if (!row) return fail(problem('order-not-found'))
  const isOpen = row.state === 'reserved' && !row.isOver
  const tickets = isOpen || row.state === 'in-basket' ? await reservedTickets(db, row.id) : []
  const details = tickets[0] && (await catalogue.performanceDetails(tickets[0].performance_id))
  const { version, deposit } = row
  if (!details) return ok({ version, isOpen: false, total: money(0), deposit: money(deposit), seats: [], choices: [] })
  const { plan } = (await catalogue.hall(details.hall, details.planVersion))!
  const { list } = await catalogue.priceTable(details.priceList)
  const ofBands = [...new Set(tickets.map(({ band }) => band))].toSorted()
  return ok({
    ...{ version, isOpen, total: add(...tickets.map(({ price }) => money(price))), deposit: money(deposit) },
    seats: tickets.map(({ id, seat, band, price_type: priceType, price }) => ({
      ...{ ticket: id, ...placeName(plan, seat), seating: seatingOf(plan, seat), band, priceType, price: money(price) },
      priceTypeName: list.priceTypes.find((type) => type.id === priceType)?.name ?? priceType,
    })),
    choices: ofBands.flatMap((band) => groupChoicesOf(list, band).map(({ fee: _fee, ...choice }) => ({ band, ...choice }))),
  })
}

/**
 * Gives reserved seats of a group other price types, or releases them, all or none. Its invoice gets a credit note, because an invoice never
 * changes.
 * @returns `changed-meanwhile` where the seats are not those that were read, `reserved-order-locked` where they are not reserved, in a basket or
 * paid, and `invalid-input` with the wrong fields
 */
export async function changeSeatsOfGroup(
  { db, catalogue, brand }: SeatDeps,
  number: string,
  edit: GroupSeatsEdit,
  actor: Actor,
): Promise<Result<undefined, Refusal>> {
  // Prices are read before, because the catalogue uses another connection.
  const first = await db
    .selectFrom('reservation_ticket')
    .innerJoin('reservation', 'reservation.id', 'reservation_ticket.reservation_id')
    .select('performance_id')
    .where('reservation.number', '=', number)
    .limit(1)
    .executeTakeFirst()
  const details = first && (await catalogue.performanceDetails(first.performance_id))
  const list = details && (await catalogue.priceTable(details.priceList)).list
  return transact(db, async (trx): Promise<Result<undefined, Refusal>> => {
    const account = await accountOfBooking(trx, number)
    if (account === undefined || !list) return fail(problem('order-not-found'))
    const { id, reservation, isOver, isCancelled, paid, deposit, now } = await lockBooking(trx, account)
    if (reservation !== 'reserved' || isOver || isCancelled) return fail(problem('reserved-order-locked'))
    const tickets = await reservedTickets(trx, id)
    const { version } = await trx
      .selectFrom('group_booking')
      .select('names_version as version')
      .where('reservation_id', '=', id)
      .executeTakeFirstOrThrow()
    const isOfBooking = edit.seats.every(({ ticket }) => tickets.some((each) => each.id === ticket))
    if (version !== edit.version || !isOfBooking)
      return fail(problem('changed-meanwhile', { version, by: (await readLastEditor(trx, id)) ?? brand.name }))
    const changed = changeGroupSeats(tickets.map(groupSeatOf), edit, list, { paid, deposit })
    if (!changed.ok) return changed
    const { value } = changed
    if (value.changed.length + value.released.length === 0) return ok(undefined)
    await storeSeats(trx, id, tickets, value)
    await sql`
      update group_booking set names_version = names_version + 1, deposit = ${value.deposit},
        deposit_due = case when ${value.deposit}::int > 0 then deposit_due end where reservation_id = ${id}::uuid`.execute(trx)
    await keepDepositedSeats(trx, account, actor)
    await writeCreditNote(trx, brand, { reservation: id, now }, actor)
    const before = { seats: tickets.length, total: tickets.reduce((sum, { price }) => sum + price, 0), deposit }
    const after = { seats: value.kept.length, total: value.total, deposit: value.deposit }
    const detail = { before, after, retyped: value.changed.length, released: value.released.length }
    await auditBy(trx, actor, { subject: 'reservation', subjectId: id, verb: 'change-group-seats', detail })
    await publish(trx, 'mail.group-changed', newId(), { booking: number })
    return ok(undefined)
  })
}

/** Writes new prices, and puts released seats on sale. */
async function storeSeats(
  trx: Transaction<Database>,
  id: string,
  tickets: readonly Ticket[],
  { changed, released }: { readonly changed: readonly GroupSeat[]; readonly released: readonly string[] },
): Promise<void> {
  await sql`
    update reservation_ticket t set price_type = c.price_type, price = c.price, fee = c.fee
    from unnest(${changed.map(({ ticket }) => ticket)}::uuid[], ${changed.map(({ priceType }) => priceType)}::text[],
      ${changed.map(({ price }) => price)}::int[], ${changed.map(({ fee }) => fee)}::int[]) as c (id, price_type, price, fee)
    where t.id = c.id`.execute(trx)
  const free = tickets.filter((ticket) => released.includes(ticket.id))
  if (free.length === 0) return
  await releaseReserved(trx, id, { performance: free[0]!.performance_id, seats: free.map(({ seat }) => seat) })
  await trx
    .deleteFrom('reservation_ticket')
    .where('id', 'in', [...released])
    .execute()
}

/** The staff user or the contact who changed the seats or the names last. */
async function readLastEditor(trx: Transaction<Database>, reservation: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string | null }>`
    select coalesce(s.name, case when a.actor like 'customer %' then trim(c.first_name || ' ' || c.last_name) end) as name
    from audit a join reservation r on r.id::text = a.subject_id join customer c on c.id = r.customer_id
      left join staff s on a.actor = 'staff ' || s.id
    where a.subject = 'reservation' and a.subject_id = ${reservation} and a.verb in ('name-group', 'change-group-seats')
    order by a.at desc limit 1`.execute(trx)
  return rows[0]?.name ?? undefined
}
