import { instantOf, plainOf, wallClockFault } from '../../time/time.ts'
import { keyOf } from '../programme-file/cell.ts'
import type { ReadSource, SourceContext, SourceNote, SourceProblem, SourceRow } from './source.ts'

/** One date of an iCalendar file; recurring events are one for each date. */
export type CalendarEvent = {
  /** The line of its `BEGIN:VEVENT`. */
  readonly line: number
  readonly uid: string
  /** The wall clock of a date of a recurring event before it was moved, such as `2031-02-03T19:30`. Null for an event with one date. */
  readonly recurrence: string | null
  readonly summary: string
  readonly location: string
  /** Wall clock, to the minute; only a day for an event that lasts all day. */
  readonly start: string
  /** Its time zone; `UTC`; null for wall clock without a zone. */
  readonly zone: string | null
  readonly isCancelled: boolean
}

/**
 * The performances of a calendar. The key of a performance is the UID of its event without the part from `@`, so that a calendar that the
 * shop exports finds its performances; a date of a recurring event adds that date. Without a production in the defaults, it is the title of
 * the event as a key; without a hall, its place.
 */
export function rowsOfCalendar(
  file: string,
  events: readonly CalendarEvent[],
  { defaults, timeZone }: Pick<SourceContext, 'defaults' | 'timeZone'>,
): ReadSource {
  const rows: SourceRow[] = []
  const problems: SourceProblem[] = []
  const notes: SourceNote[] = []
  for (const event of events) {
    const { line, uid, summary, location, isCancelled } = event
    if (isCancelled) {
      notes.push({ file, line, field: 'STATUS', value: uid, note: 'cancelled' })
      continue
    }
    const problem = (field: string, value: string, fault: SourceProblem['fault'], suggestion: string | null = null): void =>
      void problems.push({ file, line, field, value, fault, suggestion })
    const key = keyOfEvent(event)
    if (key === '') problem('UID', uid, 'missing')
    if (!event.start.includes('T')) problem('DTSTART', event.start, 'not-a-time', `${event.start}T193000`)
    else if (key !== '') {
      const start = startOf(event, timeZone)
      if ('fault' in start) problem('DTSTART', `${event.start}${event.zone ? ` ${event.zone}` : ''}`, start.fault)
      else
        rows.push({
          ...{ sheet: 'performances', file, line, name: uid },
          cells: {
            ...{ performance: key, production: defaults.production ?? keyOf(summary) },
            ...{ date: start.plain.slice(0, 10), time: start.plain.slice(11) },
            ...(start.zone !== timeZone && { 'time zone': start.zone }),
            hall: defaults.hall ?? (keyOf(location) || undefined),
            ...{ 'price list': defaults.priceList, 'general sale': defaults.generalSale },
          },
        })
    }
  }
  return { rows, problems, notes }
}

function keyOfEvent({ uid, recurrence }: CalendarEvent): string {
  const name = keyOf(uid.replace(/@.*$/, ''))
  // UIDs of up to 255 characters: the end of a long one is replaced by a checksum of the whole.
  const date = recurrence === null ? '' : `-${recurrence.replaceAll(/\D/g, '')}`
  const longest = 80 - date.length
  const isShort = uid.replace(/@.*$/, '').length <= longest
  return name === '' ? '' : `${isShort ? name : `${name.slice(0, longest - 9)}-${checksumOf(uid)}`}${date}`
}

/** FNV-1a in 32 bits. It keeps keys apart, and protects nothing. */
function checksumOf(text: string): string {
  let sum = 0x81_1c_9d_c5
  for (const byte of new TextEncoder().encode(text)) sum = Math.imul(sum ^ byte, 0x01_00_01_93)
  return (sum >>> 0).toString(16).padStart(8, '0')
}

type Start = { readonly plain: string; readonly zone: string } | { readonly fault: SourceProblem['fault'] }

function startOf({ start, zone }: CalendarEvent, timeZone: string): Start {
  if (wallClockFault(start, 'UTC')) return { fault: 'no-such-time' }
  if (zone === 'UTC') return { plain: plainOf(instantOf(start, 'UTC'), timeZone), zone: timeZone }
  const own = zone ?? timeZone
  const fault = wallClockFault(start, own)
  if (fault) return { fault: fault === 'skipped' ? 'skipped-time' : 'unknown-zone' }
  return { plain: start, zone: own }
}
