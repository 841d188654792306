import { z } from 'zod'
import { formatClock, formatWeekday } from '../format/calendar.ts'
import { timeOfDayPattern } from '../time/time-of-day.ts'

/** Days of the week in the order of ISO 8601, by their names in schema.org. */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
export type Weekday = (typeof weekdays)[number]

const clock = z.string().regex(timeOfDayPattern, 'a time of day is HH:MM, such as 09:30')

/** Regular opening hours of the box office: the same hours on each of these days, on the theatre's clock. */
export const openingHoursSchema = z
  .array(
    z
      .strictObject({ days: z.array(z.enum(weekdays)).min(1), opens: clock, closes: clock })
      .refine(({ opens, closes }) => opens < closes, 'opens is before closes, on the same day'),
  )
  .min(1)
export type OpeningHours = z.infer<typeof openingHoursSchema>

/** Hours as a visitor reads them: `Monday – Friday`, `10am – 8pm`. */
export type OpeningHoursLine = { readonly days: string; readonly hours: string }

/** Formats opening hours in a locale. Three or more days in a row are a range. */
export const formatOpeningHours = (openingHours: OpeningHours, locale: string): OpeningHoursLine[] =>
  openingHours.map(({ days, opens, closes }) => ({
    days: runsOf(days)
      .map(([first, last]) => [...new Set([first, last])].map((day) => formatWeekday(day, locale)).join(' – '))
      .join(', '),
    hours: `${formatClock(opens, locale)} – ${formatClock(closes, locale)}`,
  }))

/** Splits days into runs of consecutive days; a run of two is two days. Days are counted from 1, Monday. */
function runsOf(days: readonly Weekday[]): (readonly [first: number, last: number])[] {
  const numbers = [...new Set(days.map((day) => weekdays.indexOf(day) + 1))].toSorted((a, b) => a - b)
  const runs: [number, number][] = []
  for (const day of numbers) {
    const run = runs.at(-1)
    if (run && run[1] === day - 1) run[1] = day
    else runs.push([day, day])
  }
  return runs.flatMap(([first, last]) =>
    last - first === 1
      ? [
          [first, first],
          [last, last],
        ]
      : [[first, last]],
  )
}
