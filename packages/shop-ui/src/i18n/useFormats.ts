import { useMemo } from 'react'
import {
  calendarDay,
  formatDate,
  formatDateAndTime,
  formatDay,
  formatMonth,
  formatRun,
  formatTime,
  formatWhen,
} from '@playhouse/domain/calendar'
import { type Currency, formatMoney, intlLocale, type Money } from '@playhouse/domain/money'
import { useLocale } from './useWords.ts'
import { useBrandLocale } from './MessagesProvider.tsx'

/** An instant with the theatre's time zone: `startsAt` and `timeZone` of the API. */
export type Moment = { readonly startsAt: string; readonly timeZone: string }

export type Formats = {
  /** `£45.00` in the brand's currency. */
  readonly money: (amount: Money, currency?: Currency) => string
  /** `Tue 3 Feb, 7.30pm` */
  readonly when: (at: Moment) => string
  /** `Tue 3 Feb` */
  readonly day: (at: Moment) => string
  /** `Tuesday 3 February 2026` */
  readonly date: (at: Moment) => string
  /** `Tuesday 3 February 2026, 7.30pm` */
  readonly dateAndTime: (at: Moment) => string
  /** `7.30pm` */
  readonly time: (at: Moment) => string
  /** `February 2026` */
  readonly month: (at: Moment) => string
  /** `3 Feb – 28 Mar 2026` */
  readonly run: (firstAt: string, lastAt: string, timeZone: string) => string
  /** An instant in the theatre's time zone: `Tue 3 Feb, 7.30pm` */
  readonly instant: (at: string) => string
  /** `2026-02-03`, for grouping and `<time dateTime>`. */
  readonly calendarDay: (at: Moment) => string
  /** `1,250` */
  readonly number: (value: number) => string
  /** `92%`; never rounded to 0% or 100%. */
  readonly percent: (share: number) => string
  /** `Row A, Row B and Row C` */
  readonly list: (items: readonly string[]) => string
}

/** Formatters of amounts, dates and numbers in the visitor's locale; dates in the theatre's time zone. */
export function useFormats(): Formats {
  const locale = useLocale()
  const { currency, timeZone: houseZone } = useBrandLocale()
  return useMemo(() => {
    const tag = intlLocale(locale)
    return {
      money: (amount, inCurrency = currency) => formatMoney(amount, inCurrency, locale),
      when: ({ startsAt, timeZone }) => formatWhen(startsAt, timeZone, locale),
      day: ({ startsAt, timeZone }) => formatDay(startsAt, timeZone, locale),
      date: ({ startsAt, timeZone }) => formatDate(startsAt, timeZone, locale),
      dateAndTime: ({ startsAt, timeZone }) => formatDateAndTime(startsAt, timeZone, locale),
      time: ({ startsAt, timeZone }) => formatTime(startsAt, timeZone, locale),
      month: ({ startsAt, timeZone }) => formatMonth(startsAt, timeZone, locale),
      run: (firstAt, lastAt, timeZone) => formatRun(firstAt, lastAt, timeZone, locale),
      instant: (at) => formatWhen(at, houseZone, locale),
      calendarDay: ({ startsAt, timeZone }) => calendarDay(startsAt, timeZone),
      number: (value) => new Intl.NumberFormat(tag).format(value),
      percent: (share) => new Intl.NumberFormat(tag, { style: 'percent' }).format(approximate(share)),
      list: (items) => listOf(items, locale),
    }
  }, [locale, currency, houseZone])
}

/** Rounds to the hundredth; 0 and 1 only for exactly 0 and 1. */
const approximate = (share: number): number =>
  share <= 0 || share >= 1 ? share : Math.min(0.99, Math.max(0.01, Math.round(share * 100) / 100))

/** Intl does not support Haitian Creole and would use "et". */
function listOf(items: readonly string[], locale: string): string {
  if (locale !== 'ht') return new Intl.ListFormat(intlLocale(locale), { type: 'conjunction' }).format(items)
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ak ${items.at(-1)}`
}
