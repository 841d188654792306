import { reassignSeats, readBallotOutcome, seatWinner } from '#modules/ballot'
import { readAddressee } from '#modules/customer'
import { readDaySeatOutcome } from '#modules/day-seats'
import { readGroupBooking, readInvoiceMail } from '#modules/group-booking'
import { drawLost, drawWon, groupChangedMail, groupDueMail, groupInvoiceMail, reservationEnding, seatsMoved } from '#modules/mail'
import { forgetReservationToken, issueReservationLink } from '#modules/payment-link'
import { readReservationReminder, readReservedPlaces } from '#modules/reservation'
import { printInvoice } from '#modules/ticket'
import { subtract } from '@playhouse/domain/money'
import { paymentLinkPath } from '@playhouse/domain/payment-link'
import { titledIn } from '@playhouse/domain/production-texts'
import { type JobContext, mailJob, type OutboxHandler, type OutboxHandlers } from './context.ts'

type ReservationTopic =
  | 'ballot.seat-winner'
  | 'reservation.lapsed'
  | 'mail.ballot-won'
  | 'mail.ballot-lost'
  | 'mail.day-seats-won'
  | 'mail.day-seats-lost'
  | 'mail.reservation-ending'
  | 'mail.reserved-seats-moved'
  | 'mail.group-changed'
  | 'mail.group-due'
  | 'mail.group-invoice'

type OutcomeReader = (context: JobContext, entry: string) => ReturnType<typeof readDaySeatOutcome>

/** Ballots and reserved orders: seats for winners, and the mails about them. */
export function createReservationJobs(context: JobContext): OutboxHandlers<ReservationTopic> {
  const { brand, origin, mailer } = context
  const links = { orders: `${origin}/account/your-orders?reserved` }
  /** Mails a winner the link to pay for the reserved seats. A repeat has the same link. */
  const wonMail =
    (of: 'ballot' | 'daySeats', readOutcome: OutcomeReader): OutboxHandler<'mail.ballot-won' | 'mail.day-seats-won'> =>
    async (stored, id) => {
      const entry = await readOutcome(context, stored.entry)
      if (!entry?.number || !entry.until || !entry.reservation) return
      const { startsAt, number, quantity, until, reservation } = entry
      const token = stored.token
        ? context.codeVault.decrypt(stored.token)
        : await issueReservationLink(context, { reservation, message: id })
      const send = mailJob<unknown>(mailer, async () => {
        const { to, ...addressee } = await readAddressee(context, entry.customer)
        const { title } = titledIn(entry.production, addressee.locale)
        // The token follows `#`, which browsers send to no server.
        const pay = token === undefined ? undefined : `${origin}${paymentLinkPath}#pay=${token}`
        return { to, mail: await drawWon({ brand, ...addressee, of, title, startsAt, number, quantity, until, links: { ...links, pay } }) }
      })
      await send(stored, id)
      await forgetReservationToken(context, id)
    }
  const lostMail = (of: 'ballot' | 'daySeats', readOutcome: OutcomeReader) =>
    mailJob<{ readonly entry: string }>(mailer, async ({ entry: id }) => {
      const entry = await readOutcome(context, id)
      if (!entry) return undefined
      const { to, ...addressee } = await readAddressee(context, entry.customer)
      const { title } = titledIn(entry.production, addressee.locale)
      return { to, mail: await drawLost({ brand, ...addressee, of, title, startsAt: entry.startsAt, links: { shop: origin } }) }
    })
  return {
    'ballot.seat-winner': ({ entry }) => seatWinner(context, entry),
    'reservation.lapsed': ({ reservation }) => reassignSeats(context, reservation),
    'mail.ballot-won': wonMail('ballot', readBallotOutcome),
    'mail.ballot-lost': lostMail('ballot', readBallotOutcome),
    'mail.day-seats-won': wonMail('daySeats', readDaySeatOutcome),
    'mail.day-seats-lost': lostMail('daySeats', readDaySeatOutcome),
    'mail.group-invoice': mailJob(mailer, async ({ invoice: id }) => {
      const { customer, invoice } = await readInvoiceMail(context, id)
      const { to, ...addressee } = await readAddressee(context, customer)
      const mail = await groupInvoiceMail({ brand, ...addressee, invoice, links })
      const content = await printInvoice({ brand, locale: addressee.locale, invoice })
      return { to, mail, attachments: [{ filename: `${invoice.kind}-${invoice.number}.pdf`, content, contentType: 'application/pdf' }] }
    }),
    'mail.group-due': mailJob(mailer, async ({ booking: number }) => {
      const booking = await readGroupBooking(context, number)
      // It may have been paid or cancelled while the mail waited.
      if (!booking?.due || booking.due.what === 'option') return undefined
      const { to, ...addressee } = await readAddressee(context, booking.contact.id)
      const { name: group, due, deposit, paid, total } = booking
      const amount = subtract(due.what === 'deposit' ? deposit : total, paid)
      const { title } = booking.performance
      return { to, mail: await groupDueMail({ brand, ...addressee, number, group, title, amount, day: due.on, links }) }
    }),
    'mail.group-changed': mailJob(mailer, async ({ booking: number }) => {
      const booking = await readGroupBooking(context, number)
      // It may have been paid or cancelled while the mail waited.
      if (!booking?.due) return undefined
      const { to, ...addressee } = await readAddressee(context, booking.contact.id)
      return { to, mail: await groupChangedMail({ brand, ...addressee, booking, links }) }
    }),
    'mail.reservation-ending': mailJob(mailer, async ({ reservation }) => {
      const ending = await readReservationReminder(context, reservation)
      if (!ending) return undefined
      const { to, ...addressee } = await readAddressee(context, ending.customer)
      const { number, until } = ending
      const { title } = titledIn(ending.production, addressee.locale)
      return { to, mail: await reservationEnding({ brand, ...addressee, number, title, until, links }) }
    }),
    'mail.reserved-seats-moved': mailJob(mailer, async ({ reservation, performance, seats }) => {
      const moved = await readReservedPlaces(
        context,
        reservation,
        performance,
        seats.map(({ reserved }) => reserved),
      )
      if (!moved) return undefined
      const changed = moved.places.flatMap(({ id, ...to }) => {
        const { from } = seats.find(({ reserved }) => reserved === id)!
        // A seat may have moved back while the mail waited.
        return from.area === to.area && from.row === to.row && from.number === to.number ? [] : [{ from, to }]
      })
      if (changed.length === 0) return undefined
      const { to, ...addressee } = await readAddressee(context, moved.customer)
      const { title } = titledIn(moved.production, addressee.locale)
      const about = { number: moved.number, performance: { ...moved.performance, title }, seats: changed, isReserved: true }
      return { to, mail: await seatsMoved({ brand, ...addressee, ...about, links: { order: links.orders } }) }
    }),
  }
}
