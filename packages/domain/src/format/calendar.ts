import { isLocale, type Locale } from '../brand/locale.ts'
import { intlLocale } from '../money/money.ts'

/**
 * Dates and times in the words of a locale, on the wall clock of the theatre's time zone. Instants are ISO 8601 (see
 * `instantSchema`). Intl provides names and fields; their order and the punctuation are defined here, so that the server and
 * every browser return the same text, and so that `ht`, which Intl does not support anywhere, is a locale like others. Every
 * function throws RangeError for an invalid instant or zone. Runs in browsers without Temporal.
 */
type Fields = {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly names: Names
}
type Names = { readonly weekday: string; readonly shortWeekday: string; readonly month: string; readonly shortMonth: string }

type DateConventions = {
  readonly day: (at: Fields) => string
  readonly date: (at: Fields) => string
  readonly month: (at: Fields) => string
  readonly time: (at: Fields) => string
  readonly when: (day: string, time: string) => string
  readonly shortDate: (at: Fields, year: boolean) => string
}

const withComma = (day: string, time: string) => `${day}, ${time}`
const twoDigits = (value: number) => String(value).padStart(2, '0')
const hourOf12 = ({ hour }: Fields) => hour % 12 || 12
const time24 = ({ hour, minute }: Fields, mark: string) => `${twoDigits(hour)}${mark}${twoDigits(minute)}`
const time12 = (at: Fields) => `${hourOf12(at)}:${twoDigits(at.minute)} ${at.hour < 12 ? 'AM' : 'PM'}`
const dayMonthYear = (at: Fields, year: boolean) => `${at.day} ${at.names.shortMonth}${year ? ` ${at.year}` : ''}`

const dateConventions = {
  en: {
    day: ({ day, names }) => `${names.shortWeekday} ${day} ${names.shortMonth}`,
    date: ({ year, day, names }) => `${names.weekday} ${day} ${names.month} ${year}`,
    month: ({ year, names }) => `${names.month} ${year}`,
    time: (at) => `${hourOf12(at)}${at.minute ? `.${twoDigits(at.minute)}` : ''}${at.hour < 12 ? 'am' : 'pm'}`,
    when: withComma,
    shortDate: dayMonthYear,
  },
  'en-us': {
    day: ({ day, names }) => `${names.shortWeekday}, ${names.shortMonth} ${day}`,
    date: ({ year, day, names }) => `${names.weekday}, ${names.month} ${day}, ${year}`,
    month: ({ year, names }) => `${names.month} ${year}`,
    time: time12,
    when: withComma,
    shortDate: (at, year) => `${at.names.shortMonth} ${at.day}${year ? `, ${at.year}` : ''}`,
  },
  sv: {
    day: ({ day, names }) => `${names.shortWeekday} ${day} ${names.shortMonth}`,
    date: ({ year, day, names }) => `${names.weekday} ${day} ${names.month} ${year}`,
    month: ({ year, names }) => `${names.month} ${year}`,
    time: (at) => time24(at, '.'),
    when: (day, time) => `${day} kl. ${time}`,
    shortDate: dayMonthYear,
  },
  de: {
    day: ({ day, names }) => `${names.shortWeekday}., ${day}. ${names.shortMonth}`,
    date: ({ year, day, names }) => `${names.weekday}, ${day}. ${names.month} ${year}`,
    month: ({ year, names }) => `${names.month} ${year}`,
    time: (at) => `${time24(at, ':')} Uhr`,
    when: withComma,
    shortDate: (at, year) => `${at.day}. ${at.names.shortMonth}${year ? ` ${at.year}` : ''}`,
  },
  es: {
    day: ({ day, names }) => `${names.shortWeekday}, ${day} ${names.shortMonth}`,
    date: ({ year, day, names }) => `${names.weekday}, ${day} de ${names.month} de ${year}`,
    month: ({ year, names }) => `${names.month} de ${year}`,
    time: (at) => time24(at, ':'),
    when: withComma,
    shortDate: dayMonthYear,
  },
  ht: {
    day: ({ day, names }) => `${names.shortWeekday} ${day} ${names.shortMonth}`,
    date: ({ year, day, names }) => `${names.weekday} ${day} ${names.month} ${year}`,
    month: ({ year, names }) => `${names.month} ${year}`,
    time: time12,
    when: withComma,
    shortDate: dayMonthYear,
  },
} as const satisfies Record<Locale, DateConventions>
const conventionsOf = (locale: string): DateConventions => dateConventions[isLocale(locale) ? locale : 'en']

/** `Tue 3 Feb` */
export const formatDay = (instant: string, timeZone: string, locale: string): string =>
  conventionsOf(locale).day(readClock(instant, timeZone, locale))

