import { formatDateAndTime, formatWhen } from '@playhouse/domain/calendar'
import { greeting } from './greeting.ts'
import type { Addressed } from './link-mail.ts'
import { type RenderedMail, writeMail } from './mail-template.ts'

type BallotMail = Addressed & { readonly title: string }

/** Notifies a ballot winner of the reserved seats and the end of the reservation. `startsAt`, `until`: ISO 8601 instants. */
export function ballotWon({
  brand,
  locale,
  firstName,
  title,
  startsAt,
  number,
  quantity,
  until,
  links,
}: BallotMail & {
  readonly startsAt: string
  readonly number: string
  readonly quantity: number
  readonly until: string
  readonly links: { readonly orders: string }
}): Promise<RenderedMail> {
  return writeMail(brand, locale, ({ t, paragraph, button }) => {
    const facts = {
      title,
      number,
      seats: t('totals.tickets', { count: quantity }),
      when: formatDateAndTime(startsAt, brand.timeZone, locale),
      until: formatDateAndTime(until, brand.timeZone, locale),
    }
    return {
      subject: t('ballotWon.subject', facts),
      preview: t('ballotWon.preview', { until: formatWhen(until, brand.timeZone, locale) }),
      title: t('ballotWon.title'),
      body: [paragraph(greeting(t, firstName)), paragraph(t('ballotWon.body', facts)), button(t('ballotWon.button'), links.orders)],
    }
  })
}

/** Notifies an entrant that no performance of their choice had enough seats. */
export function ballotLost({
  brand,
  locale,
  firstName,
  title,
  links,
}: BallotMail & { readonly links: { readonly shop: string } }): Promise<RenderedMail> {
  return writeMail(brand, locale, ({ t, paragraph, button }) => ({
    subject: t('ballotLost.subject', { title }),
    preview: t('ballotLost.preview'),
    title: t('ballotLost.title'),
    body: [paragraph(greeting(t, firstName)), paragraph(t('ballotLost.body', { title })), button(t('ballotLost.button'), links.shop)],
  }))
}
