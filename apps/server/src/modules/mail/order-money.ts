import { formatDate } from '@playhouse/domain/calendar'
import { formatMoney, type Money, zero } from '@playhouse/domain/money'
import { greeting } from './greeting.ts'
import type { Addressed } from './link-mail.ts'
import { type RenderedMail, writeMail } from './mail-template.ts'

type OrderMoney = Addressed & { readonly number: string; readonly amount: Money }

/** Notifies the customer of a returned order: the new credit with its expiry date, and the refund to vouchers and credit. */
export function orderReturned(
  mail: OrderMoney & {
    /** ISO date: the last day of the new credit; null without new credit. */
    readonly expiresOn: string | null
    /** Minor units refunded to the vouchers and credit it was paid with. */
    readonly purses?: Money
    /** Minor units refunded to expired vouchers and credit: they are not spendable. */
    readonly ended?: Money
    /** Whether the order keeps other tickets, or was exchanged for another. */
    readonly isPart?: boolean
    readonly links: { readonly shop: string }
  },
): Promise<RenderedMail> {
  const { brand, locale, firstName, number, links } = mail
  const { expiresOn, purses = zero, ended = zero } = mail
  const values = {
    number,
    amount: formatMoney(mail.amount, brand.currency, locale),
    purses: formatMoney(purses, brand.currency, locale),
    ended: formatMoney(ended, brand.currency, locale),
    until: expiresOn === null ? '' : formatDate(`${expiresOn}T12:00:00Z`, 'UTC', locale),
  }
  const textKey = mail.isPart ? 'returnedPart' : 'returned'
  const subject = expiresOn === null ? 'returnedToPurses' : textKey
  return writeMail(brand, locale, ({ t, paragraph, button }) => ({
    subject: t(`${subject}.subject`, values),
    preview: t(`returned.${expiresOn !== null ? 'preview' : purses > 0 || ended === 0 ? 'purses' : 'ended'}`, values),
    title: t(`${textKey}.title`),
    body: [
      paragraph(greeting(t, firstName)),
      paragraph(t(`${textKey}.body`, values)),
      ...(expiresOn === null ? [] : [paragraph(t('returned.credit', values))]),
      ...(purses > 0 ? [paragraph(t('returned.purses', values))] : []),
      ...(ended > 0 ? [paragraph(t('returned.ended', values))] : []),
      button(t('returned.button'), links.shop),
    ],
  }))
}

/** Notifies the customer that the bank did not pay a direct debit: the order has failed, and no money was taken. */
export const debitFailed = (mail: OrderMoney & { readonly links: { readonly shop: string } }): Promise<RenderedMail> =>
  writeOrderMail(mail, 'debitFailed', ['body', 'again'], mail.links.shop)

/** Notifies the customer of a refund of an order, to the card or by the theatre's office. */
export const orderRefunded = (
  mail: OrderMoney & { readonly means: 'card' | 'bank-transfer' | 'credit-note'; readonly links: { readonly orders: string } },
): Promise<RenderedMail> => writeOrderMail(mail, refundTexts[mail.means], ['body'], mail.links.orders)

/** The texts of a refund by its means. */
const refundTexts = { card: 'orderRefund', 'bank-transfer': 'orderTransfer', 'credit-note': 'orderCreditNote' } as const

/** Renders a mail with a button from the texts of `key`; `paragraphs` are the keys of its paragraphs. */
function writeOrderMail(
  { brand, locale, firstName, number, amount }: OrderMoney,
  key: 'debitFailed' | (typeof refundTexts)[keyof typeof refundTexts],
  paragraphs: readonly ('body' | 'again')[],
  href: string,
): Promise<RenderedMail> {
  const values = { number, amount: formatMoney(amount, brand.currency, locale) }
  return writeMail(brand, locale, ({ t, paragraph, button }) => ({
    subject: t(`${key}.subject`, values),
    preview: t(`${key}.preview`),
    title: t(`${key}.title`),
    body: [
      paragraph(greeting(t, firstName)),
      ...paragraphs.map((name) => paragraph(t(`${key}.${name}`, values))),
      button(t(`${key}.button`), href),
    ],
  }))
}
