import { bandsAmong, bandsBetween, costAt, cutsNoBlock, meetsNeeds, orphansBeside, type Search } from './search.ts'
import type { BestSeatsResult } from './request.ts'

type Candidate = { readonly first: number; readonly score: number; readonly seats?: readonly number[] }

/** The end of a search: `most` results that no other seats beat, or the first result that scores less than `anyBelow`. */
export type SearchLimit = { readonly most: number; readonly anyBelow?: number }

/** The best stretches of `size` adjacent seats, best first, with no seat in two of them. Of equal ones, the first in the plan. */
export function seatTogether(search: Search, size: number, { most, anyBelow }: SearchLimit, on: 'seats' | 'floors'): BestSeatsResult[] {
  const found: Candidate[] = []
  const below = anyBelow ?? Infinity
  for (const lane of search.lanes) {
    if (lane.isStanding !== (on === 'floors')) continue
    const { first, end, least } = lane
    // From here on nothing can be as good as what there is.
    if (size * least >= below || (found.length === most && size * least > found.at(-1)!.score)) break
    if (anyBelow !== undefined && found.length > 0) break
    if (search.needs.wheelchair && !lane.hasSpace) continue
    if (lane.isStanding) {
      keep(found, standTogether(search, first, end, size, below), most)
      continue
    }
    let chain = search.nextOpen(first)
    for (let seat = chain; seat <= end; seat++) {
      const isIn = seat < end && search.fits(seat)
      if (isIn && (seat === chain || search.joined[seat - 1] === 1)) continue
      if (seat - chain >= size) keep(found, bestOfChain(search, chain, seat, size, below), most)
      if (seat === end) break
      chain = isIn ? seat : search.nextOpen(seat + 1)
      if (!isIn) seat = chain - 1
    }
  }
  return found.map((place) => ({ seats: place.seats ?? range(place.first, size), how: 'together', score: place.score }))
}

/** On a standing floor any places are together, even with other people between: the first that fit. */
function standTogether(search: Search, from: number, end: number, size: number, below: number): Candidate | undefined {
  const seats: number[] = []
  for (let seat = from; seat < end && seats.length < size; seat++) if (search.fits(seat)) seats.push(seat)
  if (seats.length < size || !meetsNeeds(search, seats)) return undefined
  const sum = seats.reduce((all, seat) => all + costAt(search, seat), 0)
  const score = sum + size * (bandsAmong(search, seats) - 1) * search.perBand
  return score < below ? { first: seats[0]!, seats, score } : undefined
}

/** The best position in a range of adjacent seats that all fit, if it scores less than `below`. */
function bestOfChain(search: Search, chain: number, end: number, size: number, below: number): Candidate | undefined {
  const { wheelchair, endOfRow, kinds } = search.needs
  const hasNeeds = wheelchair || endOfRow || kinds.length > 0
  let best: Candidate | undefined
  let least = below
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

function keep(found: Candidate[], place: Candidate | undefined, most: number): void {
  if (!place) return
  const at = found.findIndex(({ score, first }) => place.score < score || (place.score === score && place.first < first))
  found.splice(at < 0 ? found.length : at, 0, place)
  if (found.length > most) found.pop()
}

export const range = (first: number, size: number): number[] => Array.from({ length: size }, (_, place) => first + place)
