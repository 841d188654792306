import { type Plan, stageCentre } from '@playhouse/domain/plan'
import { fade, type Ink } from '#look'
import type { Shape } from './drawing.ts'

/** The spill of the stage's light into a dark house. */
export function ground(plan: Plan, ink: Ink): Shape[] {
  const [x, y] = stageCentre(plan)
  const radius = Math.max(plan.viewBox.width, plan.viewBox.height) * 0.62
  return [{ kind: 'glow', x, y, radius, fill: fade(ink.stage, 0.13) }]
}
