import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayIn } from './day.ts'

it('is the day on the calendar of the house, not of whoever looks', () => {
  const instant = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) })
  const zone = fc.constantFrom('Europe/London', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Niue', 'Australia/Lord_Howe')
  fc.assert(
    fc.property(instant, zone, (at, timeZone) => {
      expect(dayIn(timeZone, at)).toBe(Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate().toString())
    }),
  )
})
