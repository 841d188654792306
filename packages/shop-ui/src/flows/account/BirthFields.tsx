import { z } from 'zod'
import type { Details } from '@playhouse/api-client/contract'
import type { AccountSettings } from '@playhouse/domain/account'
import { useWords } from '#i18n'
import { FormField } from '#form/FormField'
import styles from './AccountPage.module.css'

type BirthPrecision = AccountSettings['birth']
type BirthParts = { readonly day: string; readonly month: string; readonly year: string }

/** The values of the fields; empty strings without a birthday. */
export function birthParts(birth: Details['birth']): BirthParts {
  if (!birth) return { day: '', month: '', year: '' }
  if ('year' in birth) return { day: '', month: '', year: String(birth.year) }
  const [year = '', month = '', day = ''] = birth.date.split('-')
  return { day: String(Number(day)), month: String(Number(month)), year }
}

/** The birthday in the form that the API takes; null where the fields are empty. */
export function birthOfParts(precision: BirthPrecision, { day, month, year }: BirthParts): Details['birth'] {
  if (year === '') return null
  if (precision === 'year') return { year: Number(year) }
  return { date: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` }
}

const digits = (most: number) =>
  z
    .string()
    .trim()
    .regex(new RegExp(`^\\d{0,${most}}$`), 'profile:errors.birth')

/** Accepts a date in the past that exists, or empty fields. Messages are i18n keys. */
export const birthRules = (precision: BirthPrecision) =>
  z
    .object({ day: digits(2), month: digits(2), year: digits(4) })
    .refine((parts) => isEmpty(precision, parts) || isBirthday(precision, parts), { path: ['year'], error: 'profile:errors.birth' })

const isEmpty = (precision: BirthPrecision, { day, month, year }: BirthParts): boolean =>
  year === '' && (precision !== 'date' || (day === '' && month === ''))

function isBirthday(precision: BirthPrecision, { day, month, year }: BirthParts): boolean {
  if (Number(year) < 1900) return false
  const [m, d] = precision === 'date' ? [Number(month), Number(day)] : [1, 1]
  const date = new Date(Date.UTC(Number(year), m - 1, d))
  return date.getUTCMonth() === m - 1 && date.getUTCDate() === d && date.getTime() <= Date.now()
}

/** The fields of a birthday: day, month and year, the year alone, or none, by the brand's setting. */
export function BirthFields({ precision }: { readonly precision: BirthPrecision }) {
  const t = useWords('profile')
  if (precision === 'none') return null
  const part = (name: keyof BirthParts) => (
    <FormField
      name={`birth.${name}`}
      label={t(`birth.${name}`)}
      autoComplete={`bday-${name}`}
      inputMode="numeric"
      maxLength={name === 'year' ? 4 : 2}
      optional
    />
  )
  if (precision === 'year')
    return (
      <FormField
        name="birth.year"
        label={t('birth.ofYear')}
        hint={t('birth.why')}
        autoComplete="bday-year"
        inputMode="numeric"
        maxLength={4}
        optional
      />
    )
  return (
    <fieldset className={styles.group}>
      <legend>{t('birth.ofDate')}</legend>
      <p className={styles.note}>{t('birth.why')}</p>
      <div className={styles.days}>
        {part('day')}
        {part('month')}
        {part('year')}
      </div>
    </fieldset>
  )
}
