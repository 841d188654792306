import { formatDate, formatDateAndTime } from '@playhouse/domain/calendar'
import { formatMoney, type Money } from '@playhouse/domain/money'
import { greeting } from './greeting.ts'
import type { Addressed } from './link-mail.ts'
import { type RenderedMail, writeMail } from './mail-template.ts'

/** The letters about automatic renewals. */
export const membershipLetters = [
  'renewing',
  'renewingDebit',
  'renewed',
  'failed',
  'link',
  'lapsed',
  'off',
  'offCharging',
  'offPrice',
  'offAge',
  'offEnded',
  'offDebit',
  'offUpgraded',
  'offCard',
] as const

/**
 * A letter about the automatic renewal of a membership, from the texts `membership.<letter>.subject`, `.preview`, `.title`, `.body`
 * and `.button`.
 * @param mail.name the membership
 * @param mail.on, mail.until ISO dates, in letters that name them
 * @param mail.deadline the instant until which the link is valid, in the letter that has the bank's link
 */
export function membershipMail(
  letter: (typeof membershipLetters)[number],
  {
    brand,
    locale,
    firstName,
    name,
    link,
    ...mail
  }: Addressed & {
    readonly name: string
    readonly amount?: Money | undefined
    readonly on?: string | undefined
    readonly until?: string | undefined
    readonly deadline?: Date | undefined
    readonly link: string
  },
): Promise<RenderedMail> {
  const dayOf = (day: string | undefined): string => (day === undefined ? '' : formatDate(`${day}T12:00:00Z`, 'UTC', locale))
  const values = {
    name,
    amount: mail.amount === undefined ? '' : formatMoney(mail.amount, brand.currency, locale),
    day: dayOf(mail.on),
    until: dayOf(mail.until),
    deadline: mail.deadline === undefined ? '' : formatDateAndTime(mail.deadline.toISOString(), brand.timeZone, locale),
  }
  return writeMail(brand, locale, ({ t, paragraph, button }) => ({
    subject: t(`membership.${letter}.subject`, values),
    preview: t(`membership.${letter}.preview`, values),
    title: t(`membership.${letter}.title`, values),
    body: [
      paragraph(greeting(t, firstName)),
      paragraph(t(`membership.${letter}.body`, values)),
      button(t(`membership.${letter}.button`), link),
    ],
  }))
}

/** Tells a customer that a direct debit mandate is active, or that it has ended. @param mail.plan the plan id that the customer sees */
export const mandateMail = (
  letter: 'mandateActive' | 'mandateEnded',
  { brand, locale, firstName, plan, link }: Addressed & { readonly plan: string; readonly link: string },
): Promise<RenderedMail> =>
  writeMail(brand, locale, ({ t, paragraph, button }) => ({
    subject: t(`${letter}.subject`, { plan }),
    preview: t(`${letter}.preview`, { plan }),
    title: t(`${letter}.title`),
    body: [paragraph(greeting(t, firstName)), paragraph(t(`${letter}.body`, { plan })), button(t(`${letter}.button`), link)],
  }))
