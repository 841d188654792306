import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { audit, type Database, insertRows, newId } from '#db'
import { ClaimConflict } from '#modules/seating'
import { newOrderNumber, newQrCode } from '#modules/ticket'
import { type AgentSale, groupAgentSales } from '@playhouse/domain/agent-return'
import { levyWithin } from '@playhouse/domain/levy'
import { zero } from '@playhouse/domain/money'
import { applyPayment, type Line, totalsOf } from '@playhouse/domain/pricing'
import type { AgentDeps, ReturnEntry } from './deps.ts'
import { type ReturnPlaces, ticketPlaceOf } from './read-return-places.ts'

type Entry = Pick<ReturnEntry, 'staff' | 'actor'> & {
  /** The id of the return. */
  readonly id: string
  readonly customer: string
  readonly brand: AgentDeps['brand']
  readonly places: ReadonlyMap<string, ReturnPlaces>
}
type AgentOrder = ReturnType<typeof composeOrder>

/** The order of some seats of a performance at the prices of its list, without offers. */
function composeOrder(sales: readonly AgentSale[], { brand, places }: Entry) {
  const { performance, reference, buyer } = sales[0]!
  const { plan, priceType, bandOf } = places.get(performance)!
  const tickets = sales.map(({ seat, price }) => ({ id: newId(), seat, price, type: priceType(price.id) }))
  const lines = tickets.map(({ id, price: { price, fee }, type }): Line => {
    const levy = levyWithin(type.levy, price)
    return {
      ...{ kind: 'ticket', ref: id, amount: price, fee },
      ...(type.vatBasisPoints !== undefined && { vatBasisPoints: type.vatBasisPoints }),
      ...(levy && { levy }),
    }
  })
  const totals = totalsOf(lines, zero, brand.vatBasisPoints)
  const { method } = brand.delivery.find(({ needsAddress, fee }) => !needsAddress && fee === 0) ?? brand.delivery[0]!
  const quote = {
    ...{ lines, totals, billing: null, spends: [] },
    ...{ delivery: { method, address: null }, notes: { order: [buyer, reference].filter((part) => part !== '').join(', '), access: '' } },
    tickets: tickets.map(({ id, seat, price }) => ({
      ...{ id, performance, seat, band: bandOf(seat), priceType: price.id, price: price.price, fee: price.fee },
    })),
  }
  return { id: newId(), number: newOrderNumber(), basket: newId(), attempt: newId(), performance, reference, plan, tickets, lines, quote }
}

