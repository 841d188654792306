import type { Brand, Locale } from '@playhouse/domain/brand'
import { formatMoney, type Money } from '@playhouse/domain/money'
import { greeting } from './greeting.ts'
import { type RenderedMail, writeMail } from './mail-template.ts'

/** Notifies the customer that a payment arrived after its seats were lost, and was refunded in full. */
export function refundMade(refund: {
  readonly brand: Brand
  readonly locale: Locale
  readonly firstName: string
  readonly amount: Money
  readonly links: { readonly shop: string }
}): Promise<RenderedMail> {
  const { brand, locale, firstName, links } = refund
  const amount = formatMoney(refund.amount, brand.currency, locale)
  return writeMail(brand, locale, ({ t, paragraph, button }) => ({
    subject: t('refund.subject', { amount }),
    preview: t('refund.preview'),
    title: t('refund.title'),
    body: [
      paragraph(greeting(t, firstName)),
      paragraph(t('refund.body', { amount })),
      paragraph(t('refund.refund', { amount })),
      paragraph(t('refund.again')),
      button(t('refund.button'), links.shop),
    ],
  }))
}
