import type { Plan } from '@playhouse/domain/plan'
import { inkOn, mix, mixOnce, type Paint } from '#look'
import type { Label, Shape, Stroke } from './drawing.ts'
import type { Point } from '#plan-index'
import { scaleToFit, textSizes, widestPlace } from './fitting.ts'

/** Dim enough that the seats stay the brightest thing. */
const floor: Paint = mixOnce((ink) => mix(ink.house, ink.stage, 0.2))
const edge: Stroke = { colour: (ink) => ink.stage, width: 2 }
const lettering: Paint = mixOnce((ink) => inkOn(floor(ink), ink.stage, ink.houseInk))

export const stage = (plan: Plan): Shape[] => [{ kind: 'polygon', points: plan.stage.polygon, fill: floor, stroke: edge }]

/** Width factor of capitals: they are a fifth wider than `widthOf` assumes. */
const measured = (label: string): string => label.toLocaleUpperCase().padEnd(Math.ceil(label.length * 1.2))

/** The stage's name at each of `textSizes`: from which scale on it fits. */
export function stageFit(plan: Plan): number[] {
  const { polygon, label } = plan.stage
  return textSizes.map((size) => scaleToFit(measured(label), size, 0, polygon, ...nameplate(plan)))
}

const nameplates = new WeakMap<Plan, Point>()

/** Where its name stands: a thrust is narrow in the middle. */
function nameplate(plan: Plan): Point {
  const { polygon, label } = plan.stage
  let place = nameplates.get(plan)
  if (!place) nameplates.set(plan, (place = widestPlace(polygon, measured(label), polygon[0]!)))
  return place
}

/** The stage's name, as large as fits in it. */
export function stageLabel(plan: Plan, fit: readonly number[], k: number): Label[] {
  const size = textSizes[fit.findIndex((scale) => k >= scale)]
  if (!size) return []
  const [x, y] = nameplate(plan)
  return [{ text: plan.stage.label.toLocaleUpperCase(), x, y, right: 0, down: 0, size, weight: 700, colour: lettering }]
}