/** `Tuesday 3 February 2026` */
export const formatDate = (instant: string, timeZone: string, locale: string): string =>
  conventionsOf(locale).date(readClock(instant, timeZone, locale))

/** `February 2026` */
export const formatMonth = (instant: string, timeZone: string, locale: string): string =>
  conventionsOf(locale).month(readClock(instant, timeZone, locale))

/** `7.30pm` */
export const formatTime = (instant: string, timeZone: string, locale: string): string =>
  conventionsOf(locale).time(readClock(instant, timeZone, locale))

/** `Tue 3 Feb, 7.30pm` */
export function formatWhen(instant: string, timeZone: string, locale: string): string {
  const conventions = conventionsOf(locale)
  const at = readClock(instant, timeZone, locale)
  return conventions.when(conventions.day(at), conventions.time(at))
}

/** `Tuesday 3 February 2026, 7.30pm` */
export function formatDateAndTime(instant: string, timeZone: string, locale: string): string {
  const conventions = conventionsOf(locale)
  const at = readClock(instant, timeZone, locale)
  return conventions.when(conventions.date(at), conventions.time(at))
}

/** `Tuesday`. @param day 1 for Monday to 7 for Sunday, as ISO 8601 numbers them */
export const formatWeekday = (day: number, locale: string): string => readClock(`2024-01-0${day}T12:00:00Z`, 'UTC', locale).names.weekday

/** A time of day on a clock: `7.30pm`. @param time `19:30` */
export const formatClock = (time: string, locale: string): string => formatTime(`2024-01-01T${time}:00Z`, 'UTC', locale)

/** The days a run lasts: `3 Feb – 28 Mar 2026`, or `3 Feb 2026` when it is one day. */
export function formatRun(first: string, last: string, timeZone: string, locale: string): string {
  const { shortDate } = conventionsOf(locale)
  const [from, until] = [readClock(first, timeZone, locale), readClock(last, timeZone, locale)]
  const end = shortDate(until, true)
  const sameYear = from.year === until.year
  if (sameYear && from.month === until.month && from.day === until.day) return end
  return `${shortDate(from, !sameYear)} – ${end}`
}

/** The theatre's calendar day, `2026-02-03`: groups performances, and is the `datetime` of a `<time>` element. */
export function calendarDay(instant: string, timeZone: string): string {
  const { year, month, day } = readClock(instant, timeZone, 'en')
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`
}

function readClock(instant: string, timeZone: string, locale: string): Fields {
  const at = new Date(instant)
  const fields = partsOf(clockFormat('en', timeZone, 'clock'), at)
  const [year, month, day, hour, minute] = ['year', 'month', 'day', 'hour', 'minute'].map((name) => Number(fields[name]))
  const names = locale === 'ht' ? haitianNames(year!, month!, day!) : intlNames(locale, timeZone, at)
  return { year: year!, month: month!, day: day!, hour: hour!, minute: minute!, names }
}

function intlNames(locale: string, timeZone: string, at: Date): Names {
  const whole = partsOf(clockFormat(locale, timeZone, 'names'), at)
  const short = partsOf(clockFormat(locale, timeZone, 'short-names'), at)
  return {
    weekday: whole['weekday']!,
    // German data has had `Di` and `Di.` in turn.
    shortWeekday: short['weekday']!.replace(/\.$/, ''),
    month: whole['month']!,
    shortMonth: short['month']!,
  }
}

const haitianWeekdays = ['dimanch', 'lendi', 'madi', 'mèkredi', 'jedi', 'vandredi', 'samdi']
const haitianMonths = ['janvye', 'fevriye', 'mas', 'avril', 'me', 'jen', 'jiyè', 'out', 'septanm', 'oktòb', 'novanm', 'desanm']
function haitianNames(year: number, month: number, day: number): Names {
  const weekday = haitianWeekdays[new Date(Date.UTC(year, month - 1, day)).getUTCDay()]!
  const name = haitianMonths[month - 1]!
  return { weekday, shortWeekday: weekday.slice(0, 3), month: name, shortMonth: name.slice(0, 3) }
}

const partsOf = (format: Intl.DateTimeFormat, at: Date): Record<string, string> =>
  Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))

const shapes = {
  clock: { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', hourCycle: 'h23' },
  names: { weekday: 'long', day: 'numeric', month: 'long' },
  'short-names': { weekday: 'short', day: 'numeric', month: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const formats = new Map<string, Intl.DateTimeFormat>()
/** Making a format costs a hundred times its use; a page of performances needs three. */
function clockFormat(locale: string, timeZone: string, shape: keyof typeof shapes): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${shape}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(intlLocale(locale), { ...shapes[shape], calendar: 'gregory', numberingSystem: 'latn', timeZone })
    formats.set(key, format)
  }
  return format
}
