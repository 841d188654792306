/** An object of pretix's API. */
export type PretixObject = Readonly<Record<string, unknown>>

/** What a file has of an event of pretix. `isPart` means that the API has further pages, which the file lacks. */
export type PretixContent = {
  readonly events: readonly PretixObject[]
  readonly subevents: readonly PretixObject[]
  readonly items: readonly PretixObject[]
  readonly quotas: readonly PretixObject[]
  readonly isPart: boolean
}

type Kind = Exclude<keyof PretixContent, 'isPart'>
const nothing: PretixContent = { events: [], subevents: [], items: [], quotas: [], isPart: false }

/** The fields by which objects of each endpoint are recognised. */
const marks: Readonly<Record<Kind, readonly string[]>> = {
  events: ['slug', 'has_subevents'],
  subevents: ['event', 'date_from'],
  items: ['default_price', 'admission'],
  quotas: ['size', 'items', 'variations'],
}
/** The names that parts have in a file with all of them. */
const parts: Readonly<Record<string, Kind>> = {
  event: 'events',
  events: 'events',
  subevents: 'subevents',
  items: 'items',
  quotas: 'quotas',
}

/**
 * Reads parsed JSON as replies of pretix's API: one object, an array, a page with `results`, or an object with such under `event`,
 * `subevents`, `items` and `quotas`. Undefined for any other JSON.
 */
export function readPretix(json: unknown): PretixContent | undefined {
  const whole = readPart(json)
  if (whole) return whole
  if (!isObject(json) || !('event' in json)) return undefined
  const read = Object.entries(json).map(([name, part]) => (Object.hasOwn(parts, name) ? readPart(part) : undefined))
  if (read.includes(undefined)) return undefined
  return joinPretix(read.filter((part) => part !== undefined))
}

/** The content of several files together. */
export const joinPretix = (contents: readonly PretixContent[]): PretixContent => ({
  events: contents.flatMap(({ events }) => events),
  subevents: contents.flatMap(({ subevents }) => subevents),
  items: contents.flatMap(({ items }) => items),
  quotas: contents.flatMap(({ quotas }) => quotas),
  isPart: contents.some(({ isPart }) => isPart),
})

function readPart(json: unknown): PretixContent | undefined {
  if (Array.isArray(json)) {
    if (json.length === 0) return nothing
    const kinds = new Set(json.map((each) => kindOf(each)))
    const [kind] = kinds
    return kind !== undefined && kinds.size === 1 ? { ...nothing, [kind]: json } : undefined
  }
  if (!isObject(json)) return undefined
  const { results, next } = json
  if (Array.isArray(results) && 'count' in json) {
    const page = readPart(results)
    return page && { ...page, isPart: typeof next === 'string' || results.length !== json['count'] }
  }
  const kind = kindOf(json)
  return kind && { ...nothing, [kind]: [json] }
}

const isObject = (json: unknown): json is PretixObject => typeof json === 'object' && json !== null && !Array.isArray(json)

const kindOf = (json: unknown): Kind | undefined =>
  isObject(json) ? (Object.keys(marks) as Kind[]).find((kind) => marks[kind].every((field) => field in json)) : undefined

/** The text of a value in one language: pretix has an object by language, or one text. */
export function wordsOf(value: unknown, language?: string): string {
  if (typeof value === 'string') return value.trim()
  if (!isObject(value)) return ''
  const texts = Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].trim() !== '')
  return (texts.find(([tag]) => tag === language) ?? texts[0])?.[1].trim() ?? ''
}

/** A text or a number as text; '' for anything else. */
export const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '')
