import { isLocale, type Locale } from '../../brand/locale.ts'
import { plainOf } from '../../time/time.ts'
import { keyOf } from '../programme-file/cell.ts'
import type { Cell } from '../programme-file/index.ts'
import { listsOfPretix } from './pretix-prices.ts'
import { type PretixContent, type PretixObject, textOf, wordsOf } from './pretix-content.ts'
import type { ReadSource, SourceContext, SourceNote, SourceProblem, SourceRow } from './source.ts'
import { countUnread } from './unread.ts'

/**
 * A production, its performances and their price lists from an event of pretix. Performances have the key of the event and the id of their
 * date. Everything that is new is a draft.
 */
export function rowsOfPretix(file: string, content: PretixContent, context: SourceContext): ReadSource {
  const { defaults, timeZone, currency } = context
  const rows: SourceRow[] = []
  const problems: SourceProblem[] = []
  const notes: SourceNote[] = []
  const problem = (field: string, value: string, fault: SourceProblem['fault'], suggestion: string | null = null): void =>
    void problems.push({ file, line: null, field, value, fault, suggestion })
  const { events, subevents, items } = content
  const slugs = new Set([...events.map(({ slug }) => textOf(slug)), ...subevents.map(({ event }) => textOf(event))])
  if (content.isPart) problem('next', '', 'page-of-many')
  const [slug = defaults.production ?? ''] = slugs
  if (slugs.size > 1) problem('event', [...slugs].join(', '), 'one-event', slug)
  if (keyOf(slug) === '') problem('event', '', 'missing')
  if (slugs.size > 1 || keyOf(slug) === '') return { rows, problems, notes }
  const event = events[0]
  const zone = textOf(event?.['timezone']) || timeZone
  if (!isZone(zone)) problem('timezone', zone, 'unknown-zone', timeZone)
  const eventCurrency = event?.['currency']
  if (eventCurrency !== undefined && eventCurrency !== currency) problem('currency', textOf(eventCurrency), 'other-currency', currency)
  if (problems.length > 0) return { rows, problems, notes }

  const production = defaults.production ?? keyOf(slug)
  const dates = event && event['has_subevents'] !== true ? [event] : subevents
  if (event)
    rows.push({ ...{ sheet: 'productions', file, line: null, name: slug }, cells: productionOf(production, event, dates, context) })
  const lists = listsOfPretix({ file, production, dates, items, hallOf: (date) => hallOf(date, event, context) }, context)
  rows.push(...lists.rows)
  problems.push(...lists.problems)
  notes.push(...lists.notes)
  for (const date of dates) {
    const id = date === event ? production : `${production}-${textOf(date['id'])}`
    const start = momentOf(date['date_from'], zone)
    const sale = momentOf(date['presale_start'], zone)
    rows.push({
      ...{ sheet: 'performances', file, line: null, name: id },
      cells: {
        ...{ performance: id, production, date: start.slice(0, 10), time: start.slice(11, 16) },
        ...(zone !== timeZone && { 'time zone': zone }),
        hall: hallOf(date, event, context),
        'price list': defaults.priceList ?? lists.listOf(date),
        'general sale': sale || defaults.generalSale,
      },
    })
  }
  notes.push(...countUnread(file, content, new Set(lists.readItems)), ...otherLanguages(file, event))
  return { rows, problems, notes }
}

function productionOf(id: string, event: PretixObject, dates: readonly PretixObject[], context: SourceContext): Record<string, Cell> {
  const language = languageOf(event, context.language)
  const name = event['name']
  const translations = typeof name === 'object' && name !== null ? Object.keys(name) : []
  const minutes = minutesOf(event) ?? dates.map((date) => minutesOf(date)).find((found) => found !== undefined)
  const venue = wordsOf(event['location'], language).replaceAll(/\s*\n\s*/g, ', ')
  return {
    ...{ production: id, title: wordsOf(name, language), language },
    ...(venue !== '' && { venue }),
    ...(minutes !== undefined && { 'running time': minutes }),
    ...Object.fromEntries(
      translations
        .filter((tag) => tag !== language && isLocale(tag))
        .map((tag) => [`title (${tag})`, wordsOf((name as PretixObject)[tag])] as const)
        .filter(([, title]) => title !== ''),
    ),
  }
}

/** The language of an event: that of the theatre if the event has it, otherwise the first. */
function languageOf({ name }: PretixObject, language: string): string {
  if (typeof name !== 'object' || name === null || Object.hasOwn(name, language)) return language
  const known = Object.keys(name).find((tag): tag is Locale => isLocale(tag))
  return known ?? language
}

/** Languages of the title that the shop does not have. */
function otherLanguages(file: string, event: PretixObject | undefined): SourceNote[] {
  const name = event?.['name']
  if (typeof name !== 'object' || name === null) return []
  const tags = Object.keys(name)
  const isRead = (tag: string): boolean => isLocale(tag) || (tag === tags[0] && !tags.some((each) => isLocale(each)))
  return tags.flatMap((tag) =>
    isRead(tag) ? [] : [{ file, line: null, field: `event name (${tag})`, value: wordsOf((name as PretixObject)[tag]), note: 'not-read' }],
  )
}

/** Whole minutes from start to end, as a running time; undefined where it has no end, or one on another day. */
function minutesOf({ date_from: from, date_to: to }: PretixObject): number | undefined {
  const minutes = Math.round((Date.parse(textOf(to)) - Date.parse(textOf(from))) / 60_000)
  return minutes >= 1 && minutes < 1_440 ? minutes : undefined
}

const hallOf = (date: PretixObject, event: PretixObject | undefined, { defaults }: SourceContext): string | undefined => {
  const [place = ''] = (wordsOf(date['location']) || wordsOf(event?.['location'])).split('\n')
  return defaults.hall ?? (keyOf(place) || undefined)
}

/** An instant as wall clock with a space; '' for none, and the text itself where it is no instant, so that its row is refused. */
function momentOf(value: unknown, zone: string): string {
  const read = textOf(value)
  try {
    return read === '' ? '' : plainOf(Temporal.Instant.from(read), zone).replace('T', ' ')
  } catch {
    return read
  }
}

function isZone(zone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone)
    return true
  } catch {
    return false
  }
}
