import { formatDateAndTime, formatWhen } from '@playhouse/domain/calendar'
import type { Seating } from '@playhouse/domain/plan'
import { textIn } from '@playhouse/domain/text-in'
import type { TranslatedText } from '@playhouse/domain/translated-text'
import { greeting } from './greeting.ts'
import type { Addressed } from './link-mail.ts'
import { type RenderedMail, writeMail } from './mail-template.ts'
import { seatText } from './seat-text.ts'

type Seat = { readonly area: string; readonly row: string; readonly number: string; readonly seating?: Seating | undefined }

/**
 * A mail to the holder of a series: which seats of the next one are kept, and until when.
 * @param mail.until the deadline, an ISO instant
 * @param mail.link to the page of the series
 */
export function seriesRenewalMail({
  brand,
  locale,
  firstName,
  name,
  seats,
  until,
  link,
}: Addressed & {
  readonly name: TranslatedText
  readonly seats: readonly Seat[]
  readonly until: string
  readonly link: string
}): Promise<RenderedMail> {
  const values = { name: textIn(name, locale), until: formatDateAndTime(until, brand.timeZone, locale) }
  return writeMail(brand, locale, ({ t, paragraph, button, note }) => ({
    subject: t('seriesRenewal.subject', values),
    preview: t('seriesRenewal.preview', { until: formatWhen(until, brand.timeZone, locale) }),
    title: t('seriesRenewal.title'),
    body: [
      paragraph(greeting(t, firstName)),
      paragraph(t('seriesRenewal.body', values)),
      ...seats.map((seat) => paragraph(seatText(t, seat))),
      paragraph(t('seriesRenewal.how')),
      button(t('seriesRenewal.button'), link),
      note(t('seriesRenewal.after', values)),
    ],
  }))
}
