import type { KeptSeats } from '@playhouse/domain/season'
import type { Catalogue } from '#modules/catalogue'

/** Milliseconds of the longest timer of Node.js. */
const longestTimer = 2_147_483_647
/** Milliseconds by which the version that a map has may be newer than the mask that it was sent with. */
const maskAgeMs = 60_000

/** The instants from which seats are not kept any more, as milliseconds of Unix time. */
const deadlinesOf = (kept: readonly KeptSeats[]): ReadonlySet<number> =>
  new Set(kept.flatMap(({ for: audiences }) => audiences.flatMap((each) => (each.kind === 'holders' ? [Date.parse(each.until)] : []))))

/**
 * Whether a map of an earlier version may hide seats that are not kept any more: a deadline has passed since then.
 * @param version the version that the map has, in microseconds of the database's clock
 * @param now milliseconds of the same clock
 */
export const hasKeptSeatsEnded = (kept: readonly KeptSeats[], version: number, now: number): boolean =>
  deadlinesOf(kept)
    .values()
    .some((each) => each > version / 1_000 - maskAgeMs && each <= now)

/** Starts a timer that does not keep the process alive. @returns a function that stops it */
type StartTimer = (work: () => void, milliseconds: number) => () => void
const startTimer: StartTimer = (work, milliseconds) => {
  const timer = setTimeout(work, milliseconds).unref()
  return () => clearTimeout(timer)
}

/**
 * Calls back at each instant from which seats of a performance are not kept any more, by the database's clock. A deadline that changes later
 * is not followed.
 * @returns a function that stops it
 */
export function onKeptSeatsEnd(
  { now: readNow }: Pick<Catalogue, 'now'>,
  kept: readonly KeptSeats[],
  callback: (now: number) => void,
  start: StartTimer = startTimer,
): () => void {
  const deadlines = deadlinesOf(kept)
  let isStopped = deadlines.size === 0
  let stopTimer: (() => void) | undefined
  const wait = async (after: number): Promise<void> => {
    const now = await readNow()
    if (isStopped) return
    if ([...deadlines].some((each) => each > after && each <= now)) callback(now)
    const next = Math.min(...[...deadlines].filter((each) => each > now))
    // The clocks may run at different speeds: after the timer, the time is read again.
    if (next < Infinity) stopTimer = start(() => void wait(now).catch(() => {}), Math.min(next - now, longestTimer))
  }
  // The mask of the subscription is of this moment or a little later.
  if (!isStopped) void readNow().then(wait, () => {})
  return () => {
    isStopped = true
    stopTimer?.()
  }
}
