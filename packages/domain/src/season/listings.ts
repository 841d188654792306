import { titleOf } from './production-texts.ts'
import type { AvailabilityLabel, Production } from './season.ts'

type ListedProduction = Pick<Production, 'id' | 'title' | 'copyLanguage' | 'translations'>
type Summary = {
  readonly id: string
  readonly event: string
  readonly startsAt: string
  readonly availability: AvailabilityLabel
  readonly seatsLeft: number
}

/**
 * All performances that are not over, in order of their start, without their numbers of seats, and the productions that they belong to.
 * @param performances those that the visitor may know of
 */
export function listingsOf<Performance extends Summary>(
  productions: readonly ListedProduction[],
  performances: readonly Performance[],
): { productions: ListedProduction[]; performances: Omit<Performance, 'seatsLeft'>[] } {
  const upcoming = performances
    .filter(({ availability }) => availability !== 'passed')
    .toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt) || (a.id < b.id ? -1 : 1))
  const listed = new Set(upcoming.map(({ event }) => event))
  return {
    productions: productions.filter(({ id }) => listed.has(id)).map((production) => ({ id: production.id, ...titleOf(production) })),
    performances: upcoming.map(({ seatsLeft: _, ...performance }) => performance),
  }
}
