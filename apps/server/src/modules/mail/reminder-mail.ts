import { formatDateAndTime, formatWhen } from '@playhouse/domain/calendar'
import { greeting } from './greeting.ts'
import type { Addressed } from './link-mail.ts'
import { type RenderedMail, writeMail } from './mail-template.ts'

type ReminderPerformance = { readonly title: string; readonly startsAt: string; readonly timeZone: string; readonly hallName: string }
type Seat = { readonly area: string; readonly row: string; readonly number: string; readonly entrance: string }

/** Reminds a customer of a performance on the next day: time, place, seats, and the link to the tickets. */
export function performanceTomorrow({
  brand,
  locale,
  firstName,
  performance,
  seats,
  links,
}: Addressed & {
  readonly performance: ReminderPerformance
  readonly seats: readonly Seat[]
  readonly links: { readonly order: string }
}): Promise<RenderedMail> {
  const { title, startsAt, timeZone, hallName } = performance
  return writeMail(brand, locale, ({ t, heading, paragraph, note, button }) => ({
    subject: t('tomorrow.subject', { title }),
    preview: t('tomorrow.preview', { when: formatWhen(startsAt, timeZone, locale) }),
    title: t('tomorrow.title'),
    body: [
      paragraph(greeting(t, firstName)),
      heading(title),
      paragraph(`${formatDateAndTime(startsAt, timeZone, locale)}, ${hallName}`),
      ...seats.map(({ area, row, number, entrance }) =>
        paragraph(
          `${row ? t('order.seat', { area, row, number }) : t('order.seatAlone', { area, number })}.${entrance && ` ${t('order.entrance', { entrance })}`}`,
        ),
      ),
      button(t('tomorrow.button'), links.order),
      paragraph(t('visit.arrive')),
      note(t('tomorrow.why')),
    ],
  }))
}

/** Reminds a customer of a reserved order that ends soon. `until`: ISO 8601 instant. */
export function reservationEnding({
  brand,
  locale,
  firstName,
  number,
  title,
  until,
  links,
}: Addressed & {
  readonly number: string
  readonly title: string
  readonly until: string
  readonly links: { readonly orders: string }
}): Promise<RenderedMail> {
  return writeMail(brand, locale, ({ t, paragraph, button }) => ({
    subject: t('reservation.subject', { title }),
    preview: t('reservation.preview', { until: formatWhen(until, brand.timeZone, locale) }),
    title: t('reservation.title'),
    body: [
      paragraph(greeting(t, firstName)),
      paragraph(t('reservation.body', { number, title, until: formatDateAndTime(until, brand.timeZone, locale) })),
      button(t('reservation.button'), links.orders),
    ],
  }))
}
