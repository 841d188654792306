import type { Paint } from '#look'
import { areasFar, type DrawnArea } from './areas.ts'
import type { Shape } from './drawing.ts'

const house: Paint = (ink) => ink.house
const houseInk: Paint = (ink) => ink.houseInk
const selected: Paint = (ink) => ink.selected

/** How a floor to stand on is marked: by what is chosen of it, and where focus is. */
export type StandingMark = 'none' | 'chosen' | 'focused'

/**
 * A floor to stand on: one block from afar and from near, the paler the less is left, for none of its places can be
 * pointed at. A line in the colour of chosen seats says that some of it is chosen; focus stands out on both grounds.
 */
export function standingFloor(drawn: DrawnArea, mark: StandingMark): Shape[] {
  const floor = areasFar([drawn], Infinity)
  if (mark === 'none') return floor
  return [
    ...floor,
    { kind: 'polygon', points: drawn.outline, stroke: { colour: house, width: 8 } },
    { kind: 'polygon', points: drawn.outline, stroke: { colour: mark === 'chosen' ? selected : houseInk, width: 3.5 } },
  ]
}
