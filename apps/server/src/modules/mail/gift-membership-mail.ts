import type { Brand, Locale } from '@playhouse/domain/brand'
import { formatDate } from '@playhouse/domain/calendar'
import { sanitizeLine } from '@playhouse/domain/sanitize'
import { greeting } from './greeting.ts'
import type { Addressed } from './link-mail.ts'
import { type RenderedMail, writeMail } from './mail-template.ts'

const dayOf = (day: string, locale: Locale): string => formatDate(`${day}T12:00:00Z`, 'UTC', locale)

type GiftMail = {
  readonly brand: Brand
  readonly locale: Locale
  readonly detail: {
    readonly name: string
    readonly months: number
    readonly to: string
    readonly from: string
    readonly message: string
  }
  /** An ISO date. */
  readonly claimUntil: string
  readonly link: string
}

/** Renders the mail that brings a gift membership to its recipient. */
export function giftMembershipMail({ brand, locale, detail, claimUntil, link }: GiftMail): Promise<RenderedMail> {
  return writeMail(brand, locale, ({ t, paragraph, note, button }) => {
    const from = sanitizeLine(detail.from)
    const values = { name: detail.name, from, count: detail.months, day: dayOf(claimUntil, locale) }
    return {
      subject: t(from === '' ? 'giftMembership.subject' : 'giftMembership.subjectFrom', values),
      preview: t('giftMembership.preview', values),
      title: t('giftMembership.title', values),
      body: [
        paragraph(greeting(t, detail.to)),
        paragraph(t(from === '' ? 'giftMembership.body' : 'giftMembership.bodyFrom', values)),
        ...(detail.message === '' ? [] : [paragraph(`“${detail.message}”`)]),
        paragraph(t('giftMembership.claim', values)),
        button(t('giftMembership.button'), link),
        note(t('giftMembership.keep')),
      ],
    }
  })
}

/** Renders the confirmation to a customer who has claimed a gift membership. Days are ISO dates. */
export function membershipClaimedMail({
  brand,
  locale,
  firstName,
  name,
  startsOn,
  expiresOn,
  link,
}: Addressed & {
  readonly name: string
  readonly startsOn: string
  readonly expiresOn: string
  readonly link: string
}): Promise<RenderedMail> {
  const values = { name, day: dayOf(startsOn, locale), until: dayOf(expiresOn, locale) }
  return writeMail(brand, locale, ({ t, paragraph, button }) => ({
    subject: t('membershipClaimed.subject', values),
    preview: t('membershipClaimed.preview', values),
    title: t('membershipClaimed.title'),
    body: [paragraph(greeting(t, firstName)), paragraph(t('membershipClaimed.body', values)), button(t('membershipClaimed.button'), link)],
  }))
}
