import { type Plan, type PlanArea } from '@playhouse/domain/plan'
import { boxOf, encloses } from '#plan-index'

/** A visitor in a standing area: the assumed position, and the place. */
export type Stander = { readonly seat: number; readonly x: number; readonly y: number }

const crowds = new WeakMap<Plan, readonly Stander[]>()

/** All standing visitors, spread evenly over their areas, since their positions are unknown. */
export function crowdOf(plan: Plan): readonly Stander[] {
  let crowd = crowds.get(plan)
  if (!crowd)
    crowds.set(plan, (crowd = plan.areas.filter(({ kind, outline }) => kind === 'standing' && outline.length >= 3).flatMap(spread(plan))))
  return crowd
}

const spread =
  (plan: Plan) =>
  (area: PlanArea): Stander[] => {
    const { x: left, y: top, width, height } = boxOf(plan, area, 0) ?? { x: 0, y: 0, width: 0, height: 0 }
    let step = Math.sqrt((width * height) / area.seatCount)
    // Narrower until all places are within the outline.
    for (let tries = 0; tries < 12; tries++, step *= 0.9) {
      const standers: Stander[] = []
      for (let row = 0; (row + 0.5) * step < height; row++)
        for (let x = left + (row % 2 ? 0.75 : 0.25) * step; x < left + width; x += step) {
          const y = top + (row + 0.5) * step
          if (standers.length < area.seatCount && encloses(area.outline, x, y))
            standers.push({ seat: area.firstSeat + standers.length, x, y })
        }
      if (standers.length === area.seatCount) return standers
    }
    return []
  }
