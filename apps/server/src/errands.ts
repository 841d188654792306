import type { Mailer } from '#adapters/mail'
import { type House, ticketed } from '#http'
import { orderConfirmation, refundMade } from '#modules/mail'
import { readOrderById } from '#modules/order'
import { closePayment, refundPayment } from '#modules/payment'
import { ticketsPdf } from '#modules/ticket'
import type { Locale } from '@playhouse/domain/brand'
import { money } from '@playhouse/domain/money'
import type { Errand } from '#sweepers'

/** What the outbox's topics come to. A mail's message id is that of its outbox row, so that a repeat is the same mail. */
export function createErrands(house: House, mailer: Mailer): Record<string, Errand> {
  const { brand, origin } = house
  return {
    'mail.order-confirmed': async (payload, id) => {
      const found = await readOrderById(house, String(payload['order']))
      if (!found) throw new Error(`order ${String(payload['order'])} is gone`)
      const locale = found.locale as Locale
      const { number } = found.order
      const mail = await orderConfirmation({
        brand,
        locale,
        order: { ...found.order, firstName: found.customer.firstName },
        links: { order: `${origin}/account/your-orders/${number}` },
      })
      const pdf =
        found.order.delivery.method === 'print-at-home' ? await ticketsPdf({ brand, locale, order: ticketed(brand, found) }) : undefined
      await mailer.send({
        to: found.customer.email,
        messageId: id,
        ...mail,
        attachments: pdf ? [{ filename: `tickets-${number}.pdf`, content: pdf, contentType: 'application/pdf' }] : [],
      })
    },
    'mail.refund-made': async (payload, id) => {
      const attempt = await house.db
        .selectFrom('payment_attempt')
        .innerJoin('customer', 'customer.id', 'payment_attempt.customer_id')
        .select(['customer.email', 'customer.first_name', 'payment_attempt.locale'])
        .where('payment_attempt.id', '=', String(payload['attempt']))
        .executeTakeFirstOrThrow()
      const mail = await refundMade({
        brand,
        locale: attempt.locale,
        firstName: attempt.first_name,
        amount: money(Number(payload['amount'])),
        links: { shop: origin },
      })
      await mailer.send({ to: attempt.email, messageId: id, ...mail, attachments: [] })
    },
    'payment.refund': (payload) => refundPayment(house, String(payload['attempt']), money(Number(payload['amount']))),
    'payment.close': (payload) => closePayment(house, String(payload['attempt'])),
  }
}
