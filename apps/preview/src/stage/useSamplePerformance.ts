import { useMemo } from 'react'
import type { PlanData } from '@playhouse/domain/plan'
import { brandNamed } from '#brand'
import { type Evening, eveningOf, goodPlaces, planOf } from '#sample'
import type { Setting } from '#setting'

export type VisitorsEvening = Evening & {
  /** Seats in the visitor's basket. */
  readonly mine: readonly number[]
}

/** The hall, play and prices of a setting, and the visitor's own seats; the same object until they change. */
export function useEvening({ hall, showcase, brand, mine }: Setting, sent: PlanData | undefined): VisitorsEvening {
  const data = useMemo(() => sent ?? planOf({ hall, showcase }, undefined), [hall, showcase, sent])
  const evening = useMemo(() => eveningOf(brandNamed(brand), data), [brand, data])
  return useMemo(() => ({ ...evening, mine: goodPlaces(evening.plan, mine) }), [evening, mine])
}
