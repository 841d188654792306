import type { Plan } from '@playhouse/domain/plan'
import { type Colour, type Ink, inkOn, mix } from '#look'
import type { Label, Shape } from './drawing.ts'
import type { Point } from '#plan-index'
import { scaleToFit, textSizes, widestPlace } from './fitting.ts'

/** Dim enough that the seats stay the brightest thing. */
const fillOf = (ink: Ink): Colour => mix(ink.house, ink.stage, 0.2)

export const stage = (plan: Plan, ink: Ink): Shape[] => [
  { kind: 'polygon', points: plan.stage.polygon, fill: fillOf(ink), stroke: { colour: ink.stage, width: 2 } },
]

/** The stage's name at each of `textSizes`: from which scale on it fits. */
export function stageFit(plan: Plan): number[] {
  const { polygon, label } = plan.stage
  return textSizes.map((size) => scaleToFit(label.toLocaleUpperCase(), size, 0, polygon, ...nameplate(plan)))
}

const nameplates = new WeakMap<Plan, Point>()

/** Where its name stands: a thrust is narrow in the middle. */
function nameplate(plan: Plan): Point {
  const { polygon, label } = plan.stage
  let place = nameplates.get(plan)
  if (!place) nameplates.set(plan, (place = widestPlace(polygon, label.toLocaleUpperCase(), polygon[0]!)))
  return place
}

/** The stage's name, as large as fits in it. */
export function stageLabel(plan: Plan, ink: Ink, fit: readonly number[], k: number): Label[] {
  const size = textSizes[fit.findIndex((scale) => k >= scale)]
  if (!size) return []
  const [x, y] = nameplate(plan)
  const colour = inkOn(fillOf(ink), ink.stage, ink.houseInk)
  return [{ text: plan.stage.label.toLocaleUpperCase(), x, y, right: 0, down: 0, size, weight: 700, colour }]
}
