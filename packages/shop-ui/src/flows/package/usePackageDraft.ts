import { useCallback, useMemo } from 'react'
import type { ChosenPerformance } from '@playhouse/domain/package'
import type { SeatNeed } from '@playhouse/domain/plan/best'
import type { Band } from '@playhouse/domain/pricing'
import { type SeatDraft, useDrafts } from '#client-state'

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
const keyOf = (id: string): string => `package ${id}`

/** The choice of a package in this tab, and a function that changes it. It survives a reload. */
export function usePackageDraft(id: string): readonly [PackageDraft, (change: Partial<PackageDraft>) => void] {
  const stored = useDrafts((drafts) => drafts.forms[keyOf(id)]) as Partial<PackageDraft> | undefined
  const draft = useMemo((): PackageDraft => ({ ...none, ...stored }), [stored])
  const change = useCallback(
    (changes: Partial<PackageDraft>) => {
      const { forms, saveForm } = useDrafts.getState()
      saveForm(keyOf(id), { ...none, ...forms[keyOf(id)], ...changes })
    },
    [id],
  )
  return [draft, change]
}

/** Deletes the choice of a package whose seats are held. */
export const deletePackageDraft = (id: string): void => useDrafts.getState().deleteForm(keyOf(id))
