import { createOrderLink } from '#modules/auth'
import {
  debitFailed,
  performanceTomorrow,
  orderConfirmation,
  orderRefunded,
  orderReturned,
  partsReturned,
  refundMade,
  seatsMoved,
} from '#modules/mail'
import { readBuyer, readOrderById, toReceiptedOrder, toTicketedOrder } from '#modules/order'
import { isOffSessionOrder, readRefundNotice } from '#modules/payment'
import { printReceipt, printTickets } from '#modules/ticket'
import type { Locale } from '@playhouse/domain/brand'
import { money } from '@playhouse/domain/money'
import { titledIn } from '@playhouse/domain/production-texts'
import { type JobContext, mailJob, type OutboxHandlers } from './context.ts'

type OrderTopic =
  | 'mail.order-confirmed'
  | 'mail.order-failed'
  | 'mail.order-returned'
  | 'mail.parts-returned'
  | 'mail.refund-made'
  | 'mail.evening-tomorrow'
  | 'mail.seats-moved'

/** Mails about an order, its money and its performances. */
export function createOrderMail(context: JobContext): OutboxHandlers<OrderTopic> {
  const { brand, db, origin, mailer } = context
  /** The link to an order. It contains a token, because a guest has no account to sign in to. */
  const orderLink = async (number: string): Promise<string> => {
    const token = await createOrderLink(db, number)
    return token ? `${origin}/authentication#order=${token}` : `${origin}/account/your-orders/${number}`
  }
  return {
    'mail.order-confirmed': mailJob(mailer, async ({ order: id }) => {
      const fullOrder = await readOrderById(context, id)
      if (!fullOrder) throw new Error(`order ${id} is gone`)
      const { order, customer } = fullOrder
      const locale = fullOrder.locale as Locale
      const mail = await orderConfirmation({
        brand,
        locale,
        order: { ...order, tickets: order.tickets.map((ticket) => titledIn(ticket, locale)), firstName: customer.firstName },
        links: { order: await orderLink(order.number) },
      })
      const attach = (filename: string, content: Uint8Array<ArrayBuffer>) => ({
        to: customer.email,
        mail,
        attachments: [{ filename, content, contentType: 'application/pdf' }],
      })
      if (fullOrder.boughtTickets.length === 0)
        return attach(`receipt-${order.number}.pdf`, await printReceipt({ brand, locale, order: toReceiptedOrder(fullOrder, locale) }))
      const ticketed = toTicketedOrder(brand, fullOrder, locale)
      // Every ticket may have been returned before this mail is sent.
      if (order.delivery.method !== 'print-at-home' || ticketed.tickets.length === 0) return { to: customer.email, mail }
      return attach(`tickets-${order.number}.pdf`, await printTickets({ brand, locale, order: ticketed }))
    }),
    'mail.seats-moved': mailJob(mailer, async ({ order: id, performance, seats }) => {
      const fullOrder = await readOrderById(context, id)
      if (!fullOrder || fullOrder.order.state !== 'confirmed') return undefined
      const locale = fullOrder.locale as Locale
      // Tickets may have been returned, or have moved back, while the mail waited.
      const moved = fullOrder.order.tickets.flatMap((ticket) => {
        const from = seats.find((seat) => seat.ticket === ticket.id)?.from
        const isOther = from && (from.area !== ticket.area || from.row !== ticket.row || from.number !== ticket.number)
        return isOther ? [{ from: { ...from, ...(ticket.seating && { seating: ticket.seating }) }, to: ticket }] : []
      })
      const [first] = moved
      if (!first || Date.parse(first.to.startsAt) <= (await context.catalogue.now())) return undefined
      if ((await context.catalogue.performanceDetails(performance))?.sale === 'cancelled') return undefined
      const { order, customer } = fullOrder
      const links = { order: await orderLink(order.number) }
      const about = { number: order.number, performance: titledIn(first.to, locale), seats: moved, links }
      const mail = await seatsMoved({ brand, locale, firstName: customer.firstName, ...about })
      if (order.delivery.method !== 'print-at-home') return { to: customer.email, mail }
      const content = await printTickets({ brand, locale, order: toTicketedOrder(brand, fullOrder, locale) })
      return {
        to: customer.email,
        mail,
        attachments: [{ filename: `tickets-${order.number}.pdf`, content, contentType: 'application/pdf' }],
      }
    }),
    'mail.order-failed': mailJob(mailer, async ({ order }) => {
      if (await isOffSessionOrder(db, order)) return undefined
      const { to, ...addressee } = await readBuyer(db, order)
      return { to, mail: await debitFailed({ brand, ...addressee, links: { shop: origin } }) }
    }),
    'mail.order-returned': mailJob(mailer, async ({ order, expiresOn, isPart = false, ...sums }) => {
      const { to, ...addressee } = await readBuyer(db, order)
      const { amount, purses = 0, ended = 0 } = sums
      const values = { amount: money(amount), purses: money(purses), ended: money(ended) }
      return { to, mail: await orderReturned({ brand, ...addressee, ...values, expiresOn, isPart, links: { shop: origin } }) }
    }),
    'mail.parts-returned': mailJob(mailer, async ({ order: id, tickets, items, expiresOn, hasReservations = false, ...sums }) => {
      const fullOrder = await readOrderById(context, id)
      if (!fullOrder) throw new Error(`order ${id} is gone`)
      const { order, customer } = fullOrder
      const locale = fullOrder.locale as Locale
      const { origin: sent, credit, purses = 0, ended = 0 } = sums
      const mail = await partsReturned({
        brand,
        locale,
        firstName: customer.firstName,
        number: order.number,
        tickets: order.returnedTickets.filter((ticket) => tickets.includes(ticket.id)).map((ticket) => titledIn(ticket, locale)),
        items: order.items.filter((item) => items.includes(item.id)),
        values: { origin: money(sent), credit: money(credit), purses: money(purses - ended), ended: money(ended) },
        expiresOn,
        hasReservations,
        links: { order: await orderLink(order.number) },
      })
      return { to: customer.email, mail }
    }),
    'mail.refund-made': mailJob(mailer, async (payload) => {
      const { to, means, number, ...addressee } = await readRefundNotice(db, payload.refund ?? payload.attempt)
      // Cash and tokens were handed over at the counter.
      if (means === null) return undefined
      const mail =
        number === null
          ? refundMade({ brand, ...addressee, links: { shop: origin } })
          : orderRefunded({ brand, ...addressee, number, means, links: { orders: `${origin}/account/your-orders?reserved` } })
      return { to, mail: await mail }
    }),
    'mail.evening-tomorrow': mailJob(mailer, async ({ order, performance }) => {
      const fullOrder = await readOrderById(context, order)
      const seats = fullOrder?.order.tickets.filter((ticket) => ticket.instance === performance) ?? []
      const [evening] = seats
      if (!fullOrder || !evening || fullOrder.order.state !== 'confirmed') return undefined
      // While the mail waited, the performance may have been cancelled, or may have begun.
      const performanceDetails = await context.catalogue.performanceDetails(evening.instance)
      if (performanceDetails?.sale === 'cancelled' || Date.parse(evening.startsAt) <= (await context.catalogue.now())) return undefined
      const { email: to, firstName } = fullOrder.customer
      const links = { order: await orderLink(fullOrder.order.number) }
      const locale = fullOrder.locale as Locale
      return {
        to,
        mail: await performanceTomorrow({ brand, locale, firstName, performance: titledIn(evening, locale), seats, links }),
      }
    }),
  }
}
