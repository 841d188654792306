/** A wait in the words of a person: nobody believes seconds. */
export type Estimate =
  | { readonly key: 'moment' }
  | { readonly key: 'minutes'; readonly count: number }
  | { readonly key: 'hours'; readonly hours: number; readonly minutes: number }

/** Seconds as a word with a number: to the minute below ten, to five minutes above, to ten above an hour. */
export function estimateOf(seconds: number): Estimate {
  if (seconds < 50) return { key: 'moment' }
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 10) return { key: 'minutes', count: minutes }
  if (minutes < 58) return { key: 'minutes', count: Math.ceil(minutes / 5) * 5 }
  const tens = Math.ceil(minutes / 10) * 10
  return { key: 'hours', hours: Math.floor(tens / 60), minutes: tens % 60 }
}

/** What was said last of a place in line. Milliseconds. */
export type Announced = { readonly ahead: number; readonly at: number }

/** Milliseconds between two sentences, whatever happens. */
const minIntervalMs = 60_000

/**
 * Whether a place is worth saying aloud: at first, and then each time the line has halved, or the last ten are before
 * one; never more than once a minute. Somebody who waits for an hour hears a dozen sentences.
 */
export function shouldAnnounce(ahead: number, said: Announced | undefined, now: number): boolean {
  if (!said) return true
  if (now - said.at < minIntervalMs || ahead >= said.ahead) return false
  return ahead <= said.ahead / 2 || ahead < 10
}
