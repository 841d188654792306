import { seatAvailability } from '@playhouse/domain/seat'

/** Seats that this process is about to claim: its concurrent requests choose others, before the database shows the claim. */
export interface PendingClaims {
  /** Returns a function that removes the mark, for a claim that fails. */
  add(performance: string, seats: readonly number[]): () => void
  markTaken(performance: string, values: Uint8Array): void
}

type PendingClaim = { readonly seats: readonly number[]; readonly until: number }

/** @param durationMs milliseconds for which a pending claim counts */
export function createPendingClaims(durationMs: number): PendingClaims {
  const claimsByPerformance = new Map<string, Set<PendingClaim>>()
  const unexpiredOf = (id: string): Set<PendingClaim> => {
    const pendingClaims = claimsByPerformance.get(id) ?? new Set()
    // Entries are in the order of their end.
    for (const pendingClaim of pendingClaims) {
      if (pendingClaim.until > performance.now()) break
      pendingClaims.delete(pendingClaim)
    }
    if (pendingClaims.size === 0) claimsByPerformance.delete(id)
    return pendingClaims
  }
  return {
    add: (id, seats) => {
      const pendingClaim = { seats, until: performance.now() + durationMs }
      const pendingClaims = unexpiredOf(id).add(pendingClaim)
      claimsByPerformance.set(id, pendingClaims)
      return () => void pendingClaims.delete(pendingClaim)
    },
    markTaken: (id, values) => {
      for (const { seats } of unexpiredOf(id)) for (const seat of seats) values[seat] = seatAvailability.taken
    },
  }
}
