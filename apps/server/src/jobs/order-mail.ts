import type { Mailer } from '#adapters/mail'
import { type House, ticketed } from '#http'
import { linkMinutes, openGuestDoor, openMagicLink, openReset } from '#modules/auth'
import { passOn, readOutcome, seatWinner } from '#modules/ballot'
import {
  ballotLost,
  ballotWon,
  debitFailed,
  eveningTomorrow,
  magicLink,
  orderConfirmation,
  orderRefunded,
  orderReturned,
  passwordChanged,
  passwordReset,
  refundMade,
  reservationEnding,
  welcome,
} from '#modules/mail'
import { readOrderById } from '#modules/order'
import { closePayment, makeRefund } from '#modules/payment'
import { readEnding } from '#modules/reservation'
import { ticketsPdf } from '#modules/ticket'
import type { Locale } from '@playhouse/domain/brand'
import { money } from '@playhouse/domain/money'
import type { OutboxHandler } from './outbox.ts'
import { createAccountJobs } from './account-mail.ts'

/** What the outbox's topics come to. A mail's message id is that of its outbox row, so that a repeat is the same mail. */
export function createJobHandlers(house: House, mailer: Mailer): Record<string, OutboxHandler> {
  const { brand, origin } = house
  /** A customer as mail addresses them: in the language of their account. */
  const addressee = async (payload: Record<string, unknown>) => {
    const { email, first_name, locale } = await house.db
      .selectFrom('customer')
      .select(['email', 'first_name', 'locale'])
      .where('id', '=', String(payload['customer']))
      .executeTakeFirstOrThrow()
    return { to: email, firstName: first_name, locale: locale ?? brand.defaultLocale }
  }
  /** Where a mail leads to see an order: guests have no account to sign in to, so their link opens it. */
  const orderLink = async (number: string): Promise<string> => {
    const order = await house.db.selectFrom('customer_order').select('customer_id').where('number', '=', number).executeTakeFirstOrThrow()
    const token = await openGuestDoor(house.db, order.customer_id)
    return token ? `${origin}/authentication#order=${token}` : `${origin}/account/your-orders/${number}`
  }
  /** The customer of an order, and what was to be paid for it. */
  const buyer = async (payload: Record<string, unknown>) => {
    const { email, first_name, locale, number, amount } = await house.db
      .selectFrom('customer_order')
      .innerJoin('customer', 'customer.id', 'customer_order.customer_id')
      .innerJoin('payment_attempt', 'payment_attempt.id', 'customer_order.attempt_id')
      .select(['customer.email', 'customer.first_name', 'customer_order.locale', 'customer_order.number', 'payment_attempt.amount'])
      .where('customer_order.id', '=', String(payload['order']))
      .executeTakeFirstOrThrow()
    return { to: email, firstName: first_name, locale, number, amount: money(amount) }
  }
  return {
    ...createAccountJobs(house, mailer),
    'mail.welcome': async (payload, id) => {
      const { to, ...addressed } = await addressee(payload)
      const mail = await welcome({ brand, ...addressed, links: { shop: origin } })
      await mailer.send({ to, messageId: id, ...mail, attachments: [] })
    },
    'mail.password-reset': async (payload, id) => {
      const email = String(payload['email'])
      const reset = await openReset(house.db, email)
      if (!reset) return
      const { token, firstName } = reset
      // Behind the `#` no server, log or referrer ever sees it, and a scanner that opens the link spends nothing.
      const links = { reset: `${origin}/reset-password#token=${token}` }
      const locale = reset.locale ?? (payload['locale'] as Locale)
      const mail = await passwordReset({ brand, locale, firstName, minutes: linkMinutes, links })
      await mailer.send({ to: email, messageId: id, ...mail, attachments: [] })
    },
    'mail.magic-link': async (payload, id) => {
      const email = String(payload['email'])
      const opened = await openMagicLink(house.db, email, String(payload['askedIn']))
      if (!opened) return
      const { token, firstName } = opened
      const links = { signIn: `${origin}/authentication#token=${token}` }
      const mail = await magicLink({
        brand,
        locale: opened.locale ?? (payload['locale'] as Locale),
        firstName,
        minutes: linkMinutes,
        links,
      })
      await mailer.send({ to: email, messageId: id, ...mail, attachments: [] })
    },
    'mail.password-changed': async (payload, id) => {
      const { to, ...addressed } = await addressee(payload)
      const mail = await passwordChanged({ brand, ...addressed, links: { reset: `${origin}/reset-password` } })
      await mailer.send({ to, messageId: id, ...mail, attachments: [] })
    },
    'mail.order-confirmed': async (payload, id) => {
      const found = await readOrderById(house, String(payload['order']))
      if (!found) throw new Error(`order ${String(payload['order'])} is gone`)
      // Sold at the counter to somebody who gave no address.
      if (found.customer.email.endsWith('.invalid')) return
      const locale = found.locale as Locale
      const { number } = found.order
      const mail = await orderConfirmation({
        brand,
        locale,
        order: { ...found.order, firstName: found.customer.firstName },
        links: { order: await orderLink(number) },
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
      const refund = await house.db
        .selectFrom('refund')
        .innerJoin('payment_attempt', 'payment_attempt.id', 'refund.attempt_id')
        .innerJoin('customer', 'customer.id', 'payment_attempt.customer_id')
        .leftJoin('customer_order', 'customer_order.id', 'refund.order_id')
        .select(['customer.email', 'customer.first_name', 'payment_attempt.locale', 'payment_attempt.provider'])
        .select(['refund.amount', 'customer_order.number'])
        .where('refund.id', '=', String(payload['refund'] ?? payload['attempt']))
        .executeTakeFirstOrThrow()
      const { email, first_name: firstName, locale, number, provider } = refund
      // What went back over the counter is in somebody's hand by now; and who gave no name gave no address.
      if (provider === 'cash' || email.endsWith('.invalid')) return
      const addressed = { brand, locale, firstName, amount: money(refund.amount) }
      const mail = await (number === null
        ? refundMade({ ...addressed, links: { shop: origin } })
        : orderRefunded({ ...addressed, number, links: { orders: `${origin}/account/your-orders?reserved` } }))
      await mailer.send({ to: email, messageId: id, ...mail, attachments: [] })
    },
    'mail.order-returned': async (payload, id) => {
      const { to, ...addressed } = await buyer(payload)
      const credit = { amount: money(Number(payload['amount'])), expiresOn: String(payload['expiresOn']) }
      const isPart = payload['isPart'] === true
      const mail = await orderReturned({ brand, ...addressed, ...credit, isPart, links: { shop: origin } })
      await mailer.send({ to, messageId: id, ...mail, attachments: [] })
    },
    'mail.order-failed': async (payload, id) => {
      const { to, ...addressed } = await buyer(payload)
      const mail = await debitFailed({ brand, ...addressed, links: { shop: origin } })
      await mailer.send({ to, messageId: id, ...mail, attachments: [] })
    },
    'mail.evening-tomorrow': async (payload, id) => {
      const found = await readOrderById(house, String(payload['order']))
      const seats = found?.order.tickets.filter((ticket) => ticket.instance === payload['performance']) ?? []
      const [evening] = seats
      if (!found || !evening || found.order.state !== 'confirmed') return
      // The mail may have waited: by now it was called off, or it has begun.
      const showing = await house.catalogue.showing(evening.instance)
      if (showing?.sale === 'cancelled' || Date.parse(evening.startsAt) <= (await house.catalogue.now())) return
      const links = { order: await orderLink(found.order.number) }
      const { email, firstName } = found.customer
      const mail = await eveningTomorrow({ brand, locale: found.locale as Locale, firstName, evening, seats, links })
      await mailer.send({ to: email, messageId: id, ...mail, attachments: [] })
    },
    'reservation.lapsed': (payload) => passOn(house, String(payload['reservation'])),
    'ballot.seat-winner': (payload) => seatWinner(house, String(payload['entry'])),
    'mail.ballot-won': async (payload, id) => {
      const entry = await readOutcome(house, String(payload['entry']))
      if (!entry?.number || !entry.until) return
      const { to, ...addressed } = await addressee({ customer: entry.customer })
      const { title, startsAt, number, quantity, until } = entry
      const links = { orders: `${origin}/account/your-orders?reserved` }
      const mail = await ballotWon({ brand, ...addressed, title, startsAt, number, quantity, until, links })
      await mailer.send({ to, messageId: id, ...mail, attachments: [] })
    },
    'mail.ballot-lost': async (payload, id) => {
      const entry = await readOutcome(house, String(payload['entry']))
      if (!entry) return
      const { to, ...addressed } = await addressee({ customer: entry.customer })
      const mail = await ballotLost({ brand, ...addressed, title: entry.title, links: { shop: origin } })
      await mailer.send({ to, messageId: id, ...mail, attachments: [] })
    },
    'mail.reservation-ending': async (payload, id) => {
      const ending = await readEnding(house, String(payload['reservation']))
      if (!ending) return
      const { to, ...addressed } = await addressee({ customer: ending.customer })
      const { number, title, until } = ending
      const mail = await reservationEnding({
        brand,
        ...addressed,
        number,
        title,
        until,
        links: { orders: `${origin}/account/your-orders?reserved` },
      })
      await mailer.send({ to, messageId: id, ...mail, attachments: [] })
    },
    // Messages from before refunds had rows of their own name the attempt, whose refund has the same id.
    'payment.refund': (payload) => makeRefund(house, String(payload['refund'] ?? payload['attempt'])),
    'payment.close': (payload) => closePayment(house, String(payload['attempt'])),
  }
}
