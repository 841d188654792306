import { z } from 'zod'

/** An instant on the wire: UTC, ISO 8601. */
export const instantSchema = z.iso.datetime().max(40)
/** A wall-clock time without zone: `2026-12-01T19:30`. Meaningful only beside a time zone. */
export const plainDateTimeSchema = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)

/**
 * The instant at which a wall clock in `timeZone` shows `plain`. A time that the clocks skip in spring is read as an hour
 * later; a time that they repeat in autumn, as the first.
 * @throws RangeError for an invalid time zone or date
 */
export function instantOf(plain: string, timeZone: string): Temporal.Instant {
  return Temporal.PlainDateTime.from(plain).toZonedDateTime(timeZone, { disambiguation: 'compatible' }).toInstant()
}

/** Local date and time in `timeZone` at an instant, to the minute. */
export function plainOf(instant: Temporal.Instant, timeZone: string): string {
  return instant.toZonedDateTimeISO(timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' })
}

/**
 * The fault of a wall-clock time that staff enter: no such date or time zone, or a time that clocks skip in spring. A time that
 * they repeat in autumn is the first of the two.
 */
export function wallClockFault(plain: string, timeZone: string): 'invalid' | 'skipped' | undefined {
  try {
    return plainOf(instantOf(plain, timeZone), timeZone) === plain ? undefined : 'skipped'
  } catch {
    return 'invalid'
  }
}
