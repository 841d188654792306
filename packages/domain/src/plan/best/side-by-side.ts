import { bandsAmong, bandsBetween, costAt, cutsNoBlock, meetsNeeds, orphansBeside, type Search } from './search.ts'
import type { BestSeatsResult } from './request.ts'

type Candidate = { readonly first: number; readonly score: number; readonly seats?: readonly number[] }

/** The end of a search: `most` results that no other seats beat, or the first result that scores less than `anyBelow`. */
export type SearchLimit = { readonly most: number; readonly anyBelow?: number }

/** The best stretches of `size` adjacent seats, best first, with no seat in two of them. Of equal ones, the first in the plan. */
export function seatTogether(search: Search, size: number, { most, anyBelow }: SearchLimit, on: 'seats' | 'floors'): BestSeatsResult[] {
  const candidates: Candidate[] = []
  const maxScore = anyBelow ?? Infinity
  for (const lane of search.lanes) {
    if (lane.isStanding !== (on === 'floors')) continue
    const { first, end, least } = lane
    // From here on nothing can be as good as what there is.
    if (size * least >= maxScore || (candidates.length === most && size * least > candidates.at(-1)!.score)) break
    if (anyBelow !== undefined && candidates.length > 0) break
    if (search.needs.wheelchair && !lane.hasSpace) continue
    if (lane.isStanding) {
      keep(candidates, standTogether(search, first, end, size, maxScore), most)
      continue
    }
    let chain = search.nextOpen(first)
    for (let seat = chain; seat <= end; seat++) {
      const isIn = seat < end && search.fits(seat)
      if (isIn && (seat === chain || search.joinedToNext[seat - 1] === 1)) continue
      if (seat - chain >= size) keep(candidates, bestOfChain(search, chain, seat, size, maxScore), most)
      if (seat === end) break
      chain = isIn ? seat : search.nextOpen(seat + 1)
      if (!isIn) seat = chain - 1
    }
  }
  return candidates.map((place) => ({ seats: place.seats ?? range(place.first, size), how: 'together', score: place.score }))
}

/** On a standing floor any places are together, even with other people between: the first that fit. */
function standTogether(search: Search, from: number, end: number, size: number, maxScore: number): Candidate | undefined {
  const seats: number[] = []
  for (let seat = from; seat < end && seats.length < size; seat++) if (search.fits(seat)) seats.push(seat)
  if (seats.length < size || !meetsNeeds(search, seats)) return undefined
  const sum = seats.reduce((all, seat) => all + costAt(search, seat), 0)
  const score = sum + size * (bandsAmong(search, seats) - 1) * search.perBand
  return score < maxScore ? { first: seats[0]!, seats, score } : undefined
}

/** The best position in a range of adjacent seats that all fit, if it scores less than `maxScore`. */
function bestOfChain(search: Search, chain: number, end: number, size: number, maxScore: number): Candidate | undefined {
  const { wheelchair, endOfRow, kinds } = search.needs
  const hasNeeds = wheelchair || endOfRow || kinds.length > 0
  let best: Candidate | undefined
  let least = maxScore
  let sum = 0
  for (let seat = chain; seat < end; seat++) {
    sum += costAt(search, seat)
    const first = seat - size + 1
    if (first > chain) sum -= costAt(search, first - 1)
    if (first < chain || sum >= least || !cutsNoBlock(search, first, seat)) continue
    if (hasNeeds && !meetsNeeds(search, range(first, size))) continue
    const orphans = search.perOrphan === 0 ? 0 : orphansBeside(search, first, seat)
    const score = sum + size * ((bandsBetween(search, first, seat) - 1) * search.perBand + orphans * search.perOrphan)
    if (score >= least) continue
    best = { first, score }
    least = score
  }
  return best
}

function keep(candidates: Candidate[], place: Candidate | undefined, most: number): void {
  if (!place) return
  const at = candidates.findIndex(({ score, first }) => place.score < score || (place.score === score && place.first < first))
  candidates.splice(at < 0 ? candidates.length : at, 0, place)
  if (candidates.length > most) candidates.pop()
}

export const range = (first: number, size: number): number[] => Array.from({ length: size }, (_, place) => first + place)
