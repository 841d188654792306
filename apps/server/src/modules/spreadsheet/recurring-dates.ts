// oxlint-disable-next-line import/default -- Node loads the CommonJS build, which has one
import rrule from 'rrule'
import type { SourceProblem } from '@playhouse/domain/programme-source'
import { type CalendarTime, readTimes, wallClockIn, type Zones } from './calendar-time.ts'
import type { Component } from './content-lines.ts'

/** Properties that give an event more dates than one. */
export const recurrenceProperties = ['RRULE', 'RDATE', 'EXDATE', 'EXRULE'] as const

/** The most dates of one event. */
const maxDates = 2_000
/** Years after its start in which an event is looked for: a rule without any date ends there. */
const maxYears = 20
/** The last year of rrule. It evaluates a rule without any date until then. */
const lastYear = 9999
/** Years after which the calendar repeats, with its leap years and days of the week. */
const cycle = 400

type Fault = Pick<SourceProblem, 'field' | 'value' | 'fault' | 'suggestion'>

/**
 * The dates of a recurring event as wall clock in its zone, in order: its start, those of its rules and its further dates, without the
 * excluded ones. Rules are read on the wall clock, as RFC 5545 asks, so that a performance at 19:30 stays at 19:30.
 */
export function datesOf(event: Component, start: CalendarTime, zones: Zones): { readonly dates: string[] } | Fault {
  const dates = new Set([start.plain])
  const excluded = new Set<string>()
  for (const line of event.lines) {
    const { name, value } = line
    const fault = (kind: Fault['fault'], suggestion: string | null = null): Fault => ({
      ...{ field: name, value: value.slice(0, 200), fault: kind, suggestion },
    })
    if (name === 'EXRULE') return fault('unknown-recurrence', 'EXDATE')
    if (name === 'RDATE' || name === 'EXDATE') {
      const times = readTimes(line, zones)
      if (!times) return fault('not-a-date', '20310203T193000')
      for (const time of times) (name === 'RDATE' ? dates : excluded).add(wallClockIn(time, start.zone))
    }
    if (name === 'RRULE') {
      const found = datesOfRule(value, start)
      if (typeof found === 'string') return fault(found, found === 'endless-recurrence' ? `${value};COUNT=10` : null)
      for (const date of found) dates.add(date)
    }
    if (dates.size > maxDates) return fault('too-many-dates', String(maxDates))
  }
  // An excluded day excludes all its times.
  return { dates: [...dates].filter((date) => !excluded.has(date) && !excluded.has(date.slice(0, 10))).toSorted() }
}

/** Performances repeat by days or longer; these rules would also take long to evaluate. */
const frequencies = /(?:^|;)FREQ=(?:DAILY|WEEKLY|MONTHLY|YEARLY)(?:;|$)/i
const readable = /^(?:(?:FREQ|INTERVAL|COUNT|UNTIL|BYDAY|BYMONTHDAY|BYMONTH|BYSETPOS|BYWEEKNO|BYYEARDAY|WKST)=[A-Z0-9,+-]+(?:;|$))+$/i

function datesOfRule(value: string, start: CalendarTime): string[] | 'unknown-recurrence' | 'endless-recurrence' | 'too-many-dates' {
  const rule = value.trim().toUpperCase()
  const of = (part: string): string | undefined => new RegExp(`(?:^|;)${part}=([^;]*)`).exec(rule)?.[1]
  const [count, until, interval] = [of('COUNT'), of('UNTIL'), of('INTERVAL') ?? '1']
  if (!frequencies.test(rule) || !readable.test(rule) || !/^[1-9]\d{0,3}$/.test(interval)) return 'unknown-recurrence'
  if (count === undefined && until === undefined) return 'endless-recurrence'
  if (count !== undefined && !/^[1-9]\d{0,6}$/.test(count)) return 'unknown-recurrence'
  const end = until === undefined ? undefined : endOf(until, start)
  if (end === null) return 'unknown-recurrence'
  const first = atUtc(start.plain)
  // Such as 31 February: its start is refused.
  if (!isDate(first, start.plain)) return []
  const latest = yearsLater(first, maxYears)
  if (end && end > latest) return 'too-many-dates'
  try {
    const options = rrule.RRule.parseString(rule.replace(/;?UNTIL=[^;]*/, '').replace(/^;/, ''))
    // Evaluated as near to the last year as whole cycles allow: a rule without any date would otherwise take 20 times as long.
    const years = cycle * Math.max(0, Math.floor((lastYear - latest.getUTCFullYear()) / cycle))
    const found = new rrule.RRule({ ...options, dtstart: yearsLater(first, years), until: yearsLater(end ?? latest, years) })
      .all((_, nth) => nth <= maxDates)
      .map((date) => yearsLater(date, -years))
    if (found.length > maxDates) return 'too-many-dates'
    // Its last dates are too far away, or it has none.
    if (end === undefined && found.length < Number(count)) return 'unknown-recurrence'
    return found.map((date) => date.toISOString().slice(0, start.plain.length))
  } catch {
    return 'unknown-recurrence'
  }
}

function yearsLater(date: Date, years: number): Date {
  const later = new Date(date)
  later.setUTCFullYear(later.getUTCFullYear() + years)
  return later
}

const isDate = (date: Date, plain: string): boolean => !Number.isNaN(date.getTime()) && date.toISOString().startsWith(plain)

/** The wall clock as if it were UTC. */
const atUtc = (plain: string): Date => new Date(plain.includes('T') ? `${plain}Z` : `${plain}T00:00Z`)

/** The end of a rule on the wall clock of its start; a day includes its last minute. Null where it is malformed. */
function endOf(until: string, start: CalendarTime): Date | null {
  const [time] = readTimes({ line: 0, name: 'UNTIL', params: {}, value: until }, new Map()) ?? []
  if (!time) return null
  const plain = wallClockIn(time, start.zone)
  const end = plain.includes('T') ? atUtc(plain) : new Date(`${plain}T23:59:59Z`)
  return isDate(end, plain) ? end : null
}
