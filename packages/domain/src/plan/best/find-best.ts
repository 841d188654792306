import { seatInParts } from './split-party.ts'
import { beginSearch, type Search } from './search.ts'
import { type SearchLimit, seatTogether } from './side-by-side.ts'
import type { BookableHall, BestSeatsRequest, BestSeatsResult } from './request.ts'

/**
 * The best seats for a request, best first, with no seat in two results: adjacent, near the middle, at a good distance, with
 * a good view, of one price, leaving no orphan. If no adjacent seats are free and the request allows it, one result in
 * parts. Where seats are sold in blocks, the smallest whole blocks that hold the party. A standing floor is returned only if
 * there is no seat for the request: visitors who want to stand ask for the floor or its price. Equal requests have equal
 * results.
 * @param most maximum number of results
 * @param upTo seats of up to this status count as free: see `seatStatus`
 */
export const findBest = (hall: BookableHall, wish: BestSeatsRequest, most = 1, upTo?: number): BestSeatsResult[] =>
  runSearch(beginSearch(hall, wish, upTo), { most })

/**
 * Whether there are seats for a request, or any that score less than `maxScore`; stops at the first.
 * @param upTo seats of up to this status count as free: see `seatStatus`
 */
export const canFind = (hall: BookableHall, wish: BestSeatsRequest, maxScore = Infinity, upTo?: number): boolean =>
  runSearch(beginSearch(hall, wish, upTo), { most: 1, anyBelow: maxScore }).length > 0

function runSearch(search: Search, enough: SearchLimit): BestSeatsResult[] {
  const { hall, request } = search
  const largest = hall.blocks ? Math.min(request.maxSeats ?? request.size, request.size + largestBlock(hall.blocks) - 1) : request.size
  for (let size = request.size; size <= largest; size++) {
    const results = seatTogether(search, size, enough, 'seats')
    if (results.length > 0) return results
  }
  const splitParty = request.together || request.size < 2 ? undefined : seatInParts(search, request.size)
  if (splitParty) return splitParty.score < (enough.anyBelow ?? Infinity) ? [splitParty] : []
  return search.hasFloor ? seatTogether(search, request.size, enough, 'floors') : []
}

const largestBlock = (blocks: NonNullable<BookableHall['blocks']>): number => blocks.reduce((most, [, seats]) => Math.max(most, seats), 1)
