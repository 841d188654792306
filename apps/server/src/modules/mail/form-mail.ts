import { formatDate, formatDateAndTime } from '@playhouse/domain/calendar'
import type { Brand, Locale } from '@playhouse/domain/brand'
import type { AnsweredField } from '@playhouse/domain/form'
import { textIn } from '@playhouse/domain/text-in'
import type { TranslatedText } from '@playhouse/domain/translated-text'
import { type RenderedMail, writeMail } from './mail-template.ts'

type FormPerformance = { readonly title: string; readonly startsAt: Date; readonly timeZone: string }

const whenOf = ({ startsAt, timeZone }: FormPerformance, locale: Locale): string =>
  formatDateAndTime(startsAt.toISOString(), timeZone, locale)

/** Sends the theatre what a visitor sent with a form, in the theatre's language. */
export function formEntryMail(entry: {
  readonly brand: Brand
  readonly title: TranslatedText
  readonly fields: readonly AnsweredField[]
  readonly performance: FormPerformance
  readonly links: { readonly inbox: string }
}): Promise<RenderedMail> {
  const { brand, fields, performance, links } = entry
  const locale = brand.defaultLocale
  const title = textIn(entry.title, locale)
  return writeMail(brand, locale, ({ t, heading, paragraph, note, button }) => {
    const textOf = ({ kind, answer }: AnsweredField): string[] => {
      if (typeof answer === 'boolean') return [t('formEntry.agreed')]
      if (typeof answer !== 'string') return answer.map((choice) => textIn(choice, locale))
      return kind === 'date' ? [formatDate(`${answer}T12:00:00Z`, 'UTC', locale)] : answer.split(/\n+/)
    }
    return {
      subject: t('formEntry.subject', { form: title, title: performance.title }),
      preview: t('formEntry.preview', { when: whenOf(performance, locale) }),
      title,
      body: [
        paragraph(`${performance.title}, ${whenOf(performance, locale)}`),
        ...fields.flatMap((field) => [heading(textIn(field.label, locale)), ...textOf(field).map(paragraph)]),
        note(t('formEntry.reply')),
        button(t('formEntry.button'), links.inbox),
      ],
      why: t('formEntry.why', { brand: brand.name }),
    }
  })
}

/**
 * Confirms to the sender that a form has arrived. The address is not verified, so that the mail contains nothing that was typed: a form
 * must not send another person's text to any address.
 */
export function formReceivedMail({
  brand,
  locale,
  title: titles,
  performance,
  links,
}: {
  readonly brand: Brand
  readonly locale: Locale
  readonly title: TranslatedText
  readonly performance: FormPerformance
  readonly links: { readonly performance: string }
}): Promise<RenderedMail> {
  const form = textIn(titles, locale)
  return writeMail(brand, locale, ({ t, paragraph, note, button }) => ({
    subject: t('formReceived.subject', { form, brand: brand.name }),
    preview: t('formReceived.preview'),
    title: t('formReceived.title'),
    body: [
      paragraph(t('formReceived.body', { form, title: performance.title, when: whenOf(performance, locale) })),
      button(t('formReceived.button'), links.performance),
      note(t('formReceived.notYou')),
    ],
    why: t('formReceived.why', { brand: brand.name }),
  }))
}
