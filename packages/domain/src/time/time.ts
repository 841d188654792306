import { z } from 'zod'

/** An instant on the wire: UTC, ISO 8601. */
export const instantSchema = z.iso.datetime().max(40)
/** A wall-clock time without zone: `2026-12-01T19:30`. Meaningful only beside a time zone. */
export const plainDateTimeSchema = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)

/**
 * The instant a wall clock in `timeZone` shows `plain`. A time the clocks skip in spring is taken an hour later, one
 * they repeat in autumn the first time.
 * @throws RangeError for a time zone or date that isn't one.
 */
export function instantOf(plain: string, timeZone: string): Temporal.Instant {
  return Temporal.PlainDateTime.from(plain).toZonedDateTime(timeZone, { disambiguation: 'compatible' }).toInstant()
}

/** Local date and time in `timeZone` at an instant, to the minute. */
export function plainOf(instant: Temporal.Instant, timeZone: string): string {
  return instant.toZonedDateTimeISO(timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' })
}
