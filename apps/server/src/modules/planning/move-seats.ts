import { sql, type Transaction } from 'kysely'
import { type Database, publishMany } from '#db'
import { type Plan, placeName } from '@playhouse/domain/plan'
import { bands, type PriceList } from '@playhouse/domain/pricing'
import { bandAfterMove, samePlaces } from '@playhouse/domain/replan'

/** A taken seat and its seat of the other plan, by plan index. `isSame`: the place keeps its name. */
export type Move = { readonly seat: number; readonly next: number; readonly isSame: boolean }
const seatsOf = (moves: readonly Move[]): number[] => moves.map(({ seat }) => seat)
const nextOf = (moves: readonly Move[]): number[] => moves.map(({ next }) => next)

/** Moves all claims at once: a seat may be the former one of one claim and the next one of another. Lapsed holds end. */
export async function moveClaims(trx: Transaction<Database>, performance: string, moves: readonly Move[]): Promise<void> {
  const claims = await trx.selectFrom('seat_claim').selectAll().where('performance_id', '=', performance).execute()
  const next = new Map(moves.map((move) => [move.seat, move.next]))
  await trx.deleteFrom('seat_claim').where('performance_id', '=', performance).execute()
  const moved = claims
    .flatMap(({ seat, ...claim }) => (next.has(seat) ? [{ ...claim, seat: next.get(seat)! }] : []))
    .toSorted((one, other) => one.seat - other.seat)
  await sql`
    insert into seat_claim (performance_id, seat, state, basket_id, order_id, until)
    select ${performance}, seat, state, basket_id, order_id, until
    from unnest(${moved.map(({ seat }) => seat)}::int[], ${moved.map(({ state }) => state)}::text[], ${moved.map((claim) => claim.basket_id)}::uuid[],
      ${moved.map((claim) => claim.order_id)}::uuid[], ${moved.map(({ until }) => until?.toISOString() ?? null)}::timestamptz[])
      as each (seat, state, basket_id, order_id, until)`.execute(trx)
}

/** Queues a mail for each order with seats that get other names, with their names before the move, which follows. */
export async function publishMoves(trx: Transaction<Database>, performance: string, moves: readonly Move[]): Promise<void> {
  const moved = seatsOf(moves.filter(({ isSame }) => !isSame))
  const tickets = await trx
    .selectFrom('ticket')
    .select(['id', 'order_id', 'area', 'row_label', 'number'])
    .where('performance_id', '=', performance)
    .where('returned_at', 'is', null)
    .where('seat', '=', sql<number>`any(${moved}::int[])`)
    .orderBy('seat')
    .execute()
  const letters = [...Map.groupBy(tickets, ({ order_id }) => order_id)].map(([order, ofOrder]) => {
    const seats = ofOrder.map(({ id, area, row_label, number }) => ({ ticket: id, from: { area, row: row_label, number } }))
    return { key: order, payload: { order, performance, seats } }
  })
  await publishMany(trx, 'mail.seats-moved', letters)
}

/** Moves valid tickets with the names of their places. Indices are unique, so that they pass through negative ones. */
export async function moveTickets(trx: Transaction<Database>, performance: string, plan: Plan, moves: readonly Move[]): Promise<void> {
  const places = moves.map(({ next }) => ({ ...placeName(plan, next), entrance: plan.areas[plan.areaOf[next]!]!.entrance }))
  await sql`
    update ticket t set seat = -1 - m.next, area = m.area, row_label = m."row", number = m.number, entrance = m.entrance
    from unnest(${seatsOf(moves)}::int[], ${nextOf(moves)}::int[], ${places.map(({ area }) => area)}::text[], ${places.map(({ row }) => row)}::text[],
      ${places.map(({ number }) => number)}::text[], ${places.map(({ entrance }) => entrance)}::text[])
      as m (seat, next, area, "row", number, entrance)
    where t.performance_id = ${performance} and t.seat = m.seat and t.returned_at is null`.execute(trx)
  await sql`update ticket set seat = -1 - seat where performance_id = ${performance} and seat < 0`.execute(trx)
}

/** Queues a mail for each reserved order with seats that get other names, with their names before the move, which follows. */
export async function publishReservedMoves(
  trx: Transaction<Database>,
  performance: string,
  plan: Plan,
  moves: readonly Move[],
): Promise<void> {
  const moved = seatsOf(moves.filter(({ isSame }) => !isSame))
  const reserved = await trx
    .selectFrom('reservation_ticket as t')
    .innerJoin('reservation as r', 'r.id', 't.reservation_id')
    .select(['t.id', 't.reservation_id', 't.seat'])
    .where('t.performance_id', '=', performance)
    .where('r.state', 'in', ['reserved', 'in-basket'])
    .where('t.seat', '=', sql<number>`any(${moved}::int[])`)
    .orderBy('t.seat')
    .execute()
  const letters = [...Map.groupBy(reserved, (ticket) => ticket.reservation_id)].map(([reservation, tickets]) => {
    const seats = tickets.map(({ id, seat }) => ({ reserved: id, from: placeName(plan, seat) }))
    return { key: reservation, payload: { reservation, performance, seats } }
  })
  await publishMany(trx, 'mail.reserved-seats-moved', letters)
}

