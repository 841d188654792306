import type { CalendarEvent, SourceNote, SourceProblem } from '@playhouse/domain/programme-source'
import { type Component, type ContentLine, readComponents, unescape } from './content-lines.ts'
import { datesOf, recurrenceProperties } from './recurring-dates.ts'
import { readTime, type Zones, wallClockIn } from './calendar-time.ts'

type Calendar = {
  readonly events: readonly CalendarEvent[]
  readonly problems: readonly SourceProblem[]
  readonly notes: readonly SourceNote[]
}

/** Properties of an event that are read, and those that only describe its record. All others are noted. */
const known: ReadonlySet<string> = new Set([
  ...['UID', 'DTSTART', 'SUMMARY', 'LOCATION', 'STATUS', 'RECURRENCE-ID', ...recurrenceProperties],
  ...['DTSTAMP', 'CREATED', 'LAST-MODIFIED', 'SEQUENCE', 'TRANSP', 'CLASS'],
])
const knownOfCalendar: ReadonlySet<string> = new Set(['VERSION', 'PRODID', 'CALSCALE', 'METHOD', 'X-WR-CALNAME'])

/**
 * Reads the dates of the events of an iCalendar file. Recurring events are one event for each date; a date with its own event is that event.
 * @throws SyntaxError for a file that is no calendar
 */
export function readCalendar(text: string, file: string): Calendar {
  const calendars = readComponents(text)
  const problems: SourceProblem[] = []
  const events: CalendarEvent[] = []
  const unread = new Map<string, number>()
  const count = (field: string): void => void unread.set(field, (unread.get(field) ?? 0) + 1)
  for (const calendar of calendars) {
    if (calendar.name !== 'VCALENDAR') throw new SyntaxError('no calendar')
    const zones = zonesOf(calendar)
    const isCancelled = calendar.lines.some(({ name, value }) => name === 'METHOD' && value.trim().toUpperCase() === 'CANCEL')
    for (const { name } of calendar.lines) if (!knownOfCalendar.has(name)) count(name)
    const own = calendar.parts.filter(({ name }) => name === 'VEVENT')
    for (const part of calendar.parts) {
      if (part.name !== 'VEVENT' && part.name !== 'VTIMEZONE') count(part.name)
      if (part.name !== 'VEVENT') continue
      for (const { name, params } of part.lines)
        if (!known.has(name)) count(name)
        else if (name === 'RECURRENCE-ID' && params['RANGE'] !== undefined) count('RECURRENCE-ID RANGE')
      for (const { name } of part.parts) count(name)
    }
    const moved = movedDates(own, zones)
    for (const event of own) {
      const dates = eventsOf(event, { zones, isCancelled, moved: moved.get(valueOf(event, 'UID')) ?? new Set() })
      if ('fault' in dates) problems.push({ file, line: event.line, ...dates })
      else for (const date of dates.events) events.push(date)
    }
  }
  const notes = [...unread].map(([field, value]) => ({ file, line: null, field, value: String(value), note: 'not-read' as const }))
  return { events, problems, notes }
}

type Context = { readonly zones: Zones; readonly isCancelled: boolean; readonly moved: ReadonlySet<string> }
type Fault = Pick<SourceProblem, 'field' | 'value' | 'fault' | 'suggestion'>

function eventsOf(event: Component, { zones, isCancelled, moved }: Context): { readonly events: CalendarEvent[] } | Fault {
  const start = lineOf(event, 'DTSTART')
  const time = start && readTime(start, zones)
  if (!time) return { field: 'DTSTART', value: start?.value ?? '', fault: start ? 'not-a-date' : 'missing', suggestion: '20310203T193000' }
  const single = {
    ...{ line: event.line, uid: unescape(valueOf(event, 'UID')), summary: unescape(valueOf(event, 'SUMMARY')) },
    ...{ location: unescape(valueOf(event, 'LOCATION')), zone: time.zone },
    isCancelled: isCancelled || valueOf(event, 'STATUS').trim().toUpperCase() === 'CANCELLED',
  }
  const recurrence = lineOf(event, 'RECURRENCE-ID')
  if (recurrence) {
    // The date that it moves, on the wall clock of the event that recurs.
    const of = readTime(recurrence, zones)
    if (!of) return { field: 'RECURRENCE-ID', value: recurrence.value, fault: 'not-a-date', suggestion: '20310203T193000' }
    return { events: [{ ...single, recurrence: wallClockIn(of, time.zone), start: time.plain }] }
  }
  if (!event.lines.some(({ name }) => recurrenceProperties.some((each) => each === name)))
    return { events: [{ ...single, recurrence: null, start: time.plain }] }
  const dates = datesOf(event, time, zones)
  if ('fault' in dates) return dates
  return { events: dates.dates.filter((date) => !moved.has(date)).map((date) => ({ ...single, recurrence: date, start: date })) }
}

/** The dates of recurring events, by UID, that have an event of themselves. */
function movedDates(events: readonly Component[], zones: Zones): Map<string, Set<string>> {
  const moved = new Map<string, Set<string>>()
  for (const event of events) {
    const [recurrence, start] = [lineOf(event, 'RECURRENCE-ID'), lineOf(event, 'DTSTART')]
    const of = recurrence && readTime(recurrence, zones)
    if (!of) continue
    const uid = valueOf(event, 'UID')
    const zone = (start && readTime(start, zones)?.zone) ?? of.zone
    moved.set(uid, (moved.get(uid) ?? new Set()).add(wallClockIn(of, zone)))
  }
  return moved
}

/** Names of time zones in a file, and what they are where the file names it. */
const zonesOf = (calendar: Component): Zones =>
  new Map(
    calendar.parts.flatMap((part) => {
      const [name, standard] = [valueOf(part, 'TZID'), valueOf(part, 'X-LIC-LOCATION')]
      return part.name === 'VTIMEZONE' && standard !== '' ? [[name, standard] as const] : []
    }),
  )

const lineOf = ({ lines }: Component, name: string): ContentLine | undefined => lines.find((each) => each.name === name)
const valueOf = (component: Component, name: string): string => lineOf(component, name)?.value ?? ''
