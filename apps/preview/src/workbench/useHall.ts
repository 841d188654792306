import { useMemo } from 'react'
import { type Plan, type PlanData, readPlan } from '@playhouse/domain/plan'
import { planOf } from '#sample'
import type { Setting } from '#setting'

/** The hall of a setting, as data and as a plan; the same objects until another hall is chosen. */
export function useHall({ hall, showcase }: Setting, imported: PlanData | undefined): { readonly data: PlanData; readonly plan: Plan } {
  return useMemo(() => {
    const data = planOf({ hall, showcase }, imported)
    return { data, plan: readPlan(data) }
  }, [hall, showcase, imported])
}
