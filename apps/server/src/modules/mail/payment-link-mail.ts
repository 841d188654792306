import type { Locale } from '@playhouse/domain/brand'
import { formatDateAndTime, formatWhen } from '@playhouse/domain/calendar'
import type { ItemKind } from '@playhouse/domain/item-kind'
import { formatMoney, type Money } from '@playhouse/domain/money'
import { itemName } from '#modules/messages'
import { greeting } from './greeting.ts'
import type { Addressed } from './link-mail.ts'
import { type RenderedMail, writeMail } from './mail-template.ts'

/** The contents of a booking: its performances, with the number of tickets for each, and its other items. */
type Contents = {
  readonly performances: readonly {
    readonly title: string
    readonly startsAt: string
    readonly timeZone: string
    readonly hallName: string
    readonly count: number
  }[]
  readonly items: readonly { readonly kind: ItemKind; readonly name: string; readonly quantity: number }[]
}
type PaymentLinkMail = Addressed &
  Contents & {
    readonly amount: Money
    /** The last moment of the link, an ISO 8601 instant. */
    readonly until: string
    readonly href: string
  }

/** Renders the mail with the link by which a customer pays for what staff have booked for them. */
export function paymentLinkMail({ brand, locale, firstName, href, ...link }: PaymentLinkMail): Promise<RenderedMail> {
  const amount = formatMoney(link.amount, brand.currency, locale)
  const until = formatDateAndTime(link.until, brand.timeZone, locale)
  return writeMail(brand, locale, ({ t, paragraph, note, button }) => ({
    subject: t('paymentLink.subject', { brand: brand.name }),
    preview: t('paymentLink.preview', { amount, until: formatWhen(link.until, brand.timeZone, locale) }),
    title: t('paymentLink.title'),
    body: [
      paragraph(greeting(t, firstName)),
      paragraph(t('paymentLink.body')),
      ...contentLines(link, brand, locale).map((line) => paragraph(line)),
      paragraph(t('paymentLink.until', { amount, until })),
      button(t('paymentLink.button'), href),
      note(t('paymentLink.card')),
      note(t('paymentLink.notYou')),
    ],
  }))
}

/** Renders the letter about a payment link whose time is over: what it held is on sale again, and nothing was charged. */
export function paymentLinkExpiredMail({
  brand,
  locale,
  firstName,
  until,
  href,
}: Addressed & { readonly until: string; readonly href: string }): Promise<RenderedMail> {
  return writeMail(brand, locale, ({ t, paragraph, button }) => ({
    subject: t('paymentLinkExpired.subject', { brand: brand.name }),
    preview: t('paymentLinkExpired.preview'),
    title: t('paymentLinkExpired.title'),
    body: [
      paragraph(greeting(t, firstName)),
      paragraph(t('paymentLinkExpired.body', { until: formatDateAndTime(until, brand.timeZone, locale) })),
      paragraph(t('paymentLinkExpired.again')),
      button(t('paymentLinkExpired.button'), href),
    ],
  }))
}

/** Renders the letter about a payment link that staff have cancelled. */
export function paymentLinkCancelledMail({
  brand,
  locale,
  firstName,
  performances,
  items,
  amount,
  href,
}: Addressed & Contents & { readonly amount: Money; readonly href: string }): Promise<RenderedMail> {
  return writeMail(brand, locale, ({ t, paragraph, button }) => ({
    subject: t('paymentLinkCancelled.subject', { brand: brand.name }),
    preview: t('paymentLinkCancelled.preview'),
    title: t('paymentLinkCancelled.title'),
    body: [
      paragraph(greeting(t, firstName)),
      paragraph(t('paymentLinkCancelled.body', { amount: formatMoney(amount, brand.currency, locale) })),
      ...contentLines({ performances, items }, brand, locale).map((line) => paragraph(line)),
      paragraph(t('paymentLinkCancelled.link')),
      paragraph(t('paymentLinkCancelled.again')),
      button(t('paymentLinkCancelled.button'), href),
    ],
  }))
}

const contentLines = ({ performances, items }: Contents, brand: Addressed['brand'], locale: Locale): string[] => [
  ...performances.map(
    ({ title, startsAt, timeZone, hallName, count }) =>
      `${count} × ${title}, ${formatDateAndTime(startsAt, timeZone, locale)}, ${hallName}`,
  ),
  ...items.map((item) => itemName(brand, locale, item)),
]