/** Writes the orders of a return: confirmed, and on account. No mail is sent. The caller sells their seats in the same transaction. */
export async function writeAgentOrders(trx: Transaction<Database>, entry: Entry, sales: readonly AgentSale[]): Promise<AgentOrder[]> {
  const { staff, actor, customer, brand } = entry
  const orders = groupAgentSales(sales).map((group) => composeOrder(group, entry))
  const { rows } = await sql<{ now: string }>`select now()::text as now`.execute(trx)
  const [{ now }, locale] = [rows[0]!, brand.defaultLocale]
  await insertRows(
    trx,
    'basket',
    orders.map(({ basket, quote: { delivery, notes } }) => ({
      ...{ id: basket, customer_id: customer, state: 'completed', delivery, notes, staff_id: staff },
    })),
  )
  await insertRows(
    trx,
    'payment_attempt',
    orders.map(({ attempt, basket, quote }) => ({
      ...{ id: attempt, basket_id: basket, customer_id: customer, state: 'succeeded', currency: brand.currency },
      ...{ provider: quote.totals.total > 0 ? 'invoice' : 'none', amount: quote.totals.total, quote },
      ...{ quote_hash: createHash('sha256').update(JSON.stringify(quote)).digest('hex'), locale, pay_until: now, settled_at: now },
    })),
  )
  await insertRows(
    trx,
    'counter_payment',
    orders.map(({ attempt, reference, quote }) => ({
      ...{ attempt_id: attempt, staff_id: staff, way: quote.totals.total > 0 ? 'invoice' : 'none', reference: reference || null },
    })),
  )
  await insertRows(
    trx,
    'customer_order',
    orders.map(({ id, number, basket, attempt, quote: { totals, delivery, notes } }) => {
      const paid = applyPayment(totals, totals.total)
      return {
        ...{ id, number, customer_id: customer, basket_id: basket, attempt_id: attempt, state: 'confirmed', delivery, notes, locale },
        ...{ total: totals.total, paid: paid.paid, totals: paid, channel: 'box-office', staff_id: staff, placed_at: now },
      }
    }),
  )
  await insertRows(
    trx,
    'order_line',
    orders.flatMap(({ id, lines }) =>
      lines.map(({ vatBasisPoints = null, levy: _levy, ...line }, position) => ({
        ...{ order_id: id, position, ...line, vat_basis_points: vatBasisPoints },
      })),
    ),
  )
  await insertRows(
    trx,
    'ticket',
    orders.flatMap(({ id, performance, plan, tickets }) =>
      tickets.map(({ id: ticket, seat, price: { price, fee }, type }) => ({
        ...{ id: ticket, order_id: id, performance_id: performance, seat, ...ticketPlaceOf(plan, seat), price, fee },
        ...{ price_type: type.id, price_type_name: type.name, proof_at_door: type.proofAtDoor ?? null, qr: newQrCode() },
      })),
    ),
  )
  await insertRows(
    trx,
    'agent_sale',
    orders.map(({ id, reference }) => ({ order_id: id, return_id: entry.id, reference })),
  )
  const by = { actor: actor.name, requestId: actor.requestId }
  await audit(
    trx,
    ...orders.flatMap(({ id, number, basket, attempt, quote: { totals } }) => [
      { ...by, subject: 'basket', subjectId: basket, verb: 'complete', to: 'completed', detail: { order: number } },
      { ...by, subject: 'payment', subjectId: attempt, verb: 'succeed', to: 'succeeded' },
      { ...by, subject: 'order', subjectId: id, verb: 'confirm', to: 'confirmed', detail: { number, total: totals.total } },
    ]),
  )
  return orders
}

/**
 * Turns locks of an agent into sales, in seat order, and ends locks without seats.
 * @throws ClaimConflict where a seat is not locked for the agent any more
 */
export async function sellLockedSeats(trx: Transaction<Database>, agent: string, orders: readonly AgentOrder[]): Promise<void> {
  const seats = orders.flatMap(({ id, performance, tickets }) => tickets.map(({ seat }) => ({ order: id, performance, seat })))
  const { rows: locks } = await sql<{ id: string }>`
    select id from seat_hold where agent = ${agent} and lifted_at is null
      and performance_id = any(${[...new Set(seats.map(({ performance }) => performance))]}::text[])`.execute(trx)
  const ids = locks.map(({ id }) => id)
  const columns = sql`unnest(${seats.map(({ performance }) => performance)}::text[], ${seats.map(({ seat }) => seat)}::int[],
    ${seats.map(({ order }) => order)}::uuid[]) as sale (performance, seat, "order")`
  const sold = await sql`
    with locked as (
      select c.performance_id, c.seat, sale."order" from seat_claim c join ${columns} on sale.performance = c.performance_id and sale.seat = c.seat
      where c.state = 'blocked' and c.order_id = any(${ids}::uuid[]) order by c.performance_id, c.seat for update of c)
    update seat_claim c set state = 'sold', order_id = locked."order", basket_id = null, until = null
    from locked where c.performance_id = locked.performance_id and c.seat = locked.seat`.execute(trx)
  if (Number(sold.numAffectedRows ?? 0) !== seats.length) throw new ClaimConflict()
  await sql`
    update seat_hold h set lifted_at = now() where id = any(${ids}::uuid[]) and not exists (
      select from seat_claim c where c.performance_id = h.performance_id and c.order_id = h.id and c.state = 'blocked')`.execute(trx)
}
