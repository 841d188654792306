import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calendarDay, formatDate, formatDateAndTime, formatDay, formatMonth, formatRun, formatTime, formatWhen } from './calendar.ts'
import { plainOf } from '../time/time.ts'

const london = 'Europe/London'
const evening = '2026-02-03T19:30:00Z'

describe('a time in London', () => {
  test.each([
    ['en', 'Tue 3 Feb, 7.30pm', 'Tuesday 3 February 2026', 'February 2026'],
    ['en-us', 'Tue, Feb 3, 7:30 PM', 'Tuesday, February 3, 2026', 'February 2026'],
    ['sv', 'tis 3 feb. kl. 19.30', 'tisdag 3 februari 2026', 'februari 2026'],
    ['de', 'Di., 3. Feb., 19:30 Uhr', 'Dienstag, 3. Februar 2026', 'Februar 2026'],
    ['es', 'mar, 3 feb, 19:30', 'martes, 3 de febrero de 2026', 'febrero de 2026'],
    ['ht', 'mad 3 fev, 7:30 PM', 'madi 3 fevriye 2026', 'fevriye 2026'],
  ])('%s: %s', (locale, when, date, month) => {
    expect(formatWhen(evening, london, locale)).toBe(when)
    expect(formatDate(evening, london, locale)).toBe(date)
    expect(formatMonth(evening, london, locale)).toBe(month)
    expect(when).toContain(formatDay(evening, london, locale))
    expect(when).toContain(formatTime(evening, london, locale))
    expect(formatDateAndTime(evening, london, locale)).toContain(date)
  })
})

test('uses the theatre’s summer time and calendar day', () => {
  expect(formatWhen('2026-07-14T18:00:00Z', london, 'en')).toBe('Tue 14 Jul, 7pm')
  expect(formatWhen('2026-07-14T23:30:00Z', london, 'en')).toBe('Wed 15 Jul, 12.30am')
  expect(formatWhen('2026-07-14T23:30:00Z', 'America/New_York', 'en-us')).toBe('Tue, Jul 14, 7:30 PM')
  expect(calendarDay('2026-07-14T23:30:00Z', london)).toBe('2026-07-15')
})

test('formats noon and midnight', () => {
  expect(formatTime('2026-02-03T12:00:00Z', london, 'en')).toBe('12pm')
  expect(formatTime('2026-02-03T00:00:00Z', london, 'en')).toBe('12am')
  expect(formatTime('2026-02-03T00:00:00Z', london, 'de')).toBe('00:00 Uhr')
})

test('names each year of a run once', () => {
  expect(formatRun(evening, evening, london, 'en')).toBe('3 Feb 2026')
  expect(formatRun(evening, '2026-03-28T19:30:00Z', london, 'en')).toBe('3 Feb – 28 Mar 2026')
  expect(formatRun('2025-12-30T19:30:00Z', evening, london, 'en-us')).toBe('Dec 30, 2025 – Feb 3, 2026')
})

test('agrees with the wall clock of Temporal at any instant', () => {
  const zone = fc.constantFrom(london, 'America/New_York', 'Europe/Stockholm', 'Australia/Lord_Howe', 'Asia/Kathmandu')
  const instant = fc.date({ min: new Date('1980-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(instant, zone, (date, timeZone) => {
      const plain = plainOf(Temporal.Instant.fromEpochMilliseconds(date.getTime()), timeZone)
      expect(calendarDay(date.toISOString(), timeZone)).toBe(plain.slice(0, 10))
      expect(formatTime(date.toISOString(), timeZone, 'es')).toBe(plain.slice(11))
    }),
  )
})

test('rejects an invalid instant', () => {
  expect(() => formatWhen('soon', london, 'en')).toThrow(RangeError)
})
