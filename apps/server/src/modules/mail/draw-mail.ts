import { formatDateAndTime, formatWhen } from '@playhouse/domain/calendar'
import { greeting } from './greeting.ts'
import type { Addressed } from './link-mail.ts'
import { type RenderedMail, writeMail } from './mail-template.ts'

/** What lots were drawn for, with the prefix of its words. `startsAt`: an ISO 8601 instant, in the zone of the theatre. */
type DrawMail = Addressed & { readonly of: 'ballot' | 'daySeats'; readonly title: string; readonly startsAt: string }
type Won = {
  readonly number: string
  readonly quantity: number
  /** An ISO 8601 instant. */
  readonly until: string
  /** `pay`: of the page that takes the payment without an account; absent where the brand has no delivery for it. */
  readonly links: { readonly orders: string; readonly pay?: string | undefined }
}

/** Notifies the winner of a draw of the reserved seats, of how to pay for them, and of the end of the reservation. */
export function drawWon({
  brand,
  locale,
  firstName,
  of,
  title,
  startsAt,
  number,
  quantity,
  until,
  links,
}: DrawMail & Won): Promise<RenderedMail> {
  return writeMail(brand, locale, ({ t, paragraph, note, button }) => {
    const facts = {
      ...{ title, number, seats: t('totals.tickets', { count: quantity }) },
      when: formatDateAndTime(startsAt, brand.timeZone, locale),
      until: formatDateAndTime(until, brand.timeZone, locale),
    }
    const payment =
      links.pay === undefined
        ? [paragraph(t('drawWon.account')), button(t('drawWon.accountButton'), links.orders)]
        : [
            paragraph(t('drawWon.pay')),
            button(t('drawWon.button'), links.pay),
            note(t('drawWon.link')),
            note(t('drawWon.orAccount', { number })),
            note(t('paymentLink.card')),
          ]
    return {
      subject: t(`${of}Won.subject`, facts),
      preview: t('drawWon.preview', { until: formatWhen(until, brand.timeZone, locale) }),
      title: t('drawWon.title'),
      body: [paragraph(greeting(t, firstName)), paragraph(t(`${of}Won.body`, facts)), ...payment],
    }
  })
}

/** Notifies an entrant that there were not enough seats when their lot was drawn. */
export function drawLost({
  brand,
  locale,
  firstName,
  of,
  title,
  startsAt,
  links,
}: DrawMail & { readonly links: { readonly shop: string } }): Promise<RenderedMail> {
  return writeMail(brand, locale, ({ t, paragraph, button }) => {
    const facts = { title, when: formatDateAndTime(startsAt, brand.timeZone, locale) }
    return {
      subject: t(`${of}Lost.subject`, facts),
      preview: t('drawLost.preview'),
      title: t('drawLost.title'),
      body: [paragraph(greeting(t, firstName)), paragraph(t(`${of}Lost.body`, facts)), button(t('drawLost.button'), links.shop)],
    }
  })
}
