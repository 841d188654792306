import { formatDateAndTime, formatWhen } from '@playhouse/domain/calendar'
import { greeting } from './greeting.ts'
import type { Addressed } from './link-mail.ts'
import { type RenderedMail, writeMail } from './mail-template.ts'

/** `startsAt`: an ISO 8601 instant. */
type DaySeatsMail = Addressed & { readonly title: string; readonly startsAt: string }
type Won = {
  readonly number: string
  readonly quantity: number
  /** An ISO 8601 instant. */
  readonly until: string
  readonly links: { readonly orders: string }
}

/** Notifies a winner of day seats of the reserved seats, and until when they are paid. */
export function daySeatsWon({
  brand,
  locale,
  firstName,
  title,
  startsAt,
  number,
  quantity,
  until,
  links,
}: DaySeatsMail & Won): Promise<RenderedMail> {
  return writeMail(brand, locale, ({ t, paragraph, button }) => {
    const facts = {
      ...{ title, number, seats: t('totals.tickets', { count: quantity }) },
      when: formatDateAndTime(startsAt, brand.timeZone, locale),
      until: formatDateAndTime(until, brand.timeZone, locale),
    }
    return {
      subject: t('daySeatsWon.subject', facts),
      preview: t('daySeatsWon.preview', { until: formatWhen(until, brand.timeZone, locale) }),
      title: t('daySeatsWon.title'),
      body: [paragraph(greeting(t, firstName)), paragraph(t('daySeatsWon.body', facts)), button(t('daySeatsWon.button'), links.orders)],
    }
  })
}

/** Notifies an entrant that their lot was not drawn before the day seats were given. */
export function daySeatsLost({
  brand,
  locale,
  firstName,
  title,
  startsAt,
  links,
}: DaySeatsMail & { readonly links: { readonly shop: string } }): Promise<RenderedMail> {
  return writeMail(brand, locale, ({ t, paragraph, button }) => {
    const facts = { title, when: formatDateAndTime(startsAt, brand.timeZone, locale) }
    return {
      subject: t('daySeatsLost.subject', facts),
      preview: t('daySeatsLost.preview'),
      title: t('daySeatsLost.title'),
      body: [paragraph(greeting(t, firstName)), paragraph(t('daySeatsLost.body', facts)), button(t('daySeatsLost.button'), links.shop)],
    }
  })
}
