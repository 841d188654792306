import { instantOf } from '../time/time.ts'
import type { StoredPerformance } from './performance-plan.ts'

/** Minutes that a hall is not free after a performance: the audience leaves, and the next one comes in. */
export const turnaroundMinutes = 30

/** Use of a hall by a performance. Instants in epoch milliseconds, running time in minutes. */
export type HallUse = {
  readonly id: string
  readonly hall: string
  readonly startsAt: number
  readonly runningTime: number
  /** The title of its production, by which staff know it. */
  readonly title: string
}

const minute = 60_000
/** The moment from which the hall is free for another performance. */
const freeFrom = ({ startsAt, runningTime }: HallUse): number => startsAt + (runningTime + turnaroundMinutes) * minute

/** The uses of one hall in order of their starts, and the longest time from a start until the hall is free, in milliseconds. */
type HallDiary = { readonly uses: HallUse[]; longest: number }

/** Uses of halls by performances, ordered so that a clash is found among the neighbours of a performance only. */
export class HallUses {
  readonly #diaries = new Map<string, HallDiary>()

  constructor(uses: Iterable<HallUse> = []) {
    for (const [hall, ofHall] of Map.groupBy(uses, ({ hall }) => hall)) {
      const longest = ofHall.reduce((most, use) => Math.max(most, freeFrom(use) - use.startsAt), 0)
      this.#diaries.set(hall, { uses: ofHall.toSorted((one, other) => one.startsAt - other.startsAt), longest })
    }
  }

  /** Adds a use, for those that are looked for from now on. */
  add(use: HallUse): void {
    const diary = this.#diaries.get(use.hall) ?? { uses: [], longest: 0 }
    this.#diaries.set(use.hall, diary)
    diary.uses.splice(countBefore(diary.uses, use.startsAt), 0, use)
    diary.longest = Math.max(diary.longest, freeFrom(use) - use.startsAt)
  }

  /** Returns the first other performance that has the hall at the same time, with the turnaround between them; undefined without one. */
  clashOf(use: HallUse): HallUse | undefined {
    const { uses, longest } = this.#diaries.get(use.hall) ?? { uses: [], longest: 0 }
    for (let nth = countBefore(uses, use.startsAt - longest); nth < uses.length; nth++) {
      const other = uses[nth]!
      if (other.startsAt >= freeFrom(use)) return undefined
      if (other.id !== use.id && use.startsAt < freeFrom(other)) return other
    }
    return undefined
  }
}

/** Counts the uses that start before a moment, by binary search. */
function countBefore(uses: readonly HallUse[], moment: number): number {
  let [low, high] = [0, uses.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (uses[middle]!.startsAt < moment) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * A clash that a change of times makes, between the moved performances and all others, or among the moved ones.
 * @param uses of the halls before the change
 */
export function clashOfMoved(
  moved: readonly HallUse[],
  uses: readonly HallUse[],
): { readonly id: string; readonly other: HallUse } | undefined {
  const ids = new Set(moved.map(({ id }) => id))
  const after = new HallUses([...moved, ...uses.filter(({ id }) => !ids.has(id))])
  for (const use of moved) {
    const other = after.clashOf(use)
    if (other) return { id: use.id, other }
  }
  return undefined
}

/** The use of its hall by a performance of a production. */
export const hallUseOf = (
  { id, hall, startsAt, timeZone }: StoredPerformance,
  { title, runningTime }: Pick<HallUse, 'title' | 'runningTime'>,
): HallUse => ({
  ...{ id, hall, title, runningTime },
  startsAt: instantOf(startsAt, timeZone).epochMilliseconds,
})
