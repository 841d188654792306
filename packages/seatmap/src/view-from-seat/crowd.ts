import { type Plan, type PlanArea } from '@playhouse/domain/plan'
import { boxOf, encloses } from '#plan-index'

/** Somebody on a floor to stand on: where they are taken to be, and whose place it is. */
export type Stander = { readonly seat: number; readonly x: number; readonly y: number }

const crowds = new WeakMap<Plan, readonly Stander[]>()

/** Everybody who stands, spread evenly over their floors: nobody knows where they will be. */
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
    // Narrower until everybody has found a place within the outline.
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
