import type { Gesture } from './gesture.ts'
import type { Hands, Spot } from './hands.ts'
import { holding } from './holding.ts'
import { hovering } from './hovering.ts'
import { idle } from './idle.ts'
import { lassoing } from './lassoing.ts'
import { panning } from './panning.ts'
import { pinching } from './pinching.ts'

/** How far a press may stray and still be a tap, CSS pixels. */
const slack = { mouse: 4, pen: 8, touch: 12 } as const

/** One pointer is down and has hardly moved. It becomes a tap when lifted: selecting happens on the way up (WCAG 2.5.2). */
export function pressing(hands: Hands, start: Spot): Gesture {
  const isSure = hands.isStill()
  const self: Gesture = {
    name: 'pressing',
    down: (spot) => (spot.pointer === start.pointer ? self : pinching(hands, [start.pointer, spot.pointer])),
    move: (spot) => {
      if (spot.pointer !== start.pointer || Math.hypot(spot.x - start.x, spot.y - start.y) <= slack[start.kind]) return self
      hands.hover(undefined)
      return hands.lassoes(start) ? lassoing(hands, start, spot) : panning(hands, start.pointer)
    },
    up: (spot) => {
      if (spot.pointer !== start.pointer) return self
      hands.tap(start, isSure)
      return start.kind === 'touch' ? idle(hands) : hovering(hands, spot)
    },
    leave: () => {
      hands.hover(undefined)
      return idle(hands)
    },
    // A mouse shows by hovering what a finger shows by resting.
    linger: () => (start.kind !== 'mouse' && isSure && hands.hold(start) ? holding(hands, start.pointer) : self),
    cancel: () => self.leave(),
  }
  return self
}
