import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { locales } from './locale.ts'
import { formatOpeningHours, type OpeningHours, openingHoursSchema, weekdays } from './opening-hours.ts'

const hours: OpeningHours = [
  { days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'], opens: '10:00', closes: '20:30' },
  { days: ['Sunday'], opens: '12:00', closes: '18:00' },
]

test.each([
  ['en', 'Monday – Saturday', '10am – 8.30pm', 'Sunday', '12pm – 6pm'],
  ['en-us', 'Monday – Saturday', '10:00 AM – 8:30 PM', 'Sunday', '12:00 PM – 6:00 PM'],
  ['sv', 'måndag – lördag', '10.00 – 20.30', 'söndag', '12.00 – 18.00'],
  ['de', 'Montag – Samstag', '10:00 Uhr – 20:30 Uhr', 'Sonntag', '12:00 Uhr – 18:00 Uhr'],
  ['es', 'lunes – sábado', '10:00 – 20:30', 'domingo', '12:00 – 18:00'],
  ['ht', 'lendi – samdi', '10:00 AM – 8:30 PM', 'dimanch', '12:00 PM – 6:00 PM'],
])('formats opening hours in %s', (locale, days, opening, sunday, short) => {
  expect(formatOpeningHours(hours, locale)).toEqual([
    { days, hours: opening },
    { days: sunday, hours: short },
  ])
})

it('joins two days in a row by a comma, and separates runs', () => {
  const days = (...names: OpeningHours[number]['days']): string =>
    formatOpeningHours([{ days: names, opens: '10:00', closes: '12:00' }], 'en')[0]!.days
  expect(days('Friday', 'Monday', 'Tuesday')).toBe('Monday, Tuesday, Friday')
  expect(days('Sunday', 'Monday', 'Wednesday', 'Thursday', 'Friday')).toBe('Monday, Wednesday – Friday, Sunday')
})

it('names the first and the last day of any set of days, in every locale', () => {
  fc.assert(
    fc.property(fc.subarray([...weekdays], { minLength: 1 }), fc.constantFrom(...locales), (days, locale) => {
      const name = (day: (typeof weekdays)[number]): string =>
        formatOpeningHours([{ days: [day], opens: '09:00', closes: '10:00' }], locale)[0]!.days
      const [line] = formatOpeningHours([{ days, opens: '09:00', closes: '10:00' }], locale)
      expect(line!.days.startsWith(name(days[0]!))).toBe(true)
      expect(line!.days.endsWith(name(days.at(-1)!))).toBe(true)
    }),
  )
})

it.each([
  [{ days: [], opens: '10:00', closes: '12:00' }],
  [{ days: ['monday'], opens: '10:00', closes: '12:00' }],
  [{ days: ['Monday'], opens: '10', closes: '12:00' }],
  [{ days: ['Monday'], opens: '24:00', closes: '24:30' }],
  [{ days: ['Monday'], opens: '20:00', closes: '02:00' }],
])('rejects %j', (line) => {
  expect(openingHoursSchema.safeParse([line]).success).toBe(false)
})
