import { findIana, type WindowsZoneName } from 'windows-iana'
import { instantOf, plainOf } from '@playhouse/domain/time'
import type { ContentLine } from './content-lines.ts'

/** Names of time zones that a file defines, and their standard names. */
export type Zones = ReadonlyMap<string, string>
/** A time of a calendar: wall clock to the minute, or a day; its zone, `UTC`, or null for wall clock without a zone. */
export type CalendarTime = { readonly plain: string; readonly zone: string | null }

/** The times of a property; undefined where one is malformed. A date that the calendar does not have is returned as written. */
export function readTimes({ value, params }: ContentLine, zones: Zones): CalendarTime[] | undefined {
  const times = value.split(',').map((part) => readOne(part.trim(), params['TZID'], zones))
  return times.every((time) => time !== undefined) ? times : undefined
}

/** The time of a property; undefined where it is malformed. */
export const readTime = (line: ContentLine, zones: Zones): CalendarTime | undefined => readTimes(line, zones)?.[0]

function readOne(text: string, zone: string | undefined, zones: Zones): CalendarTime | undefined {
  // A period begins with its time.
  const [, year, month, day, hour, minute, utc] = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z)?)?(?:\/.*)?$/.exec(text) ?? []
  if (year === undefined) return undefined
  const onDay = `${year}-${month}-${day}`
  if (hour === undefined) return { plain: onDay, zone: null }
  return { plain: `${onDay}T${hour}:${minute}`, zone: utc === undefined ? (zone === undefined ? null : standardName(zone, zones)) : 'UTC' }
}

/** The IANA name of a zone: the one that the file gives it, or that of a zone of Windows, as Outlook writes it; another name unchanged. */
function standardName(zone: string, zones: Zones): string {
  const name = zone.replace(/^\//, '')
  return zones.get(name) ?? findIana(name as WindowsZoneName)[0] ?? name
}

/** A time as wall clock in the zone of an event: only UTC is converted. */
export function wallClockIn({ plain, zone: from }: CalendarTime, zone: string | null): string {
  if (from !== 'UTC' || zone === null || zone === 'UTC' || !plain.includes('T')) return plain
  try {
    return plainOf(instantOf(plain, 'UTC'), zone)
  } catch {
    return plain
  }
}
