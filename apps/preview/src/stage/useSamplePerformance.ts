import { useMemo } from 'react'
import type { PlanData } from '@playhouse/domain/plan'
import { brandNamed } from '#brand'
import { type SamplePerformance, samplePerformanceOf, basketSeats, planOf } from '#sample'
import type { Setting } from '#setting'

export type VisitorPerformance = SamplePerformance & {
  /** Seats in the visitor's basket. */
  readonly mine: readonly number[]
}

/** Hall, production and prices of a setting, and the visitor's own seats; the same object until they change. */
export function useSamplePerformance({ hall, showcase, brand, mine }: Setting, importedPlan: PlanData | undefined): VisitorPerformance {
  const data = useMemo(() => importedPlan ?? planOf({ hall, showcase }, undefined), [hall, showcase, importedPlan])
  const performance = useMemo(() => samplePerformanceOf(brandNamed(brand), data), [brand, data])
  return useMemo(() => ({ ...performance, mine: basketSeats(performance.plan, mine) }), [performance, mine])
}
