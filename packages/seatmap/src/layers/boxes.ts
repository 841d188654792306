import { mix } from '#look'
import type { Point } from '#plan-index'
import { floorPaint } from './areas.ts'
import type { Shape, Stroke } from './drawing.ts'

const wall: Stroke = { colour: ({ houseLine, houseInk }) => mix(houseLine, houseInk, 0.35), width: 2.5 }

/** The floor of a box and its walls. */
export const boxWalls = (outline: readonly Point[]): Shape[] => [{ kind: 'polygon', points: outline, fill: floorPaint, stroke: wall }]
