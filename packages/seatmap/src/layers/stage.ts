import type { Plan } from '@playhouse/domain/plan'
import { type Camera, toScreen } from '#camera'
import { type Colour, type Ink, inkOn, mix } from '#look'
import type { Label, Shape } from './drawing.ts'
import { centroid, sizeThatFits } from './fitting.ts'

/** Dim enough that the seats stay the brightest thing. */
const fillOf = (ink: Ink): Colour => mix(ink.house, ink.stage, 0.2)

export const stage = (plan: Plan, ink: Ink): Shape[] => [
  { kind: 'polygon', points: plan.stage.polygon, fill: fillOf(ink), stroke: { colour: ink.stage, width: 2 } },
]

/** The stage's name, as large as fits in it. */
export function stageLabel(plan: Plan, ink: Ink, camera: Camera): Label[] {
  const polygon = plan.stage.polygon.map(([x, y]) => toScreen(camera, x, y))
  const text = plan.stage.label.toLocaleUpperCase()
  const [x, y] = centroid(polygon)
  const size = sizeThatFits(text, polygon, x, y)
  return size ? [{ text, x, y, size, weight: 700, colour: inkOn(fillOf(ink), ink.stage, ink.houseInk) }] : []
}
