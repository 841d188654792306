import { reassignSeats, readBallotOutcome, seatWinner } from '#modules/ballot'
import { readAddressee } from '#modules/customer'
import { ballotLost, ballotWon, reservationEnding } from '#modules/mail'
import { readReservationReminder } from '#modules/reservation'
import { titledIn } from '@playhouse/domain/production-texts'
import { type JobContext, mailJob, type OutboxHandlers } from './context.ts'

type ReservationTopic = 'ballot.seat-winner' | 'reservation.lapsed' | 'mail.ballot-won' | 'mail.ballot-lost' | 'mail.reservation-ending'

/** Ballots and reserved orders: seats for winners, and the mails about them. */
export function createReservationJobs(context: JobContext): OutboxHandlers<ReservationTopic> {
  const { brand, origin, mailer } = context
  const links = { orders: `${origin}/account/your-orders?reserved` }
  return {
    'ballot.seat-winner': ({ entry }) => seatWinner(context, entry),
    'reservation.lapsed': ({ reservation }) => reassignSeats(context, reservation),
    'mail.ballot-won': mailJob(mailer, async ({ entry: id }) => {
      const entry = await readBallotOutcome(context, id)
      if (!entry?.number || !entry.until) return undefined
      const { to, ...addressee } = await readAddressee(context, entry.customer)
      const { startsAt, number, quantity, until } = entry
      const { title } = titledIn(entry.production, addressee.locale)
      return { to, mail: await ballotWon({ brand, ...addressee, title, startsAt, number, quantity, until, links }) }
    }),
    'mail.ballot-lost': mailJob(mailer, async ({ entry: id }) => {
      const entry = await readBallotOutcome(context, id)
      if (!entry) return undefined
      const { to, ...addressee } = await readAddressee(context, entry.customer)
      return {
        to,
        mail: await ballotLost({ brand, ...addressee, title: titledIn(entry.production, addressee.locale).title, links: { shop: origin } }),
      }
    }),
    'mail.reservation-ending': mailJob(mailer, async ({ reservation }) => {
      const ending = await readReservationReminder(context, reservation)
      if (!ending) return undefined
      const { to, ...addressee } = await readAddressee(context, ending.customer)
      const { number, until } = ending
      const { title } = titledIn(ending.production, addressee.locale)
      return { to, mail: await reservationEnding({ brand, ...addressee, number, title, until, links }) }
    }),
  }
}
