import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { insertRows, audit, type Database } from '#db'
import { requireCurrentPrices } from '#modules/catalogue'
import { openMovedPayments } from '#modules/ledger'
import { claimMovedSeats } from '#modules/seating'
import { newQrCode } from '#modules/ticket'
import type { MovedRows, MovedSeat, MovingInProblem } from '@playhouse/domain/moving-in'
import { seatKey } from '@playhouse/domain/moving-in'
import { composeOrder, type NewOrder, type OrderDeps } from './compose-order.ts'
import { reservationOf, writeMovedReservations } from './move-reservations.ts'
import { readMovedOrders, recordMoved } from './moved-keys.ts'
import type { Progress } from './progress.ts'

/**
 * Creates orders with their tickets, and sells their seats. Each order is paid from credit that opens with the money that the former system
 * took, so its money goes back there if tickets are returned. Orders that are not paid become reserved orders. An order that moved in before
 * stays.
 * @returns a problem for each seat that is taken here
 * @throws PricesChanged where the plan or the prices have changed since the places were read
 */
export async function moveOrders(
  trx: Transaction<Database>,
  { orders, seats }: Pick<MovedRows, 'orders' | 'seats'>,
  deps: OrderDeps,
  progress: Progress,
): Promise<MovingInProblem[]> {
  const seatsOf = Map.groupBy(seats, ({ thing }) => thing.order)
  const numbers = new Set([...orders.map(({ thing }) => thing.id), ...seatsOf.keys()])
  const moved = await readMovedOrders(trx, [...numbers])
  const before = await readSeats(trx, [...moved.values()])
  for (const [number, sold] of seatsOf) {
    const id = moved.get(number)
    if (id === undefined) continue
    const same = sold.filter(({ thing }) => before.has(keyOf(id, thing, deps)))
    progress.count('seats', 'unchanged', same.length)
    for (const { row, thing } of sold) if (!before.has(keyOf(id, thing, deps))) progress.keep('seats', row, thing.order, 'order-stays')
  }
  const composed = orders
    .filter(({ thing }) => !moved.has(thing.id))
    .map(({ thing }) => ({ order: composeOrder(thing, seatsOf.get(thing.id) ?? [], deps), reservedUntil: thing.reservedUntil }))
  const created = composed.filter(({ reservedUntil }) => reservedUntil === null).map(({ order }) => order)
  const reserved = composed.flatMap(({ order, reservedUntil }) =>
    reservedUntil === null ? [] : [reservationOf(order, reservedUntil, deps)],
  )
  const tickets = composed.flatMap(({ order }) => order.tickets)
  progress.count('orders', 'unchanged', orders.length - composed.length)
  progress.count('orders', 'created', composed.length)
  progress.count('seats', 'created', tickets.length)
  await insertOrders(trx, created, deps)
  await writeMovedReservations(trx, reserved, deps.actor)
  const problems = await claimSeats(trx, [...created.map((order) => ({ ...order, until: null })), ...reserved])
  const sold = new Set(tickets.map(({ thing }) => thing.performance))
  for (const id of sold) {
    const prices = deps.places.get(id)?.prices
    if (prices) await requireCurrentPrices(trx, prices)
  }
  if (problems.length === 0) await insertTickets(trx, created)
  return problems
}

