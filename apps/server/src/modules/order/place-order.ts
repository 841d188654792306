import { randomInt } from 'node:crypto'
import type { Selectable, Transaction } from 'kysely'
import { audit, type Database, newId, type PaymentAttemptTable, publish } from '#db'
import { type Actor, type BasketRow, moveBasket, seatSets } from '#modules/basket'
import type { Catalogue } from '#modules/catalogue'
import { sellSeats } from '#modules/seating'
import { newQrCode } from '#modules/ticket'
import { money } from '@playhouse/domain/money'
import { payOff } from '@playhouse/domain/pricing'

/** Letters and digits that nobody confuses when reading one out on the telephone. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const newOrderNumber = (): string => Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')

/**
 * Turns a paid basket into a confirmed order with its tickets, in the transaction of the payment. False, having changed
 * what the caller must roll back, when one of the seats is somebody else's by now.
 */
export async function placeOrder(
  trx: Transaction<Database>,
  catalogue: Catalogue,
  basket: BasketRow,
  attempt: Selectable<PaymentAttemptTable>,
  actor: Actor,
): Promise<boolean> {
  const id = newId()
  const { quote } = attempt
  const totals = payOff(quote.totals, money(attempt.amount))
  for (const set of seatSets(quote.tickets.map((ticket) => ({ performance_id: ticket.performance, seat: ticket.seat }))))
    if (!(await sellSeats(trx, basket.id, set, id))) return false

  const number = newOrderNumber()
  await trx
    .insertInto('customer_order')
    .values({
      id,
      number,
      customer_id: attempt.customer_id,
      basket_id: basket.id,
      attempt_id: attempt.id,
      state: 'confirmed',
      total: quote.totals.total,
      paid: totals.paid,
      totals: JSON.stringify(totals),
      delivery: JSON.stringify(quote.delivery),
      billing: quote.billing ? JSON.stringify(quote.billing) : null,
      notes: JSON.stringify(quote.notes),
      locale: attempt.locale,
    })
    .execute()
  await trx
    .insertInto('order_line')
    .values(quote.lines.map((line, position) => ({ order_id: id, position, ...line })))
    .execute()
  await trx
    .insertInto('ticket')
    .values(await Promise.all(quote.tickets.map((ticket) => ticketRow(catalogue, id, ticket))))
    .execute()
  await moveBasket(trx, basket, 'complete', actor, { order: number })
  await audit(trx, {
    actor: actor.name,
    requestId: actor.requestId,
    subject: 'order',
    subjectId: id,
    verb: 'confirm',
    from: 'completing',
    to: 'confirmed',
    detail: { number, total: quote.totals.total },
  })
  await publish(trx, 'mail.order-confirmed', id, { order: id })
  return true
}

async function ticketRow(catalogue: Catalogue, order: string, ticket: Selectable<PaymentAttemptTable>['quote']['tickets'][number]) {
  const showing = (await catalogue.showing(ticket.performance))!
  const [hall, tariff] = await Promise.all([catalogue.hall(showing.hall, showing.planVersion), catalogue.tariff(showing.priceList)])
  const { plan } = hall!
  const area = plan.areas[plan.areaOf[ticket.seat]!]!
  return {
    id: newId(),
    order_id: order,
    performance_id: ticket.performance,
    seat: ticket.seat,
    area: area.name,
    row_label: plan.rows[plan.rowOf[ticket.seat]!]!.label,
    number: plan.numberOf(ticket.seat),
    entrance: area.entrance,
    price_type: ticket.priceType,
    price_type_name: tariff.list.priceTypes.find((type) => type.id === ticket.priceType)?.name ?? ticket.priceType,
    price: ticket.price,
    fee: ticket.fee,
    qr: newQrCode(),
    returned_at: null,
  }
}
