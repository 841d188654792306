import type { Plan } from '@playhouse/domain/plan'
import { viewFrom } from '@playhouse/seatmap/view-from-seat'

/** Halls up to here are worked out seat by seat, larger ones by the middle of each row: half a millisecond a seat adds up. */
const maxSeatsOneByOne = 5000
/** Milliseconds of work between two breaths. */
const sliceMs = 12

/** Seats whose view is worked out, nearest the stage first as the plan has them. */
export const seatsToCompute = ({ seatCount, rows }: Plan): number[] =>
  seatCount <= maxSeatsOneByOne
    ? Array.from({ length: seatCount }, (_, seat) => seat)
    : rows.map(({ firstSeat, seatCount: seats }) => firstSeat + (seats >> 1))

/**
 * The share of the stage that a grown-up sees from each of these seats, worked out a slice at a time so that the page
 * stays alive.
 * @param onProgress is given what is known so far, 0 to 1 a seat, in the order asked
 * @returns the way to stop
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

/** Lower ends of the classes of view, and their colours: viridis, which every eye orders alike and print keeps (CC0). */
export const viewClasses = [
  { from: 0.95, colour: '#fde725' },
  { from: 0.85, colour: '#5ec962' },
  { from: 0.7, colour: '#21918c' },
  { from: 0.5, colour: '#3b528b' },
  { from: 0, colour: '#9b4fb5' },
] as const

export const classOf = (share: number): number => viewClasses.findIndex(({ from }) => share >= from)
