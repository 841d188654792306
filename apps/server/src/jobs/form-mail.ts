import { formEntryMail, formReceivedMail } from '#modules/mail'
import { titledIn, titleOf } from '@playhouse/domain/production-texts'
import { type JobContext, mailJob, type OutboxHandlers } from './context.ts'

/** Mails about what visitors sent with forms: to the theatre, and a confirmation to the sender. */
export function createFormMail({ brand, db, origin, mailer }: JobContext): OutboxHandlers<'mail.form-entry' | 'mail.form-received'> {
  const readEntry = async (id: string) => {
    const row = await db
      .selectFrom('form_entry as e')
      .innerJoin('form as f', 'f.id', 'e.form_id')
      .innerJoin('performance as p', 'p.id', 'e.performance_id')
      .innerJoin('production as o', 'o.id', 'p.production_id')
      .select([
        'e.title',
        'e.fields',
        'e.email',
        'e.locale',
        'f.mail_to',
        'p.starts_at',
        'p.time_zone',
        'o.data as production',
        'o.translations',
      ])
      .select((eb) => [eb.fn.coalesce('o.slug', 'o.id').as('event'), 'p.id as instance'])
      .where('e.id', '=', id)
      .executeTakeFirst()
    if (!row) return undefined
    const performance = {
      ...titleOf({ ...row.production, translations: row.translations }),
      startsAt: row.starts_at,
      timeZone: row.time_zone,
    }
    return { ...row, performance }
  }
  return {
    'mail.form-entry': mailJob(mailer, async ({ entry: id }) => {
      const entry = await readEntry(id)
      if (!entry) return undefined
      const { title, fields, email, performance, mail_to } = entry
      const mail = await formEntryMail({ brand, title, fields, performance, links: { inbox: `${origin}/smart/forms` } })
      return { to: mail_to ?? brand.contact.email, replyTo: email, mail }
    }),
    'mail.form-received': mailJob(mailer, async ({ entry: id }) => {
      const entry = await readEntry(id)
      if (!entry) return undefined
      const { title, email, locale, performance, event, instance } = entry
      const links = { performance: `${origin}/events/${event}/${instance}` }
      return { to: email, mail: await formReceivedMail({ brand, locale, title, performance: titledIn(performance, locale), links }) }
    }),
  }
}
