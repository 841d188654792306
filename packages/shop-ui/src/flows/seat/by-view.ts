import type { Party, Plan } from '@playhouse/domain/plan'
import { viewFrom } from '@playhouse/seatmap/view-from-seat'

/** One place further down the list of good seats is made up for by so much more of the stage seen. */
const worth = 0.015

/** Parties in the order of how good their seats are and how much of the stage the worst of them sees. */
export function byView<P extends Party>(plan: Plan, parties: readonly P[]): P[] {
  return parties
    .map((party, place) => ({ party, score: Math.min(...party.seats.map((seat) => viewFrom(plan, seat, 'adult').share)) - place * worth }))
    .sort((a, b) => b.score - a.score)
    .map(({ party }) => party)
}
