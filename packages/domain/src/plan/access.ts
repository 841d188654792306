import type { PlanArea } from './model/plan.ts'

/** Access to an area. An imported drawing has no doors and steps, so its access is unknown. */
export type AreaAccess = 'step-free' | 'stairs' | 'unknown'

/** Access to an area; unknown if the plan states neither an entrance, steps nor the distance of a toilet. */
export function accessOf({
  stepFree,
  entrance,
  steps,
  toiletMetres,
}: Pick<PlanArea, 'stepFree' | 'entrance' | 'steps' | 'toiletMetres'>): AreaAccess {
  if (stepFree) return 'step-free'
  return entrance !== '' || steps > 0 || toiletMetres > 0 ? 'stairs' : 'unknown'
}
