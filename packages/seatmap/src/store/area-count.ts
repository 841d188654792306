import type { Plan } from '@playhouse/domain/plan'
import { bands } from '@playhouse/domain/pricing'
import { type AreaTally, priceRange, type Prices } from './area-summary.ts'
import { type FilterMask, passesAs, seatState } from './seat-status.ts'

/**
 * Counts the free seats of each kind (band, type, flags) in each area. A hall has few kinds, so counting with any filter
 * needs no pass over the seats, and a change of state updates one number.
 */
export type AreaCounts = {
  /** Counts the whole hall again. `state`: one `seatState` per seat. */
  readonly recount: (state: Readonly<Uint8Array>, bandOf: Readonly<Uint8Array>) => void
  /** Records that a seat changed its state. */
  readonly move: (seat: number, before: number, after: number) => void
  /** The free seats of an area that pass the filter. */
  readonly tally: (area: number, mask: FilterMask, prices: Prices) => AreaTally
}

export function createAreaCounts(plan: Pick<Plan, 'areas' | 'areaOf' | 'type' | 'flags' | 'seatCount'>): AreaCounts {
  /** A heap is the seats of one kind in one area. The heaps of an area are consecutive; this is the first of each area. */
  const firstHeap = new Uint32Array(plan.areas.length + 1)
  const heapOf = new Uint32Array(plan.seatCount)
  /** By heap: its kind; the number of its free and chosen seats; 1 if it passes the last mask. */
  const kinds: number[] = []
  let remaining = new Uint32Array(0)
  let passing = new Uint8Array(0)
  let currentMask: FilterMask | undefined
  const shownSeats = new Uint32Array(plan.areas.length)
  const perBand = new Uint32Array(bands.length)

  const setMask = (mask: FilterMask): void => {
    if (mask === currentMask) return
    currentMask = mask
    for (let heap = 0; heap < kinds.length; heap++) {
      const kind = kinds[heap]!
      passing[heap] = Number(passesAs(mask, kind & 255, (kind >> 8) & 255, kind >> 16))
    }
  }

  return {
    recount: (state, bandOf) => {
      kinds.length = 0
      currentMask = undefined
      const countedAreas: number[] = []
      const knownAreas = new Map<number, number>()
      // A separate function: engines optimise it after a few calls, and a single long loop only near its end.
      const count = ({ index, firstSeat, seatCount }: Plan['areas'][number]): void => {
        firstHeap[index] = kinds.length
        knownAreas.clear()
        let [shown, heap, kind] = [0, -1, -1]
        for (let seat = firstSeat; seat < firstSeat + seatCount; seat++) {
          const own = bandOf[seat]! | (plan.type[seat]! << 8) | (plan.flags[seat]! << 16)
          // Adjacent seats are mostly of one kind.
          if (own !== kind) {
            kind = own
            heap = knownAreas.get(kind) ?? -1
            if (heap < 0) {
              knownAreas.set(kind, (heap = kinds.push(kind) - 1))
              countedAreas.push(0)
            }
          }
          heapOf[seat] = heap
          const now = state[seat]!
          if (now !== seatState.hidden) shown += 1
          if (isRemaining(now)) countedAreas[heap]! += 1
        }
        shownSeats[index] = shown
      }
      plan.areas.forEach(count)
      firstHeap[plan.areas.length] = kinds.length
      remaining = new Uint32Array(countedAreas)
      passing = new Uint8Array(kinds.length)
    },
    move: (seat, before, after) => {
      shownSeats[plan.areaOf[seat]!]! += Number(after !== seatState.hidden) - Number(before !== seatState.hidden)
      remaining[heapOf[seat]!]! += Number(isRemaining(after)) - Number(isRemaining(before))
    },
    tally: (area, mask, prices) => {
      setMask(mask)
      perBand.fill(0)
      let free = 0
      for (let heap = firstHeap[area]!, end = firstHeap[area + 1]!; heap < end; heap++) {
        const seats = remaining[heap]!
        if (seats === 0 || passing[heap] === 0) continue
        free += seats
        const band = kinds[heap]! & 255
        if (band < perBand.length) perBand[band]! += seats
      }
      const { from, to, mainBand } = priceRange(perBand, prices)
      return { area, free, seats: shownSeats[area]!, from, to, mainBand }
    },
  }
}

const isRemaining = (state: number): boolean => state === seatState.free || state === seatState.selected
