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

/** Returns a performance that has the hall at the same time, with the turnaround between them; undefined where there is none. */
export function clashOf(use: HallUse, others: readonly HallUse[]): HallUse | undefined {
  const endOf = ({ startsAt, runningTime }: HallUse): number => startsAt + (runningTime + turnaroundMinutes) * 60_000
  return others.find(
    (other) => other.id !== use.id && other.hall === use.hall && other.startsAt < endOf(use) && use.startsAt < endOf(other),
  )
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
  const all = [...moved, ...uses.filter(({ id }) => !ids.has(id))]
  for (const use of moved) {
    const other = clashOf(use, all)
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
