import { useSyncExternalStore } from 'react'

let offset = 0

/**
 * Records the offset of the server's clock to the device's. Device clocks are often wrong by minutes, which matters for a hold of
 * twenty minutes.
 * @param serverTime ISO instant
 */
export function setServerTime(serverTime: string, receivedAt = Date.now()): void {
  offset = Date.parse(serverTime) - receivedAt
}

/** Now by the server's clock, epoch milliseconds. */
export const serverNow = (): number => Date.now() + offset

/**
 * Milliseconds left until an instant by the server's clock, to the second, never negative; renders each second. Undefined without an
 * instant, and in the server's rendering and its hydration: the second may have changed in between.
 */
export function useTimeLeft(deadline: string | null): number | undefined {
  const read = (): number => (deadline === null ? -1 : Math.max(0, Math.ceil((Date.parse(deadline) - serverNow()) / 1000)))
  const seconds = useSyncExternalStore(eachSecond, read, () => -1)
  return seconds < 0 ? undefined : seconds * 1000
}

function eachSecond(tick: () => void): () => void {
  const timer = setInterval(tick, 1000)
  // Timers of a hidden tab are late: update when it becomes visible.
  document.addEventListener('visibilitychange', tick)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
  }
}