async function insertOrders(trx: Transaction<Database>, orders: readonly NewOrder[], { brand, actor }: OrderDeps): Promise<void> {
  const now = Temporal.Now.instant().toString()
  const locale = brand.defaultLocale
  await insertRows(
    trx,
    'basket',
    orders.map(({ basket, customer, quote }) => ({
      ...{ id: basket, customer_id: customer, state: 'completed' },
      ...{ delivery: quote.delivery, notes: quote.notes },
    })),
  )
  await insertRows(
    trx,
    'payment_attempt',
    orders.map(({ attempt, basket, customer, quote }) => ({
      ...{
        id: attempt,
        basket_id: basket,
        customer_id: customer,
        provider: 'none',
        state: 'succeeded',
        amount: 0,
        currency: brand.currency,
      },
      ...{ quote, quote_hash: createHash('sha256').update(JSON.stringify(quote)).digest('hex'), locale, pay_until: now, settled_at: now },
    })),
  )
  await insertRows(
    trx,
    'customer_order',
    orders.map(({ id, number, customer, basket, attempt, total, totals, quote, placedAt }) => ({
      ...{ id, number, customer_id: customer, basket_id: basket, attempt_id: attempt, state: 'confirmed', total, paid: total },
      ...{ totals, delivery: quote.delivery, notes: quote.notes, locale, channel: 'web', placed_at: placedAt ?? now },
    })),
  )
  await insertRows(
    trx,
    'order_line',
    orders.flatMap(({ id, lines }) =>
      lines.map(({ vatBasisPoints = null, levy: _levy, ...line }, position) => ({
        order_id: id,
        position,
        ...line,
        vat_basis_points: vatBasisPoints,
      })),
    ),
  )
  await recordMoved(trx, 'order', orders)
  const payments = await openMovedPayments(
    trx,
    orders.map(({ id, customer, total }) => ({ order: id, customer, amount: total })),
    actor,
  )
  const keyOf = new Map(orders.map(({ id, key }) => [id, key]))
  await recordMoved(
    trx,
    'order-payment',
    payments.map(({ id, order }) => ({ key: keyOf.get(order)!, id })),
  )
  const entry = { actor: actor.name, requestId: actor.requestId, verb: 'move-in' }
  await audit(
    trx,
    ...orders.flatMap(({ id, basket, attempt, number, total }) => [
      { ...entry, subject: 'basket', subjectId: basket, to: 'completed' },
      { ...entry, subject: 'payment', subjectId: attempt, to: 'succeeded' },
      { ...entry, subject: 'order', subjectId: id, to: 'confirmed', detail: { number, total } },
    ]),
  )
}

async function insertTickets(trx: Transaction<Database>, orders: readonly NewOrder[]): Promise<void> {
  await insertRows(
    trx,
    'ticket',
    orders.flatMap(({ id, tickets }) =>
      tickets.map(({ id: ticket, thing, seat, place, priceTypeName }) => ({
        ...{
          id: ticket,
          order_id: id,
          performance_id: thing.performance,
          seat,
          area: place.area,
          row_label: place.row,
          number: place.number,
        },
        ...{
          entrance: place.entrance,
          price_type: thing.priceType,
          price_type_name: priceTypeName,
          price: thing.price,
          fee: 0,
          qr: newQrCode(),
        },
      })),
    ),
  )
}

type SeatsOfOrder = Pick<NewOrder, 'id' | 'tickets'> & { readonly until: Date | null }

/** Sells or reserves the seats after all else but their tickets, so that buyers of the same performances wait as shortly as possible. */
async function claimSeats(trx: Transaction<Database>, orders: readonly SeatsOfOrder[]): Promise<MovingInProblem[]> {
  const claims = orders.flatMap(({ id, tickets, until }) =>
    tickets.map(({ row, thing, seat }) => ({
      order: id,
      until,
      row,
      performance: thing.performance,
      seat,
      name: `${thing.area} ${thing.seatRow} ${thing.number}`,
    })),
  )
  const taken = await claimMovedSeats(trx, claims)
  const rows = new Map(claims.map((claim) => [JSON.stringify([claim.performance, claim.seat]), claim]))
  return taken.map(({ performance, seat }) => {
    const { row, name } = rows.get(JSON.stringify([performance, seat]))!
    return { sheet: 'seats', row, column: 'number', value: `${performance}, ${name}`, fault: 'seat-taken', suggestion: null }
  })
}

const keyOf = (order: string, { performance, area, seatRow, number, price }: MovedSeat, { places }: Pick<OrderDeps, 'places'>): string =>
  JSON.stringify([order, performance, places.get(performance)!.seats.get(seatKey(area, seatRow, number)), price])

/** The seats that orders moved in with, returned and given up ones too. */
async function readSeats(trx: Transaction<Database>, orders: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ order: string; performance: string; seat: number; price: number }>`
    select order_id as "order", performance_id as performance, seat, price from ticket where order_id = any(${[...orders]}::uuid[])
    union all
    select reservation_id, performance_id, seat, price from reservation_ticket where reservation_id = any(${[...orders]}::uuid[])`.execute(
    trx,
  )
  return new Set(rows.map(({ order, performance, seat, price }) => JSON.stringify([order, performance, seat, price])))
}