/** Moves the seats of reserved orders, also of those that are being paid for. */
export async function moveReservedSeats(trx: Transaction<Database>, performance: string, moves: readonly Move[]): Promise<void> {
  await sql`
    update reservation_ticket t set seat = -1 - m.next
    from unnest(${seatsOf(moves)}::int[], ${nextOf(moves)}::int[]) as m (seat, next), reservation r
    where t.performance_id = ${performance} and t.seat = m.seat and r.id = t.reservation_id and r.state in ('reserved', 'in-basket')`.execute(
    trx,
  )
  await sql`update reservation_ticket set seat = -1 - seat where performance_id = ${performance} and seat < 0`.execute(trx)
}

/**
 * Returned tickets keep the names of their places. Their index is read only for the kind of the place: it becomes that of the same
 * place, or one that the plan has.
 */
export async function moveReturnedTickets(trx: Transaction<Database>, performance: string, from: Plan, to: Plan): Promise<void> {
  const same = samePlaces(from, to)
  const { rows } = await sql<{ seat: number }>`
    select distinct seat from ticket where performance_id = ${performance} and returned_at is not null`.execute(trx)
  const next = rows.map(({ seat }) => same.get(seat) ?? Math.min(seat, to.seatCount - 1))
  await sql`
    update ticket t set seat = m.next from unnest(${rows.map(({ seat }) => seat)}::int[], ${next}::int[]) as m (seat, next)
    where t.performance_id = ${performance} and t.seat = m.seat and t.returned_at is not null`.execute(trx)
}

/**
 * Moves the tickets of open and paying baskets. They keep the price at which their seats were held. A basket with a seat that has another
 * name gets a new version, so that its visitor sees the seat before paying.
 * @param baskets locked by the caller
 */
export async function moveBasketTickets(
  trx: Transaction<Database>,
  performance: string,
  baskets: readonly string[],
  moves: readonly Move[],
  { bandTo, listTo }: { readonly bandTo: Uint8Array; readonly listTo: PriceList },
): Promise<void> {
  if (baskets.length === 0) return
  const tickets = await trx
    .selectFrom('basket_ticket')
    .selectAll()
    .where('performance_id', '=', performance)
    .where('basket_id', 'in', baskets)
    .execute()
  const moveOf = new Map(moves.map((move) => [move.seat, move]))
  const moved = tickets.map(({ id, basket_id, seat, band, price_type }) => {
    const move = moveOf.get(seat)
    if (!move) throw new Error(`basket ${basket_id} holds the seat ${seat} of ${performance} without a claim`)
    const next = bandAfterMove(listTo, { band, priceType: price_type }, bands[bandTo[move.next]!]!)
    return { id, basket: basket_id, seat: move.next, band: next, isSame: move.isSame }
  })
  // Indices are unique in a basket, so that they pass through negative ones.
  await sql`
    update basket_ticket t set seat = -1 - m.seat, band = m.band
    from unnest(${moved.map(({ id }) => id)}::uuid[], ${moved.map(({ seat }) => seat)}::int[], ${moved.map(({ band }) => band)}::text[])
      as m (id, seat, band) where t.id = m.id`.execute(trx)
  await sql`update basket_ticket set seat = -1 - seat where performance_id = ${performance} and seat < 0`.execute(trx)
  const changed = new Set(moved.flatMap(({ basket, isSame }) => (isSame ? [] : [basket])))
  await sql`update basket set version = version + 1 where id = any(${[...changed]}::uuid[])`.execute(trx)
}

/** Gives the seats that lapsed baskets had, and that their visitors may request again, their places in the other plan; without one they are left out. */
export async function moveLapsedSeats(trx: Transaction<Database>, performance: string, from: Plan, to: Plan): Promise<void> {
  const baskets = await trx
    .selectFrom('basket')
    .select(['id', 'lapsed'])
    .where(sql<boolean>`lapsed @> ${JSON.stringify([{ performance }])}::jsonb`)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()
  const same = samePlaces(from, to)
  for (const { id, lapsed } of baskets) {
    const moved = lapsed.map((each) =>
      each.performance === performance ? { performance, seats: each.seats.flatMap((seat) => same.get(seat) ?? []) } : each,
    )
    await trx
      .updateTable('basket')
      .set({ lapsed: JSON.stringify(moved.filter(({ seats }) => seats.length > 0)) })
      .where('id', '=', id)
      .execute()
  }
}
