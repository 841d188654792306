import { useCallback, useMemo } from 'react'
import { useDrafts } from '#client-state'

/** What a visitor has chosen of one thing that is sold, such as a package, in this tab. It survives a reload. */
export type ChoiceDraft<Draft> = {
  /** The draft of a thing by its id, and a function that changes it. */
  readonly useDraft: (id: string) => readonly [Draft, (change: Partial<Draft>) => void]
  /** Deletes the draft, once it is in the basket. */
  readonly deleteDraft: (id: string) => void
}

/**
 * Defines the drafts of one sort.
 * @param sort part of the key in the storage of the tab
 * @param none the draft before the first choice; also the fields that drafts of older versions of the shop lack
 */
export function createChoiceDraft<Draft extends object>(sort: string, none: Draft): ChoiceDraft<Draft> {
  const keyOf = (id: string): string => `${sort} ${id}`
  return {
    useDraft: (id) => {
      const stored = useDrafts((drafts) => drafts.forms[keyOf(id)]) as Partial<Draft> | undefined
      const draft = useMemo((): Draft => ({ ...none, ...stored }), [stored])
      const change = useCallback(
        (changes: Partial<Draft>) => {
          const { forms, saveForm } = useDrafts.getState()
          saveForm(keyOf(id), { ...none, ...forms[keyOf(id)], ...changes })
        },
        [id],
      )
      return [draft, change]
    },
    deleteDraft: (id) => useDrafts.getState().deleteForm(keyOf(id)),
  }
}
