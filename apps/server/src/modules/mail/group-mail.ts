import { formatDate, formatDateAndTime } from '@playhouse/domain/calendar'
import type { GroupBooking } from '@playhouse/api-client/contract'
import { formatMoney, type Money, subtract } from '@playhouse/domain/money'
import type { GroupInvoice } from '@playhouse/domain/group-invoice'
import { greeting } from './greeting.ts'
import type { Addressed } from './link-mail.ts'
import { type RenderedMail, writeMail } from './mail-template.ts'

/** Sends the contact of a group the invoice, or the credit note, that is attached. */
export function groupInvoiceMail({
  brand,
  locale,
  firstName,
  invoice,
  links,
}: Addressed & { readonly invoice: GroupInvoice; readonly links: { readonly orders: string } }): Promise<RenderedMail> {
  const { number, kind, group, booking, performance, totals, deposit, depositDue, balanceDue, cancels } = invoice
  const { title, startsAt, timeZone } = performance
  const money = (amount: Money): string => formatMoney(amount, brand.currency, locale)
  const day = (date: string): string => formatDate(`${date}T12:00:00Z`, 'UTC', locale)
  const isDepositDue = depositDue !== null && totals.paid < deposit
  return writeMail(brand, locale, ({ t, paragraph, button }) => ({
    subject: t(`groupInvoice.subject.${kind}`, { number, title }),
    preview: t('groupInvoice.preview', { group, total: money(totals.total) }),
    title: t(`groupInvoice.title.${kind}`, { number }),
    body: [
      paragraph(greeting(t, firstName)),
      paragraph(t('groupInvoice.body', { group, booking, title, when: formatDateAndTime(startsAt, timeZone, locale) })),
      ...(kind === 'credit-note'
        ? [paragraph(t('groupInvoice.cancels', { number: cancels }))]
        : [
            paragraph(t('groupInvoice.paid', { total: money(totals.total), paid: money(totals.paid), left: money(totals.leftToPay) })),
            ...(isDepositDue ? [paragraph(t('groupInvoice.deposit', { amount: money(deposit), day: day(depositDue) }))] : []),
            ...(totals.leftToPay > 0 ? [paragraph(t('groupInvoice.balance', { day: day(balanceDue) }))] : []),
          ]),
      button(t('reservation.button'), links.orders),
    ],
  }))
}

/** Reminds the contact of a group of a deposit or a rest that is due. `amount`: what is left of it. `day`: an ISO date. */
export function groupDueMail({
  brand,
  locale,
  firstName,
  number,
  group,
  title,
  amount,
  day,
  links,
}: Addressed & {
  readonly number: string
  readonly group: string
  readonly title: string
  readonly amount: Money
  readonly day: string
  readonly links: { readonly orders: string }
}): Promise<RenderedMail> {
  const texts = {
    number,
    group,
    title,
    amount: formatMoney(amount, brand.currency, locale),
    day: formatDate(`${day}T12:00:00Z`, 'UTC', locale),
  }
  return writeMail(brand, locale, ({ t, paragraph, note, button }) => ({
    subject: t('groupDue.subject', texts),
    preview: t('groupDue.preview', texts),
    title: t('groupDue.title'),
    body: [
      paragraph(greeting(t, firstName)),
      paragraph(t('groupDue.body', texts)),
      button(t('reservation.button'), links.orders),
      note(t('groupDue.contact', { email: brand.contact.groupSales })),
    ],
  }))
}

/** Confirms to the contact of a group that staff have changed its seats. `startsAt`: an ISO 8601 instant. */
export function groupChangedMail({
  brand,
  locale,
  firstName,
  booking: { number, name, count, total, paid, performance },
  links,
}: Addressed & {
  readonly booking: Pick<GroupBooking, 'number' | 'name' | 'count' | 'total' | 'paid' | 'performance'>
  readonly links: { readonly orders: string }
}): Promise<RenderedMail> {
  const { title, startsAt, timeZone } = performance
  const money = (amount: Money): string => formatMoney(amount, brand.currency, locale)
  return writeMail(brand, locale, ({ t, paragraph, note, button }) => {
    const texts = { number, title, group: name, seats: t('totals.tickets', { count }), total: money(total) }
    return {
      subject: t('groupChanged.subject', texts),
      preview: t('groupChanged.preview', texts),
      title: t('groupChanged.title'),
      body: [
        paragraph(greeting(t, firstName)),
        paragraph(t('groupChanged.body', { ...texts, when: formatDateAndTime(startsAt, timeZone, locale) })),
        paragraph(t('groupInvoice.paid', { total: money(total), paid: money(paid), left: money(subtract(total, paid)) })),
        button(t('reservation.button'), links.orders),
        note(t('groupDue.contact', { email: brand.contact.groupSales })),
      ],
    }
  })
}
