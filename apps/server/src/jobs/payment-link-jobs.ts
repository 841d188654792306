import { sql } from 'kysely'
import { readAddressee } from '#modules/customer'
import { paymentLinkCancelledMail, paymentLinkExpiredMail, paymentLinkMail } from '#modules/mail'
import { issuePaymentLink, readCancelledLink, readLinkMail } from '#modules/payment-link'
import type { Locale } from '@playhouse/domain/brand'
import { isLinkOpen, paymentLinkPath } from '@playhouse/domain/payment-link'
import { type Titled, titledIn } from '@playhouse/domain/production-texts'
import { type JobContext, mailJob, type OutboxHandlers } from './context.ts'

const titlesIn = <Named extends Titled>(performances: readonly Named[], locale: Locale) =>
  performances.map((performance) => titledIn(performance, locale))

type PaymentLinkTopic = 'payment-link.issue' | 'mail.payment-link' | 'mail.payment-link-expired' | 'mail.payment-link-cancelled'

/** Payment links of the counter: their tokens, the mail that brings them, and the letters about their end. */
export function createPaymentLinkJobs(context: JobContext): OutboxHandlers<PaymentLinkTopic> {
  const { brand, db, origin, mailer, codeVault } = context
  const send = mailJob<{ token: string }>(mailer, async (stored) => {
    const token = codeVault.decrypt(stored.token)
    const link = await readLinkMail(context, { token })
    // Paid, ended or sent again while the mail waited.
    if (!link || !isLinkOpen(link.state)) return undefined
    const { to, ...addressee } = await readAddressee(context, link.customer)
    // The token follows `#`, which browsers send to no server.
    const href = `${origin}${paymentLinkPath}#pay=${token}`
    return {
      to,
      mail: await paymentLinkMail({ brand, ...addressee, ...link, performances: titlesIn(link.performances, addressee.locale), href }),
    }
  })
  return {
    'payment-link.issue': ({ link }) => issuePaymentLink(context, link),
    'mail.payment-link': async ({ token }, id) => {
      if (!token) return
      await send({ token }, id)
      await sql`update outbox set payload = payload - 'token' where id = ${id}`.execute(db)
    },
    'mail.payment-link-expired': mailJob(mailer, async ({ link: id }) => {
      const link = await readLinkMail(context, { id })
      if (link?.state !== 'expired') return undefined
      const { to, ...addressee } = await readAddressee(context, link.customer)
      return { to, mail: await paymentLinkExpiredMail({ brand, ...addressee, until: link.until, href: origin }) }
    }),
    'mail.payment-link-cancelled': mailJob(mailer, async ({ link: id }) => {
      const link = await readCancelledLink(context, id)
      // Money that arrived late may have bought the booking.
      if (link?.state !== 'cancelled') return undefined
      const { to, ...addressee } = await readAddressee(context, link.customer)
      return {
        to,
        mail: await paymentLinkCancelledMail({
          brand,
          ...addressee,
          ...link,
          performances: titlesIn(link.performances, addressee.locale),
          href: origin,
        }),
      }
    }),
  }
}
