import type { Plan } from '@playhouse/domain/plan'
import { contrast, type Paint } from '#look'
import type { Ring } from './drawing.ts'

const house: Paint = (ink) => ink.house
const houseInk: Paint = (ink) => ink.houseInk
/** A brand's focus colour is made for its pages; where it lacks contrast on the dark hall, the hall's ink replaces it. */
const focus: Paint = (ink) => (contrast(ink.focus, ink.house) >= 3 ? ink.focus : ink.houseInk)

/** Two-tone ring, light upon dark: visible on every seat and every ground (WCAG 2.4.13). */
export const focusRing = (plan: Plan, seat: number, seatSize: number): Ring[] => {
  const [x, y] = [plan.x[seat]!, plan.y[seat]!]
  const pixels = Math.max(seatSize * 1.2, 12) + 6
  return [
    { kind: 'ring', x, y, pixels, stroke: { colour: house, width: 7 } },
    { kind: 'ring', x, y, pixels, stroke: { colour: focus, width: 3 } },
  ]
}

export const hoverRing = (plan: Plan, seat: number, seatSize: number): Ring[] => [
  { kind: 'ring', x: plan.x[seat]!, y: plan.y[seat]!, pixels: seatSize * 1.16 + 3, stroke: { colour: houseInk, width: 2 } },
]
