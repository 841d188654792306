import { randomUUID } from 'node:crypto'
import { money } from '@playhouse/domain/money'
import { transact } from '#db'
import { readSoldOrder } from '#modules/counter'
import { listHeldTickets, readOrder } from '#modules/order'
import { findSharedTicket, shareTickets } from '#modules/share'
import type { TestTheatre } from '#testing'
import { applyCallback, cancelOrder, checkPayment, processReturn, refundOrder, validateExchange } from '../index.ts'
import { actor, openPaymentPage } from './buyer.ts'

/** A paid order of two seats for £90, with one ticket shared. */
export async function sold(theatre: TestTheatre) {
  const manual = await openPaymentPage(theatre)
  manual.end(manual.attempt, 'succeeded')
  await checkPayment(manual.shop, manual.customer.id, manual.attempt, actor)
  const { number } = await theatre.db.selectFrom('customer_order').select('number').executeTakeFirstOrThrow()
  const tickets = (await theatre.db.selectFrom('ticket').select('id').orderBy('seat').execute()).map(({ id }) => id)
  const links = await shareTickets(manual.shop, { customer: manual.customer.id, number, tickets: tickets.slice(0, 1) }, actor)
  if (!links.ok) throw new Error(links.error.code)
  const session = `s-${manual.attempt}`
  /** The provider's signed callback after a change. */
  const sendCallback = () =>
    applyCallback(
      manual.shop,
      {
        eventId: randomUUID(),
        type: 'payment.changed',
        paymentId: session,
        amount: money(90_00),
        currency: 'GBP',
        account: 'test',
        at: new Date().toISOString(),
      },
      actor,
    )
  const dispute = async (state: 'open' | 'won' | 'lost') => {
    manual.disputes.set(session, { state, amount: money(90_00) })
    return sendCallback()
  }
  const token = links.value[0]!.token
  return { ...manual, number, tickets, token, session, hear: sendCallback, dispute }
}
type Sold = Awaited<ReturnType<typeof sold>>

/** Every use of the tickets, and whether it is rejected. */
export async function uses({ shop, customer, number, tickets, token }: Sold) {
  const chosen = { customer: customer.id, number, tickets }
  const returning = { tickets, to: 'credit' as const, value: money(90_00), reason: 'ill', isLateAllowed: false }
  return {
    shown: (await readOrder(shop, customer.id, number))!.order.tickets.length,
    held: (await listHeldTickets(shop, customer.id)).length,
    byLink: (await findSharedTicket(shop, token)) !== undefined,
    share: (await shareTickets(shop, chosen, actor)).ok,
    exchange: (
      await transact(shop.db, (trx) => validateExchange(shop, trx, { order: number, tickets, value: money(90_00), rest: 'credit' }))
    ).ok,
    cancel: (
      await cancelOrder(
        { ...shop, brand: { ...shop.brand, features: { ...shop.brand.features, cancelOrders: true } } },
        customer.id,
        number,
        actor,
      )
    ).ok,
    returned: (await processReturn(shop, number, returning, actor)).ok,
    refund: (await refundOrder(shop, number, { amount: money(90_00), reason: 'ill' }, actor)).ok,
  }
}
export const stopped = { shown: 0, held: 0, byLink: false, share: false, exchange: false, cancel: false, returned: false, refund: false }

export const orderOf = ({ db }: TestTheatre) =>
  db.selectFrom('customer_order').select(['state', 'hold', 'dispute']).executeTakeFirstOrThrow()
export const refundsOf = ({ db }: TestTheatre) =>
  db.selectFrom('refund').select(['amount', 'state', 'reason', 'is_elsewhere']).orderBy('created_at').execute()

/** The refunds of the order that the counter shows. */
export const shownRefunds = async ({ shop, number }: Sold) => (await readSoldOrder(shop, number, 'manager'))!.refunds
/** The counter's view of a refund that was made outside the shop. */
export const externalRefund = { state: 'made', refusal: null, byHand: null, isExternal: true }

export const noticesOf = async ({ db }: TestTheatre) =>
  (await db.selectFrom('outbox').select('payload').where('topic', '=', 'mail.box-office-notice').orderBy('id').execute()).map(
    ({ payload }) => payload,
  )
