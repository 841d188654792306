import { createGuestOrdersLink, createMagicLink, createPasswordResetLink } from '#modules/auth'
import { readOralDeclaration } from '#modules/consent'
import { emailChangeMinutes, createEmailChangeLink, readAddressee } from '#modules/customer'
import {
  emailChange,
  emailChanged,
  emailTaken,
  giftAidDeclared,
  guestOrders,
  magicLink,
  passwordChanged,
  passwordReset,
  welcome,
} from '#modules/mail'
import { type JobContext, mailJob, type OutboxHandlers } from './context.ts'
import { linkMinutes } from '@playhouse/domain/sign-in'

type AccountTopic =
  | 'mail.welcome'
  | 'mail.password-reset'
  | 'mail.magic-link'
  | 'mail.password-changed'
  | 'mail.email-change'
  | 'mail.email-changed'
  | 'mail.gift-aid-declared'
  | 'mail.guest-orders'

/**
 * Mails about an account. Links carry their token behind the `#`: no server, log or referrer sees it, and a scanner that opens the
 * link spends nothing.
 */
export function createAccountMail({ brand, db, origin, mailer }: JobContext): OutboxHandlers<AccountTopic> {
  return {
    'mail.welcome': mailJob(mailer, async ({ customer }) => {
      const { to, ...addressee } = await readAddressee({ db, brand }, customer)
      return { to, mail: await welcome({ brand, ...addressee, links: { shop: origin } }) }
    }),
    'mail.password-reset': mailJob(mailer, async ({ email, locale }) => {
      const link = await createPasswordResetLink(db, email)
      if (!link) return undefined
      const links = { reset: `${origin}/reset-password#token=${link.token}` }
      const addressee = { locale: link.locale ?? locale, firstName: link.firstName }
      return { to: email, mail: await passwordReset({ brand, ...addressee, minutes: linkMinutes, links }) }
    }),
    'mail.magic-link': mailJob(mailer, async ({ email, locale, askedIn }) => {
      const link = await createMagicLink(db, email, askedIn)
      if (!link) return undefined
      const links = { signIn: `${origin}/authentication#token=${link.token}` }
      const addressee = { locale: link.locale ?? locale, firstName: link.firstName }
      return { to: email, mail: await magicLink({ brand, ...addressee, minutes: linkMinutes, links }) }
    }),
    'mail.password-changed': mailJob(mailer, async ({ customer }) => {
      const { to, ...addressee } = await readAddressee({ db, brand }, customer)
      return { to, mail: await passwordChanged({ brand, ...addressee, links: { reset: `${origin}/reset-password` } }) }
    }),
    'mail.email-change': mailJob(mailer, async ({ customer, email, locale }) => {
      const link = await createEmailChangeLink(db, customer, email)
      if (!link) return undefined
      const { token, firstName } = link
      const addressee = { brand, locale: link.locale ?? locale }
      const mail =
        token === undefined
          ? emailTaken({ ...addressee, links: { reset: `${origin}/reset-password` } })
          : emailChange({
              ...addressee,
              firstName,
              minutes: emailChangeMinutes,
              links: { confirm: `${origin}/account/confirm-email#token=${token}` },
            })
      return { to: email, mail: await mail }
    }),
    'mail.email-changed': mailJob(mailer, async ({ customer, to }) => {
      const { firstName, locale } = await readAddressee({ db, brand }, customer)
      return { to, mail: await emailChanged({ brand, locale, firstName }) }
    }),
    'mail.gift-aid-declared': mailJob(mailer, async ({ declaration: id }) => {
      const declaration = await readOralDeclaration({ db, brand }, id)
      if (!declaration) return undefined
      const { to, ...values } = declaration
      return { to, mail: await giftAidDeclared({ brand, ...values, links: { giftAid: `${origin}/account/gift-aid` } }) }
    }),
    'mail.guest-orders': mailJob(mailer, async ({ customer }) => {
      const link = await createGuestOrdersLink(db, customer)
      if (!link) return undefined
      const { token, email, firstName, locale } = link
      const links = { claim: `${origin}/account/guest-orders#token=${token}` }
      return {
        to: email,
        mail: await guestOrders({ brand, locale: locale ?? brand.defaultLocale, firstName, minutes: linkMinutes, links }),
      }
    }),
  }
}
