import { giftAidText } from '#modules/messages'
import type { Brand, Locale } from '@playhouse/domain/brand'
import { formatDate } from '@playhouse/domain/calendar'
import { type AccountGiftAidWording, type GiftAidDonor, oralCancelDay } from '@playhouse/domain/giving'
import { addressLines } from '@playhouse/domain/postal-address'
import { sanitizeLine } from '@playhouse/domain/sanitize'
import { greeting } from './greeting.ts'
import { type RenderedMail, writeMail } from './mail-template.ts'

/**
 * Confirms an oral Gift Aid declaration in writing, as HM Revenue & Customs asks: what was declared, by whom and when, and until when
 * the donor may cancel it.
 */
export function giftAidDeclared(mail: {
  readonly brand: Brand
  readonly locale: Locale
  readonly wording: AccountGiftAidWording
  readonly saidAt: Date
  readonly donor: GiftAidDonor
  readonly links: { readonly giftAid: string }
}): Promise<RenderedMail> {
  const { brand, locale, wording, saidAt, donor, links } = mail
  const dayOf = (instant: Date): string => formatDate(instant.toISOString(), brand.timeZone, locale)
  const values = { charity: brand.legalName, day: dayOf(saidAt), until: dayOf(oralCancelDay(saidAt)) }
  const { title, firstName, lastName, address } = donor
  const lines = [`${title} ${firstName} ${lastName}`.trim(), ...addressLines(address)].map(sanitizeLine)
  return writeMail(brand, locale, ({ t, paragraph, button }) => ({
    subject: t('giftAid.subject'),
    preview: t('giftAid.preview', values),
    title: t('giftAid.title'),
    body: [
      paragraph(greeting(t, firstName)),
      paragraph(t('giftAid.body', values)),
      paragraph(`“${giftAidText(brand, locale, wording)}”`),
      paragraph(t('giftAid.donor', { donor: lines.join(', ') })),
      paragraph(t('giftAid.cancel', values)),
      button(t('giftAid.button'), links.giftAid),
      paragraph(t('giftAid.later')),
    ],
  }))
}
