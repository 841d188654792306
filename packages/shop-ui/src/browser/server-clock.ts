import { useSyncExternalStore } from 'react'

let offset = 0

/**
 * Learns how far the server's clock is ahead of this device's. Device clocks are wrong by minutes often enough to
 * matter to somebody whose seats are held for twenty.
 * @param serverTime ISO instant
 */
export function setServerTime(serverTime: string, receivedAt = Date.now()): void {
  offset = Date.parse(serverTime) - receivedAt
}

/** Now by the server's clock, epoch milliseconds. */
export const serverNow = (): number => Date.now() + offset

/** Milliseconds left until an instant by the server's clock, to the second, never negative; renders each second. */
export function useTimeLeft(deadline: string | null): number | undefined {
  const seconds = useSyncExternalStore(eachSecond, () =>
    deadline === null ? -1 : Math.max(0, Math.ceil((Date.parse(deadline) - serverNow()) / 1000)),
  )
  return seconds < 0 ? undefined : seconds * 1000
}

function eachSecond(tick: () => void): () => void {
  const timer = setInterval(tick, 1000)
  // A sleeping tab counts late; look again the moment it wakes.
  document.addEventListener('visibilitychange', tick)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
  }
}
