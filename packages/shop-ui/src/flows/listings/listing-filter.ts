import type { ListedPerformance } from '@playhouse/api-client/contract'
import { type AccessTag, accessTags } from '@playhouse/domain/season'

/** What the listing is filtered by. It is the query of its URL: a filtered listing can be shared. */
export type ListingFilter = {
  /** Id of a production; null for all. */
  readonly production: string | null
  /** Performances with any of these; empty for all. */
  readonly access: readonly AccessTag[]
  /** `2026-02`; the first one with a performance where it is null or has none. */
  readonly month: string | null
}

/** Reads a filter from the query of a URL. Unknown access services are left out. */
export const readFilter = (search: URLSearchParams): ListingFilter => ({
  production: search.get('production'),
  access: accessTags.filter((tag) => search.getAll('access').includes(tag)),
  month: search.get('month'),
})

/** The query of a URL for a filter. */
export const writeFilter = ({ production, access, month }: ListingFilter): URLSearchParams =>
  new URLSearchParams([
    ...(production === null ? [] : [['production', production]]),
    ...access.map((tag) => ['access', tag]),
    ...(month === null ? [] : [['month', month]]),
  ])

type Day = { readonly id: string; readonly performances: readonly ListedPerformance[] }
type ListedMonth = { readonly id: string; readonly count: number; readonly days: readonly Day[] }

/**
 * The performances of a production with access services, by month and day in the theatre's time zone.
 * @param performances in order of their start
 */
export function filterListing(performances: readonly ListedPerformance[], { production, access }: ListingFilter): ListedMonth[] {
  const matching = performances.filter(
    ({ event, accessTags: tags }) =>
      (production === null || event === production) && (access.length === 0 || access.some((tag) => tags.includes(tag))),
  )
  const by = (length: number, each: readonly ListedPerformance[]): Map<string, ListedPerformance[]> =>
    Map.groupBy(each, ({ startsAtLocal }) => startsAtLocal.slice(0, length))
  return [...by('2026-02'.length, matching)].map(([id, ofMonth]) => ({
    id,
    count: ofMonth.length,
    days: [...by('2026-02-03'.length, ofMonth)].map(([day, ofDay]) => ({ id: day, performances: ofDay })),
  }))
}
