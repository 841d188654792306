import type { Plan } from '@playhouse/domain/plan'
import type { Ink } from '#look'
import type { Shape } from './drawing.ts'

/** Chosen seats as pins of a fixed size: for when seats are too small to show their tick. */
export const selectionPins = (plan: Plan, chosen: readonly number[], ink: Ink): Shape[] =>
  chosen.map((seat) => ({
    kind: 'ring',
    x: plan.x[seat]!,
    y: plan.y[seat]!,
    pixels: 11,
    fill: ink.selected,
    stroke: { colour: ink.house, width: 2.5 },
  }))
