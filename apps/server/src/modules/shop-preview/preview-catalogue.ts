import type { Kysely } from 'kysely'
import type { Database } from '#db'
import { type Catalogue, createCatalogue } from '#modules/catalogue'
import type { WaitingRooms } from '#modules/queue'
import { availabilityOf } from '@playhouse/domain/season'
import { currentPreview } from './current-preview.ts'

/** Milliseconds for which previews use the drafts that were read last. */
const maxAgeMs = 1_000

export type PreviewCatalogue = Catalogue & {
  /** The database's clock, in a preview too. */
  readonly realNow: () => Promise<number>
  /** Reads the drafts again, so that a preview shows what staff have just saved, in any process. */
  readonly refreshDrafts: () => Promise<void>
}

/**
 * The catalogue of all requests. In a preview it has the drafts as if they were published, and the moment of the preview is now. Drafts
 * are in a separate catalogue, so that no other request can read them.
 */
export function createPreviewCatalogue(live: Catalogue, db: Kysely<Database>): PreviewCatalogue {
  const withDrafts = createCatalogue(db, { withDrafts: true })
  let readAt = -Infinity
  const current = (): Catalogue => (currentPreview() ? withDrafts : live)
  const now = async (): Promise<number> => currentPreview()?.at ?? live.now()
  return {
    productions: () => current().productions(),
    productionAt: (address) => current().productionAt(address),
    performances: () => current().performances(),
    performanceDetails: (id) => current().performanceDetails(id),
    hall: live.hall,
    priceTable: (id, atMost) => current().priceTable(id, atMost),
    hasAutomaticOffers: () => current().hasAutomaticOffers(),
    refresh: live.refresh,
    now,
    availabilityLabelOf: async (performanceDetails, seatsLeft, isLetIn) =>
      availabilityOf({ ...performanceDetails, seatsLeft }, await now(), isLetIn),
    realNow: () => live.now(),
    refreshDrafts: async () => {
      const startedAt = performance.now()
      if (startedAt - readAt < maxAgeMs) return
      await withDrafts.refresh()
      readAt = startedAt
    },
  }
}

/** The waiting rooms of all requests. A preview has none: staff look at the shop behind them. */
export const withoutRoomsInPreviews = (rooms: WaitingRooms): WaitingRooms => ({
  ...rooms,
  of: (performance) => (currentPreview() ? undefined : rooms.of(performance)),
})
