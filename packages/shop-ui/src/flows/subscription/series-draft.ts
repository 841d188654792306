import { useCallback } from 'react'
import { type SeatDraft, useDrafts } from '#client-state'

/** What a visitor has chosen of a series: its dates, and the seats for all of them. */
export type SeriesDraft = {
  /** Ids of the chosen performances; undefined before the first choice. */
  readonly dates: readonly string[] | undefined
  readonly seats: readonly SeatDraft[]
}

const none: SeriesDraft = { dates: undefined, seats: [] }
const keyOf = (series: string): string => `series ${series}`

/** The draft of a series in this tab, and a function that changes it. It survives a reload. */
export function useSeriesDraft(series: string): readonly [SeriesDraft, (change: Partial<SeriesDraft>) => void] {
  const draft = (useDrafts((drafts) => drafts.forms[keyOf(series)]) as SeriesDraft | undefined) ?? none
  const change = useCallback(
    (changes: Partial<SeriesDraft>) => {
      const { forms, saveForm } = useDrafts.getState()
      saveForm(keyOf(series), { ...none, ...forms[keyOf(series)], ...changes })
    },
    [series],
  )
  return [draft, change]
}

/** Deletes the draft of a series that is in the basket. */
export const deleteSeriesDraft = (series: string): void => useDrafts.getState().deleteForm(keyOf(series))
