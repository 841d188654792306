import { type Plan, type PlanData, readPlan } from '@playhouse/domain/plan'

type ParsedPlan = { readonly data: PlanData; readonly plan: Plan }

/** The plans of a mock shop: those of the season, and those that staff add. */
export function createMockPlans(ofSeason: (hall: string) => PlanData) {
  const added: PlanData[] = []
  const parsedPlans = new Map<string, ParsedPlan>()
  /** The plan of a hall: the newest, or one version. */
  const planOf = (hall: string, version?: string): PlanData =>
    added.findLast((plan) => plan.hall === hall && (version ?? plan.version) === plan.version) ?? ofSeason(hall)
  return {
    added,
    planOf,
    /** The plan of a performance; that of the season where it names no version. */
    parsed({ hall, planVersion }: { readonly hall: string; readonly planVersion?: string }): ParsedPlan {
      const key = `${hall}/${planVersion ?? ''}`
      const known = parsedPlans.get(key)
      if (known) return known
      const data = planVersion === undefined ? ofSeason(hall) : planOf(hall, planVersion)
      const parsed = { data, plan: readPlan(data) }
      parsedPlans.set(key, parsed)
      return parsed
    },
  }
}
