/** A wait in rounded units; exact seconds would not be credible. */
export type Estimate =
  | { readonly key: 'moment' }
  | { readonly key: 'minutes'; readonly count: number }
  | { readonly key: 'hours'; readonly hours: number; readonly minutes: number }

/** Rounds seconds: to the minute below ten minutes, to five minutes below an hour, to ten above. */
export function estimateOf(seconds: number): Estimate {
  if (seconds < 50) return { key: 'moment' }
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 10) return { key: 'minutes', count: minutes }
  if (minutes < 58) return { key: 'minutes', count: Math.ceil(minutes / 5) * 5 }
  const tens = Math.ceil(minutes / 10) * 10
  return { key: 'hours', hours: Math.floor(tens / 60), minutes: tens % 60 }
}

/** The last announcement: people ahead, and its time in epoch milliseconds. */
export type Announced = { readonly visitorsAhead: number; readonly at: number }

/** Minimum milliseconds between announcements. */
const minIntervalMs = 60_000

/**
 * Whether to announce a position: the first, and then each time the number ahead has halved or changes below ten; at most once a
 * minute. That is about a dozen announcements in an hour.
 */
export function shouldAnnounce(visitorsAhead: number, lastAnnouncement: Announced | undefined, now: number): boolean {
  if (!lastAnnouncement) return true
  if (now - lastAnnouncement.at < minIntervalMs || visitorsAhead >= lastAnnouncement.visitorsAhead) return false
  return visitorsAhead <= lastAnnouncement.visitorsAhead / 2 || visitorsAhead < 10
}
