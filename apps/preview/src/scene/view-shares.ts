import type { Plan } from '@playhouse/domain/plan'
import { viewFrom } from '@playhouse/seatmap/view-from-seat'

/**
 * Maximum number of seats for which each seat is computed; in larger halls the middle of each row. A seat takes half a
 * millisecond.
 */
const maxSeatsOneByOne = 5000
/** Milliseconds of work in one task. */
const sliceMs = 12

/** Seats whose view is computed, nearest the stage first as in the plan. */
export const seatsToCompute = ({ seatCount, rows }: Plan): number[] =>
  seatCount <= maxSeatsOneByOne
    ? Array.from({ length: seatCount }, (_, seat) => seat)
    : rows.map(({ firstSeat, seatCount: seats }) => firstSeat + (seats >> 1))

/**
 * Computes the share of the stage that an adult sees from each of these seats, in short tasks so that the page stays
 * responsive.
 * @param onProgress receives the shares so far, 0 to 1 per seat, in the given order
 * @returns the function that stops it
 */
export function computeViewShares(plan: Plan, seats: readonly number[], onProgress: (shares: readonly number[]) => void): () => void {
  const shares: number[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const work = (): void => {
    const until = performance.now() + sliceMs
    while (shares.length < seats.length && performance.now() < until) shares.push(viewFrom(plan, seats[shares.length]!, 'adult').share)
    onProgress([...shares])
    if (shares.length < seats.length) timer = setTimeout(work)
  }
  timer = setTimeout(work)
  return () => clearTimeout(timer)
}

/**
 * Lower limits of the view classes, and their colours: viridis (CC0), which has the same order with colour vision
 * deficiencies and in print.
 */
export const viewClasses = [
  { from: 0.95, colour: '#fde725' },
  { from: 0.85, colour: '#5ec962' },
  { from: 0.7, colour: '#21918c' },
  { from: 0.5, colour: '#3b528b' },
  { from: 0, colour: '#9b4fb5' },
] as const

/** Index in {@link viewClasses} of a visible share, 0 to 1. */
export const classOf = (share: number): number => viewClasses.findIndex(({ from }) => share >= from)
