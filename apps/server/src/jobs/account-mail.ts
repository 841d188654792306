import type { Mailer } from '#adapters/mail'
import type { House } from '#http'
import { linkMinutes, openGuestOrders } from '#modules/auth'
import { emailChangeMinutes, openEmailChange } from '#modules/customer'
import { emailChange, emailChanged, emailTaken, guestOrders } from '#modules/mail'
import type { Locale } from '@playhouse/domain/brand'
import type { OutboxHandler } from './outbox.ts'

/** What the account leaves to be done: mail about another e-mail address, and cards to be forgotten. */
export function createAccountJobs(house: House, mailer: Mailer): Record<string, OutboxHandler> {
  const { brand, db, origin, provider } = house
  return {
    'mail.email-change': async (payload, id) => {
      const email = String(payload['email'])
      const opened = await openEmailChange(db, String(payload['customer']), email)
      if (!opened) return
      const locale = opened.locale ?? (payload['locale'] as Locale)
      const { token, firstName } = opened
      const mail = await (token === undefined
        ? emailTaken({ brand, locale, links: { reset: `${origin}/reset-password` } })
        : emailChange({
            brand,
            locale,
            firstName,
            minutes: emailChangeMinutes,
            // Behind the `#` no server, log or referrer ever sees it, and a scanner that opens the link spends nothing.
            links: { confirm: `${origin}/account/confirm-email#token=${token}` },
          }))
      await mailer.send({ to: email, messageId: id, ...mail, attachments: [] })
    },
    'mail.email-changed': async (payload, id) => {
      const { first_name: firstName, locale } = await db
        .selectFrom('customer')
        .select(['first_name', 'locale'])
        .where('id', '=', String(payload['customer']))
        .executeTakeFirstOrThrow()
      const mail = await emailChanged({ brand, locale: locale ?? brand.defaultLocale, firstName })
      await mailer.send({ to: String(payload['to']), messageId: id, ...mail, attachments: [] })
    },
    'mail.guest-orders': async (payload, id) => {
      const opened = await openGuestOrders(db, String(payload['customer']))
      if (!opened) return
      const { token, email, firstName, locale } = opened
      const links = { claim: `${origin}/account/guest-orders#token=${token}` }
      const mail = await guestOrders({ brand, locale: locale ?? brand.defaultLocale, firstName, minutes: linkMinutes, links })
      await mailer.send({ to: email, messageId: id, ...mail, attachments: [] })
    },
    'payment.forget-card': async (payload) => {
      if (payload['provider'] === provider.name) await provider.forgetCard?.(String(payload['token']))
    },
  }
}
