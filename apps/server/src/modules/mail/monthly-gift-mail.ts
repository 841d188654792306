import { formatDate, formatDateAndTime } from '@playhouse/domain/calendar'
import { formatMoney, type Money } from '@playhouse/domain/money'
import type { GiftEndReason } from '@playhouse/domain/monthly-gift'
import { greeting } from './greeting.ts'
import type { Addressed } from './link-mail.ts'
import { type RenderedMail, writeMail } from './mail-template.ts'

/** The letters about monthly gifts, besides that about their end. */
export const monthlyGiftLetters = ['started', 'changed', 'failed', 'link'] as const

type GiftMail = Addressed & {
  /** The fund. */
  readonly name: string
  readonly amount: Money
  /** The day of the month. */
  readonly day: number
  /** The day of the next charge, an ISO date. */
  readonly nextOn: string
  readonly isDebit: boolean
  /** The instant until which the bank's link is valid. */
  readonly deadline?: Date
  readonly link: string
}

const valuesOf = ({ brand, locale, name, amount, day, nextOn, deadline }: GiftMail) => ({
  ...{ name, day, next: formatDate(`${nextOn}T12:00:00Z`, 'UTC', locale) },
  amount: formatMoney(amount, brand.currency, locale),
  deadline: deadline === undefined ? '' : formatDateAndTime(deadline.toISOString(), brand.timeZone, locale),
})

/** A letter about a monthly gift. One about its start or a change names what pays, and the day: it is the notice of the charges that follow. */
export function monthlyGiftMail(letter: (typeof monthlyGiftLetters)[number], mail: GiftMail): Promise<RenderedMail> {
  const values = valuesOf(mail)
  const isNotice = letter === 'started' || letter === 'changed'
  return writeMail(mail.brand, mail.locale, ({ t, paragraph, button }) => ({
    subject: t(`monthlyGift.${letter}.subject`, values),
    preview: t(`monthlyGift.${letter}.preview`, values),
    title: t(`monthlyGift.${letter}.title`, values),
    body: [
      paragraph(greeting(t, mail.firstName)),
      // A direct debit has no card to change.
      paragraph(t(letter === 'failed' && mail.isDebit ? 'monthlyGift.failed.bodyDebit' : `monthlyGift.${letter}.body`, values)),
      ...(isNotice ? [paragraph(t(mail.isDebit ? 'monthlyGift.byDebit' : 'monthlyGift.byCard', values))] : []),
      button(t(letter === 'link' ? 'monthlyGift.confirm' : 'monthlyGift.button'), mail.link),
    ],
  }))
}

/** The letter about the end of a monthly gift. */
export function monthlyGiftEnded(reason: GiftEndReason, mail: GiftMail): Promise<RenderedMail> {
  const values = valuesOf(mail)
  return writeMail(mail.brand, mail.locale, ({ t, paragraph, button }) => ({
    subject: t('monthlyGift.ended.subject', values),
    preview: t('monthlyGift.ended.preview', values),
    title: t('monthlyGift.ended.title', values),
    body: [
      paragraph(greeting(t, mail.firstName)),
      paragraph(t(`monthlyGift.ended.${reason}`, values)),
      button(t('monthlyGift.button'), mail.link),
    ],
  }))
}
