import type { KeptSeats } from '@playhouse/domain/season'
import type { Catalogue } from '#modules/catalogue'

/** Milliseconds of the longest timer of Node.js. */
const longestTimer = 2_147_483_647

/**
 * Calls back at each instant from which seats of a performance are not kept any more, by the database's clock. A deadline that changes later
 * is not followed.
 * @returns a function that stops it
 */
export function onKeptSeatsEnd(
  { now: readNow }: Pick<Catalogue, 'now'>,
  kept: readonly KeptSeats[],
  callback: (now: number) => void,
): () => void {
  const deadlines = new Set(
    kept.flatMap(({ for: audiences }) => audiences.flatMap((each) => (each.kind === 'holders' ? [Date.parse(each.until)] : []))),
  )
  let isStopped = deadlines.size === 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = async (after: number): Promise<void> => {
    const now = await readNow()
    if (isStopped) return
    if ([...deadlines].some((each) => each > after && each <= now)) callback(now)
    const next = Math.min(...[...deadlines].filter((each) => each > now))
    // The clocks may run at different speeds: after the timer, the time is read again.
    if (next < Infinity) timer = setTimeout(() => void wait(now).catch(() => {}), Math.min(next - now, longestTimer)).unref()
  }
  // The mask of the subscription is of this moment or a little later.
  if (!isStopped) void readNow().then(wait, () => {})
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
