import type { Gesture } from './gesture.ts'
import type { Hands, Spot } from './hands.ts'
import { idle } from './idle.ts'
import { pinching } from './pinching.ts'

/** A frame is drawn round seats. They are chosen when it is finished; a second finger gives it up. */
export function lassoing(hands: Hands, from: Spot, to: Spot): Gesture {
  hands.lasso(from, to, 'drawn')
  const self: Gesture = {
    name: 'lassoing',
    down: (spot) => {
      if (spot.pointer === from.pointer) return self
      hands.lasso(from, to, 'let go')
      return pinching(hands, [from.pointer, spot.pointer])
    },
    move: (spot) => (spot.pointer === from.pointer ? lassoing(hands, from, spot) : self),
    up: (spot) => {
      if (spot.pointer !== from.pointer) return self
      hands.lasso(from, spot, 'caught')
      return idle(hands)
    },
    // As a drag: only lifting ends it.
    leave: () => self,
    linger: () => self,
    cancel: () => {
      hands.lasso(from, to, 'let go')
      return idle(hands)
    },
  }
  return self
}
