import type { Kysely } from 'kysely'
import type { Database } from '#db'
import { type Catalogue, createCatalogue, type PriceTable } from '#modules/catalogue'
import type { WaitingRooms } from '#modules/queue'
import { availabilityOf } from '@playhouse/domain/season'
import { priceListOfStored, storedPriceListOf } from '@playhouse/domain/price-list-plan'
import { applyPriceSchedule, type StoredPriceSchedule } from '@playhouse/domain/price-schedule'
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
 * The catalogue of all requests. In a preview it has the drafts as if they were published, and the moment of the preview is now, with the
 * prices that are scheduled until then. Drafts are in a separate catalogue, so that no other request can read them.
 */
export function createPreviewCatalogue(live: Catalogue, db: Kysely<Database>): PreviewCatalogue {
  const withDrafts = createCatalogue(db, { withDrafts: true })
  let readAt = -Infinity
  let scheduled: readonly ScheduledPrices[] = []
  const current = (): Catalogue => (currentPreview() ? withDrafts : live)
  const now = async (): Promise<number> => currentPreview()?.at ?? live.now()
  return {
    productions: () => current().productions(),
    productionAt: (address) => current().productionAt(address),
    performances: () => current().performances(),
    performanceDetails: (id) => current().performanceDetails(id),
    hall: live.hall,
    priceTable: async (id, atMost) => {
      const priceTable = await current().priceTable(id, atMost)
      const preview = currentPreview()
      return preview ? withScheduled(priceTable, scheduled, preview.at) : priceTable
    },
    hasAutomaticOffers: () => current().hasAutomaticOffers(),
    refresh: live.refresh,
    now,
    availabilityLabelOf: async (performanceDetails, seatsLeft, isLetIn) =>
      availabilityOf({ ...performanceDetails, seatsLeft }, await now(), isLetIn),
    realNow: () => live.now(),
    refreshDrafts: async () => {
      const startedAt = performance.now()
      if (startedAt - readAt < maxAgeMs) return
      const [prices] = await Promise.all([readScheduledPrices(db), withDrafts.refresh()])
      scheduled = prices
      readAt = startedAt
    },
  }
}

/** Prices that a list has from a moment on. `startsAt`: epoch milliseconds. */
type ScheduledPrices = { readonly list: string; readonly startsAt: number; readonly prices: StoredPriceSchedule }

/** Reads scheduled prices that do not hold yet, in the order of their moments. */
async function readScheduledPrices(db: Kysely<Database>): Promise<ScheduledPrices[]> {
  const rows = await db
    .selectFrom('price_schedule')
    .select(['price_list_id', 'starts_at', 'data'])
    .where('applied_at', 'is', null)
    .where('refused_at', 'is', null)
    .orderBy('starts_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ list: row.price_list_id, startsAt: row.starts_at.getTime(), prices: row.data }))
}

/** A version of a price list with the prices that are scheduled until a moment. */
function withScheduled(priceTable: PriceTable, scheduled: readonly ScheduledPrices[], at: number): PriceTable {
  const due = scheduled.filter(({ list, startsAt }) => list === priceTable.id && startsAt <= at)
  if (due.length === 0) return priceTable
  const stored = due.reduce((list, { prices }) => applyPriceSchedule(list, prices), storedPriceListOf(priceTable.list))
  return { ...priceTable, list: priceListOfStored(priceTable.id, stored) }
}

/** The waiting rooms of all requests. A preview has none: staff look at the shop behind them. */
export const withoutRoomsInPreviews = (rooms: WaitingRooms): WaitingRooms => ({
  ...rooms,
  of: (performance) => (currentPreview() ? undefined : rooms.of(performance)),
})
