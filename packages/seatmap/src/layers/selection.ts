import type { Plan } from '@playhouse/domain/plan'
import type { Paint } from '#look'
import type { Shape, Stroke } from './drawing.ts'

const selected: Paint = (ink) => ink.selected
const edge: Stroke = { colour: (ink) => ink.house, width: 2.5 }

/** Chosen seats as pins of a fixed size: for when seats are too small to show their tick. */
export const selectionPins = (plan: Plan, chosen: readonly number[]): Shape[] =>
  chosen.map((seat) => ({
    kind: 'ring',
    x: plan.x[seat]!,
    y: plan.y[seat]!,
    pixels: 11,
    fill: selected,
    stroke: edge,
  }))
