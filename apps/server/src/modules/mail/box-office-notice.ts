import type { Brand } from '@playhouse/domain/brand'
import { type Currency, formatMoney, type Money, zero } from '@playhouse/domain/money'
import { type RenderedMail, writeMail } from './mail-template.ts'

/**
 * A notice to the box office: the payment of an order is disputed or was refunded outside the shop. `amount`: minor units of
 * a partial refund.
 */
export function orderNotice(mail: {
  readonly brand: Brand
  readonly notice: 'disputed' | 'dispute-lost' | 'refunded' | 'part-refunded'
  readonly number: string
  readonly amount?: Money | undefined
  readonly links: { readonly order: string }
}): Promise<RenderedMail> {
  const { brand, notice, number, amount = zero, links } = mail
  const locale = brand.defaultLocale
  const values = { number, amount: formatMoney(amount, brand.currency, locale) }
  return writeMail(brand, locale, ({ t, paragraph, button }) => ({
    subject: t(`boxOffice.${notice}.subject`, values),
    preview: t(`boxOffice.${notice}.todo`),
    title: t(`boxOffice.${notice}.subject`, values),
    body: [
      paragraph(t(`boxOffice.${notice}.body`, values)),
      paragraph(t(`boxOffice.${notice}.todo`)),
      button(t('boxOffice.order'), links.order),
    ],
  }))
}

/**
 * A notice to the box office: a payment arrived that belongs to no order. `isOpen`: it waits for a decision, else it is
 * refunded.
 */
export function unmatchedNotice(mail: {
  readonly brand: Brand
  readonly amount: Money
  readonly currency: Currency
  readonly provider: string
  readonly session: string
  readonly isOpen: boolean
  readonly links: { readonly boxOffice: string }
}): Promise<RenderedMail> {
  const { brand, provider, session, isOpen, links } = mail
  const locale = brand.defaultLocale
  const values = { amount: formatMoney(mail.amount, mail.currency, locale), provider, session }
  const todo = isOpen ? 'boxOffice.unmatched.open' : 'boxOffice.unmatched.returned'
  return writeMail(brand, locale, ({ t, paragraph, note, button }) => ({
    subject: t('boxOffice.unmatched.subject', values),
    preview: t(todo),
    title: t('boxOffice.unmatched.subject', values),
    body: [
      paragraph(t('boxOffice.unmatched.body', values)),
      paragraph(t(todo)),
      note(t('boxOffice.unmatched.session', values)),
      button(t('boxOffice.open'), links.boxOffice),
    ],
  }))
}
