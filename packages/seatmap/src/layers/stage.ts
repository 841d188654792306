import { type Plan, stageCentre } from '@playhouse/domain/plan'
import { type Camera, toScreen } from '#camera'
import { type Colour, type Ink, inkOn, mix } from '#look'
import { type Label, type Shape, widthOf } from './drawing.ts'

/** Dim enough that the seats stay the brightest thing. */
const fillOf = (ink: Ink): Colour => mix(ink.house, ink.stage, 0.2)

export const stage = (plan: Plan, ink: Ink): Shape[] => [{ kind: 'polygon', points: plan.stage.polygon, fill: fillOf(ink), stroke: { colour: ink.stage, width: 2 } }]

/** The stage's name, as large as fits in it. */
export function stageLabel(plan: Plan, ink: Ink, camera: Camera): Label[] {
  const across = plan.stage.polygon.map(([x]) => x)
  const down = plan.stage.polygon.map(([, y]) => y)
  const width = (Math.max(...across) - Math.min(...across)) * camera.k
  const height = (Math.max(...down) - Math.min(...down)) * camera.k
  const text = plan.stage.label.toLocaleUpperCase()
  const size = Math.min(22, height * 0.5, (width * 0.8) / widthOf(text, 1))
  if (size < 8) return []
  const [x, y] = toScreen(camera, ...stageCentre(plan))
  return [{ text, x, y, size, weight: 700, colour: inkOn(fillOf(ink), ink.stage, ink.houseInk) }]
}
