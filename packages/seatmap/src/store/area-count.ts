import type { Plan } from '@playhouse/domain/plan'
import { bands } from '@playhouse/domain/pricing'
import { type AreaTally, priceRange, type Prices } from './area-summary.ts'
import { type FilterMask, passesAs, seatState } from './standing.ts'

/**
 * How many seats of each kind (band, type, flags) an area has left. A hall has few kinds, so what is left under any filter
 * is known without looking at a seat again, and a change of state moves one number.
 */
export type AreaCounts = {
  /** Counts the whole hall anew, by states of `seatState`. */
  readonly recount: (state: Readonly<Uint8Array>, bandOf: Readonly<Uint8Array>) => void
  /** A seat changed its state. */
  readonly move: (seat: number, before: number, after: number) => void
  /** What is left of an area and passes the filter. */
  readonly tally: (area: number, mask: FilterMask, prices: Prices) => AreaTally
}

export function createAreaCounts(plan: Pick<Plan, 'areas' | 'areaOf' | 'type' | 'flags'>): AreaCounts {
  /** Of each area: free and chosen seats by kind. */
  const left: Map<number, number>[] = plan.areas.map(() => new Map())
  const drawn = new Uint32Array(plan.areas.length)
  const perBand = new Uint32Array(bands.length)
  let bandOf: Readonly<Uint8Array> = new Uint8Array(0)
  const kindOf = (seat: number): number => bandOf[seat]! | (plan.type[seat]! << 8) | (plan.flags[seat]! << 16)

  return {
    recount: (state, nextBandOf) => {
      bandOf = nextBandOf
      for (const { index, firstSeat, seatCount } of plan.areas) {
        const kinds = left[index]!
        kinds.clear()
        // Neighbours are mostly of one kind: a run of them is added at once.
        let [shown, run, kind] = [0, 0, -1]
        for (let seat = firstSeat; seat < firstSeat + seatCount; seat++) {
          const now = state[seat]!
          if (now !== seatState.hidden) shown += 1
          if (!isLeft(now)) continue
          const own = kindOf(seat)
          if (own === kind) run += 1
          else {
            if (run > 0) add(kinds, kind, run)
            kind = own
            run = 1
          }
        }
        if (run > 0) add(kinds, kind, run)
        drawn[index] = shown
      }
    },
    move: (seat, before, after) => {
      drawn[plan.areaOf[seat]!]! += Number(after !== seatState.hidden) - Number(before !== seatState.hidden)
      if (isLeft(before) !== isLeft(after)) add(left[plan.areaOf[seat]!]!, kindOf(seat), isLeft(after) ? 1 : -1)
    },
    tally: (area, mask, prices) => {
      perBand.fill(0)
      let free = 0
      for (const [kind, seats] of left[area]!) {
        const band = kind & 255
        if (seats <= 0 || !passesAs(mask, band, (kind >> 8) & 255, kind >> 16)) continue
        free += seats
        if (band < perBand.length) perBand[band]! += seats
      }
      const { from, to, mainBand } = priceRange(perBand, prices)
      return { area, free, seats: drawn[area]!, from, to, mainBand }
    },
  }
}

const add = (kinds: Map<number, number>, kind: number, seats: number): void => void kinds.set(kind, (kinds.get(kind) ?? 0) + seats)
const isLeft = (state: number): boolean => state === seatState.free || state === seatState.selected
