import type { Paint } from '#look'
import { areasFar, type DrawnArea } from './areas.ts'
import type { Shape } from './drawing.ts'

const house: Paint = (ink) => ink.house
const houseInk: Paint = (ink) => ink.houseInk
const selected: Paint = (ink) => ink.selected

/** The mark of a standing area: whether places of it are chosen, or it has the focus. */
export type StandingMark = 'none' | 'chosen' | 'focused'

/**
 * A standing area: one block in both views, paler with fewer places left, because single places cannot be pointed at. An
 * outline in the colour of chosen seats marks chosen places; the focus ring contrasts with both backgrounds.
 */
export function standingFloor(drawnArea: DrawnArea, mark: StandingMark): Shape[] {
  const floor = areasFar([drawnArea], Infinity)
  if (mark === 'none') return floor
  return [
    ...floor,
    { kind: 'polygon', points: drawnArea.outline, stroke: { colour: house, width: 8 } },
    { kind: 'polygon', points: drawnArea.outline, stroke: { colour: mark === 'chosen' ? selected : houseInk, width: 3.5 } },
  ]
}
