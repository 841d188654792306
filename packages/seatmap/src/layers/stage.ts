import type { Plan } from '@playhouse/domain/plan'
import { inkOn, mix, mixOnce, type Paint } from '#look'
import type { Label, Shape, Stroke } from './drawing.ts'
import type { Point } from '#plan-index'
import { scaleToFit, textSizes, widestPlace } from './fitting.ts'

/** Darker than every seat, so that the seats stand out. */
const stageFill: Paint = mixOnce((ink) => mix(ink.house, ink.stage, 0.2))
const stageOutline: Stroke = { colour: (ink) => ink.stage, width: 2 }
const labelColour: Paint = mixOnce((ink) => inkOn(stageFill(ink), ink.stage, ink.houseInk))

export const stage = (plan: Plan): Shape[] => [{ kind: 'polygon', points: plan.stage.polygon, fill: stageFill, stroke: stageOutline }]

/** Width factor of capitals: they are a fifth wider than `widthOf` assumes. */
const measuredCapitals = (label: string): string => label.toLocaleUpperCase().padEnd(Math.ceil(label.length * 1.2))

/** The scale from which on the label of the stage fits, for each of `textSizes`. */
export function stageLabelScales(plan: Plan): number[] {
  const { polygon, label } = plan.stage
  return textSizes.map((size) => scaleToFit(measuredCapitals(label), size, 0, polygon, ...labelPosition(plan)))
}

const labelPositions = new WeakMap<Plan, Point>()

/** The position of the label: where the stage is widest, because a thrust stage is narrow in the middle. */
function labelPosition(plan: Plan): Point {
  const { polygon, label } = plan.stage
  let position = labelPositions.get(plan)
  if (!position) labelPositions.set(plan, (position = widestPlace(polygon, measuredCapitals(label), polygon[0]!)))
  return position
}

/** The label of the stage at the largest size that fits at `scale`; none if no size fits. */
export function stageLabel(plan: Plan, minScales: readonly number[], scale: number): Label[] {
  const size = textSizes[minScales.findIndex((minScale) => scale >= minScale)]
  if (!size) return []
  const [x, y] = labelPosition(plan)
  return [{ text: plan.stage.label.toLocaleUpperCase(), x, y, right: 0, down: 0, size, weight: 700, colour: labelColour }]
}
