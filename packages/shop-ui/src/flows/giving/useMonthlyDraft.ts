import { useMemo } from 'react'
import { useDrafts } from '#client-state'
import type { Fund } from '@playhouse/domain/giving'

type Values = Readonly<Record<string, unknown>>
export type MonthlyDraft = {
  /** Whether the visitor has chosen to give every month. */
  readonly isMonthly: () => boolean
  readonly setMonthly: (isMonthly: boolean) => void
  /** The values of the form that are stored. */
  readonly read: () => Values
  readonly save: (values: Values) => void
  readonly remove: () => void
}

/** A monthly gift to a fund that is not agreed to yet. This tab keeps it while the donor signs in, or sets up a direct debit. */
export function useMonthlyDraft({ fund }: Pick<Fund, 'fund'>): MonthlyDraft {
  return useMemo(() => {
    const key = `monthly-gift ${fund}`
    const { saveForm, deleteForm } = useDrafts.getState()
    const read = (): Values => useDrafts.getState().forms[key] ?? {}
    return {
      read,
      isMonthly: () => read()['isMonthly'] === true,
      setMonthly: (isMonthly) => saveForm(key, { ...read(), isMonthly }),
      save: (values) => saveForm(key, { ...values, isMonthly: true }),
      remove: () => deleteForm(key),
    }
  }, [fund])
}
