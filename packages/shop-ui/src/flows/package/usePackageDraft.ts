import type { ChosenPerformance } from '@playhouse/domain/package'
import type { SeatNeed } from '@playhouse/domain/plan/best'
import type { Band } from '@playhouse/domain/pricing'
import type { SeatDraft } from '#client-state'
import { createChoiceDraft } from '#halls'

/** What was chosen of a package. Drafts of older versions of the shop have neither seats nor bands. */
export type PackageDraft = {
  readonly choice: readonly ChosenPerformance[]
  /** People by price type. */
  readonly people: Readonly<Record<string, number>>
  /** Seats that were chosen on the map, by performance. */
  readonly seats: Readonly<Record<string, readonly SeatDraft[]>>
  /** The bands of best available seats, by performance; of any band where absent. */
  readonly bands: Readonly<Record<string, Band>>
  /** Needs of the best available seats; those of the access ID until the visitor changes them. */
  readonly needs?: readonly SeatNeed[]
}

const none: PackageDraft = { choice: [], people: {}, seats: {}, bands: {} }

/** The choice of a package in this tab, and the end of it when its seats are held. */
export const { useDraft: usePackageDraft, deleteDraft: deletePackageDraft } = createChoiceDraft<PackageDraft>('package', none)
