import type { Throttle } from '#modules/throttle'

/** Prevents invented session cookies from costing a database read each. */
export interface UnknownSessions {
  /** Whether a session may be read. A network that sent too many unknown sessions may use only those that this process has seen. */
  mayRead(network: string | undefined, key: string): boolean
  /** Remembers how a read ended, and counts it against the network where there was no such session. */
  note(network: string | undefined, key: string, isKnown: boolean): Promise<void>
}

/** Sessions that are remembered as valid; the oldest are dropped first. */
const maxKnownSessions = 50_000
/** Networks that are remembered as blocked; others are blocked only when counted again. */
const maxBlockedNetworks = 10_000

export function createUnknownSessions(throttle: Throttle): UnknownSessions {
  const knownSessions = new Set<string>()
  /** Until when, by `performance.now()`. */
  const blockedUntil = new Map<string, number>()
  return {
    mayRead: (network, key) => {
      const until = network === undefined ? undefined : blockedUntil.get(network)
      if (until === undefined || knownSessions.has(key)) return true
      if (performance.now() < until) return false
      blockedUntil.delete(network!)
      return true
    },
    note: async (network, key, isKnown) => {
      if (isKnown) {
        if (knownSessions.size >= maxKnownSessions && !knownSessions.has(key)) knownSessions.delete(knownSessions.values().next().value!)
        knownSessions.add(key)
      } else if (network !== undefined) {
        const refusal = await throttle.local('unknown-session', network)
        if (!refusal) return
        if (blockedUntil.size >= maxBlockedNetworks) blockedUntil.delete(blockedUntil.keys().next().value!)
        blockedUntil.set(network, performance.now() + refusal.params.retryAfterSeconds * 1_000)
      }
    },
  }
}
