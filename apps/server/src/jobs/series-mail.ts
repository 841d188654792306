import { readAddressee } from '#modules/customer'
import { seriesRenewalMail } from '#modules/mail'
import { listRenewals } from '#modules/series'
import { seriesPathOf } from '@playhouse/domain/series-path'
import { type JobContext, mailJob, type OutboxHandlers } from './context.ts'

/** The mail about seats of a fixed series that are kept for their holders. */
export function createSeriesMail(context: JobContext): OutboxHandlers<'mail.series-renewal'> {
  const { brand, db, origin, mailer } = context
  return {
    'mail.series-renewal': mailJob(mailer, async ({ series, customer: id, until }) => {
      const customer = await db.selectFrom('customer').select('is_guest').where('id', '=', id).executeTakeFirst()
      // Kept seats can be chosen only with an account.
      if (!customer || customer.is_guest) return undefined
      const renewal = (await listRenewals(context, id)).find((each) => each.series === series)
      // Bought, ended, or with another deadline, which has a separate mail.
      if (!renewal || renewal.until !== until) return undefined
      const { to, ...addressee } = await readAddressee(context, id)
      const { name, seats } = renewal
      return { to, mail: await seriesRenewalMail({ brand, ...addressee, name, seats, until, link: origin + seriesPathOf(series) }) }
    }),
  }
}
