import { seatAvailability } from '@playhouse/domain/seat'

/** Seats that somebody of this process reaches for: the next one here looks elsewhere, before the database has told of it. */
export interface PendingClaims {
  /** Returns how to take it back, where the seats were not got after all. */
  add(performance: string, seats: readonly number[]): () => void
  markTaken(performance: string, values: Uint8Array): void
}

type PendingClaim = { readonly seats: readonly number[]; readonly until: number }

/** @param lasting milliseconds for which a pick counts */
export function createPendingClaims(lasting: number): PendingClaims {
  const picked = new Map<string, Set<PendingClaim>>()
  const current = (id: string): Set<PendingClaim> => {
    const all = picked.get(id) ?? new Set()
    // They are kept in the order they end in.
    for (const pick of all) {
      if (pick.until > performance.now()) break
      all.delete(pick)
    }
    if (all.size === 0) picked.delete(id)
    return all
  }
  return {
    add: (id, seats) => {
      const pick = { seats, until: performance.now() + lasting }
      const all = current(id).add(pick)
      picked.set(id, all)
      return () => void all.delete(pick)
    },
    markTaken: (id, values) => {
      for (const { seats } of current(id)) for (const seat of seats) values[seat] = seatAvailability.taken
    },
  }
}
