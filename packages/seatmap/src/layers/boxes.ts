import { fade, type Ink, mix } from '#look'
import type { Point } from '#plan-index'
import type { Shape } from './drawing.ts'

/** The floor of a box, and the walls that make it one. */
export const boxWalls = (outline: readonly Point[], ink: Ink): Shape[] => [
  {
    kind: 'polygon',
    points: outline,
    fill: fade(ink.houseRaised, 0.62),
    stroke: { colour: mix(ink.houseLine, ink.houseInk, 0.35), width: 2.5 },
  },
]
