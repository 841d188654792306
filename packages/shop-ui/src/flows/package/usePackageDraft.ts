import { useCallback } from 'react'
import type { ChosenPerformance } from '@playhouse/domain/package'
import { useDrafts } from '#client-state'

/** What was chosen of a package: performances, and people by price type. */
export type PackageDraft = { readonly choice: readonly ChosenPerformance[]; readonly people: Readonly<Record<string, number>> }

const none: PackageDraft = { choice: [], people: {} }
const keyOf = (id: string): string => `package ${id}`

/** The choice of a package in this tab, and a function that changes it. It survives a reload. */
export function usePackageDraft(id: string): readonly [PackageDraft, (change: Partial<PackageDraft>) => void] {
  const draft = (useDrafts((drafts) => drafts.forms[keyOf(id)]) as PackageDraft | undefined) ?? none
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
