import type { Plan } from '@playhouse/domain/plan'
import type { Ink, Level } from '#look'
import type { Shape } from './drawing.ts'

/** Chosen seats as pins of a fixed size, while seats are too small to show their tick. */
export function selectionPins(plan: Plan, chosen: Iterable<number>, level: Level, ink: Ink): Shape[] {
  if (level !== 'areas' && level !== 'points') return []
  return [...chosen].map((seat) => ({
    kind: 'ring',
    x: plan.x[seat]!,
    y: plan.y[seat]!,
    pixels: 11,
    fill: ink.selected,
    stroke: { colour: ink.house, width: 2.5 },
  }))
}
