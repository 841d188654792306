import { canFind, findBest } from './find-best.ts'
import type { BookableHall, BestSeatsRequest } from './request.ts'

/** Changes of a request for which seats are available now. */
export type Alternatives = {
  /** Rows one behind the other. */
  readonly apart: boolean
  /** Other price bands, the best seats first. */
  readonly bands: readonly number[]
  /** Other areas, the best seats first. */
  readonly areas: readonly number[]
  /** The most that find seats as wished; 0 where not even one does. */
  readonly atMost: number
}

/** Maximum number of other bands, and of other areas. */
const maxAlternatives = 4

/** The alternatives to a request for which no seats were found. Each has seats. */
export function findAlternatives(hall: BookableHall, wish: BestSeatsRequest): Alternatives {
  const { bands, area } = wish
  const adjacentRequest = { ...wish, together: true }
  return {
    apart: wish.together && canFind(hall, { ...wish, together: false }),
    bands: bands ? otherBands(hall, wish, bands) : [],
    areas: area === undefined ? [] : otherAreas(hall, adjacentRequest),
    atMost: largestSizeThatFits(hall, wish),
  }
}

function otherBands(hall: BookableHall, wish: BestSeatsRequest, triedBands: ReadonlySet<number>): number[] {
  return [...new Set(hall.bandOf)]
    .filter((band) => !triedBands.has(band))
    .flatMap((band) => findBest(hall, { ...wish, bands: new Set([band]) }).map(({ score }) => ({ band, score })))
    .sort((a, b) => a.score - b.score || a.band - b.band)
    .slice(0, maxAlternatives)
    .map(({ band }) => band)
}

/** Number of results that is enough to contain several areas. */
const maxLooked = 200
const otherAreas = (hall: BookableHall, wish: BestSeatsRequest): number[] =>
  [...new Set(findBest(hall, { ...wish, area: undefined }, maxLooked).map(({ seats }) => hall.plan.areaOf[seats[0]!]!))]
    // A block of seats may span two areas, and be bookable in neither alone.
    .filter((area) => canFind(hall, { ...wish, area }))
    .slice(0, maxAlternatives)

function largestSizeThatFits(hall: BookableHall, wish: BestSeatsRequest): number {
  for (let size = wish.size - 1; size > 0; size--) if (canFind(hall, { ...wish, size })) return size
  return 0
}
