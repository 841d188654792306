import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { type Actor, audit, type Database, newId } from '#db'
import { requireCurrentPrices } from '#modules/catalogue'
import { openMovedPayments } from '#modules/ledger'
import { sellMovedSeats } from '#modules/seating'
import { newOrderNumber, newQrCode } from '#modules/ticket'
import type { Brand } from '@playhouse/domain/brand'
import type { MovedOrder, MovedRow, MovedRows, MovedSeat, MovingInProblem } from '@playhouse/domain/moving-in'
import { seatKey } from '@playhouse/domain/moving-in'
import { add, zero } from '@playhouse/domain/money'
import { type Line, totalsOf } from '@playhouse/domain/pricing'
import { insertRows } from './insert-rows.ts'
import { readMovedIds, recordMoved } from './moved-keys.ts'
import type { Progress } from './progress.ts'
import type { KnownPlaces } from './read-places.ts'

type OrderDeps = {
  readonly brand: Pick<Brand, 'currency' | 'delivery' | 'timeZone' | 'vatBasisPoints' | 'defaultLocale'>
  readonly places: ReadonlyMap<string, KnownPlaces>
  /** The ids of customers by their numbers in the former system. */
  readonly customers: ReadonlyMap<string, string>
  readonly actor: Actor
}
type SeatRow = MovedRow<MovedSeat>

/**
 * Creates orders with their tickets, and sells their seats. Each order is paid from credit that opens with the money that the former system
 * took, so its money goes back there if tickets are returned. An order that moved in before stays.
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
  const moved = await readMovedIds(trx, 'order', [...numbers])
  const before = await readTickets(trx, [...moved.values()])
  for (const [number, sold] of seatsOf) {
    const id = moved.get(number)
    if (id === undefined) continue
    const same = sold.filter(({ thing }) => before.has(ticketKey(id, thing)))
    progress.count('seats', 'unchanged', same.length)
    for (const { row, thing } of sold) if (!before.has(ticketKey(id, thing))) progress.keep('seats', row, thing.order, 'order-stays')
  }
  const created = orders
    .filter(({ thing }) => !moved.has(thing.id))
    .map((each) => composeOrder(each.thing, seatsOf.get(each.thing.id) ?? [], deps))
  progress.count('orders', 'unchanged', orders.length - created.length)
  progress.count('orders', 'created', created.length)
  progress.count('seats', 'created', created.flatMap(({ tickets }) => tickets).length)
  await insertOrders(trx, created, deps)
  const problems = await sellSeats(trx, created)
  const sold = new Set(created.flatMap(({ tickets }) => tickets).map(({ thing }) => thing.performance))
  for (const id of sold) {
    const prices = deps.places.get(id)?.prices
    if (prices) await requireCurrentPrices(trx, prices)
  }
  if (problems.length === 0) await insertTickets(trx, created)
  return problems
}

type NewOrder = ReturnType<typeof composeOrder>

function composeOrder({ id: key, customer, placedOn }: MovedOrder, seats: readonly SeatRow[], { brand, places, customers }: OrderDeps) {
  const [id, basket, attempt] = [newId(), newId(), newId()]
  const tickets = seats.map(({ row, thing }) => {
    const performance = places.get(thing.performance)!
    const seat = performance.seats.get(seatKey(thing.area, thing.seatRow, thing.number))!
    return {
      id: newId(),
      row,
      thing,
      seat,
      place: performance.placeOf(seat),
      priceTypeName: performance.nameOfPriceType(thing.priceType),
      vatBasisPoints: performance.vatOf(thing.priceType),
    }
  })
  const total = add(...tickets.map(({ thing }) => thing.price))
  const delivery = {
    method: (brand.delivery.find(({ needsAddress, fee }) => !needsAddress && fee === 0) ?? brand.delivery[0]!).method,
    address: null,
  }
  const notes = { order: '', access: '' }
  const lines: Line[] = tickets.map(({ id: ref, thing, vatBasisPoints }) => ({
    ...{ kind: 'ticket', ref, amount: thing.price, fee: zero },
    ...(vatBasisPoints !== undefined && { vatBasisPoints }),
  }))
  const totals = totalsOf(lines, total, brand.vatBasisPoints)
  const quote = {
    ...{ lines, totals, delivery, billing: null, notes, spends: [] },
    tickets: tickets.map(({ id: ticket, thing, seat, place }) => ({
      ...{ id: ticket, performance: thing.performance, seat, band: place.band, priceType: thing.priceType, price: thing.price, fee: 0 },
    })),
  }
  const placedAt = placedOn === null ? null : Temporal.PlainDate.from(placedOn).toZonedDateTime(brand.timeZone).toInstant().toString()
  return {
    key,
    id,
    basket,
    attempt,
    number: newOrderNumber(),
    customer: customers.get(customer)!,
    placedAt,
    tickets,
    total,
    lines,
    totals,
    quote,
  }
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
      lines.map(({ vatBasisPoints = null, ...line }, position) => ({ order_id: id, position, ...line, vat_basis_points: vatBasisPoints })),
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

/** Sells the seats after all else but their tickets, so that buyers of the same performances wait as shortly as possible. */
async function sellSeats(trx: Transaction<Database>, orders: readonly NewOrder[]): Promise<MovingInProblem[]> {
  const claims = orders.flatMap(({ id, tickets }) =>
    tickets.map(({ row, thing, seat }) => ({
      order: id,
      row,
      performance: thing.performance,
      seat,
      name: `${thing.area} ${thing.seatRow} ${thing.number}`,
    })),
  )
  const taken = await sellMovedSeats(trx, claims)
  const rows = new Map(claims.map((claim) => [JSON.stringify([claim.performance, claim.seat]), claim]))
  return taken.map(({ performance, seat }) => {
    const { row, name } = rows.get(JSON.stringify([performance, seat]))!
    return { sheet: 'seats', row, column: 'number', value: `${performance}, ${name}`, fault: 'seat-taken', suggestion: null }
  })
}

const ticketKey = (order: string, { performance, area, seatRow, number, price }: MovedSeat): string =>
  JSON.stringify([order, performance, seatKey(area, seatRow, number), price])

/** The tickets that orders moved in with, returned ones too. */
async function readTickets(trx: Transaction<Database>, orders: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{
    order: string
    performance: string
    area: string
    seatRow: string
    number: string
    price: MovedSeat['price']
  }>`
    select order_id as "order", performance_id as performance, area, row_label as "seatRow", number, price from ticket
    where order_id = any(${[...orders]}::uuid[])`.execute(trx)
  return new Set(rows.map(({ order, ...seat }) => ticketKey(order, { ...seat, order, priceType: '' })))
}
