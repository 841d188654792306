import type { SeatDraft } from '#client-state'
import { createChoiceDraft } from '#halls'

/** What a visitor has chosen of a series: its dates, and the seats for all of them. */
export type SeriesDraft = {
  /** Ids of the chosen performances; undefined before the first choice. */
  readonly dates: readonly string[] | undefined
  readonly seats: readonly SeatDraft[]
}

const none: SeriesDraft = { dates: undefined, seats: [] }

/** The draft of a series in this tab, and the end of it when it is in the basket. */
export const { useDraft: useSeriesDraft, deleteDraft: deleteSeriesDraft } = createChoiceDraft<SeriesDraft>('series', none)
