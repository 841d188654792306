import type { Brand, Locale } from '@playhouse/domain/brand'
import { formatDate } from '@playhouse/domain/calendar'
import { formatMoney, type Money } from '@playhouse/domain/money'
import { greet } from './greeting.ts'
import { type RenderedMail, writeMail } from './letterhead.ts'

type OrderMoney = {
  readonly brand: Brand
  readonly locale: Locale
  readonly firstName: string
  readonly number: string
  readonly amount: Money
}

/** The order was given back: what is on the account for it, and until when. */
export function orderReturned(
  mail: OrderMoney & {
    /** ISO date, its last day. */
    readonly expiresOn: string
    /** Whether the order keeps other tickets, or was exchanged for another. */
    readonly isPart?: boolean
    readonly links: { readonly shop: string }
  },
): Promise<RenderedMail> {
  const { brand, locale, firstName, number, links } = mail
  const values = {
    number,
    amount: formatMoney(mail.amount, brand.currency, locale),
    until: formatDate(`${mail.expiresOn}T12:00:00Z`, 'UTC', locale),
  }
  const what = mail.isPart ? 'returnedPart' : 'returned'
  return writeMail(brand, locale, ({ t, paragraph, button }) => ({
    subject: t(`${what}.subject`, values),
    preview: t('returned.preview', values),
    title: t(`${what}.title`),
    body: [
      paragraph(greet(t, firstName)),
      paragraph(t(`${what}.body`, values)),
      paragraph(t('returned.credit', values)),
      button(t('returned.button'), links.shop),
    ],
  }))
}

/** The bank didn't pay what was promised: no order, no money taken. */
export function debitFailed(mail: OrderMoney & { readonly links: { readonly shop: string } }): Promise<RenderedMail> {
  const { brand, locale, firstName, number, links } = mail
  const values = { number, amount: formatMoney(mail.amount, brand.currency, locale) }
  return writeMail(brand, locale, ({ t, paragraph, button }) => ({
    subject: t('debitFailed.subject', values),
    preview: t('debitFailed.preview'),
    title: t('debitFailed.title'),
    body: [
      paragraph(greet(t, firstName)),
      paragraph(t('debitFailed.body', values)),
      paragraph(t('debitFailed.again')),
      button(t('debitFailed.button'), links.shop),
    ],
  }))
}

/** Money of an order went back to the card. */
export function orderRefunded(mail: OrderMoney & { readonly links: { readonly orders: string } }): Promise<RenderedMail> {
  const { brand, locale, firstName, number, links } = mail
  const values = { number, amount: formatMoney(mail.amount, brand.currency, locale) }
  return writeMail(brand, locale, ({ t, paragraph, button }) => ({
    subject: t('orderRefund.subject', values),
    preview: t('orderRefund.preview'),
    title: t('orderRefund.title'),
    body: [paragraph(greet(t, firstName)), paragraph(t('orderRefund.body', values)), button(t('orderRefund.button'), links.orders)],
  }))
}
