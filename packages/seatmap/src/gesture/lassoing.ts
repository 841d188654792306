import type { Gesture } from './gesture.ts'
import type { GestureHandlers, PointerPosition } from './gesture-handlers.ts'
import { idle } from './idle.ts'
import { pinching } from './pinching.ts'

/** A selection frame is drawn. Its seats are chosen at the end; a second finger cancels it. */
export function lassoing(handlers: GestureHandlers, from: PointerPosition, to: PointerPosition): Gesture {
  handlers.lasso(from, to, 'drawn')
  const self: Gesture = {
    name: 'lassoing',
    down: (spot) => {
      if (spot.pointer === from.pointer) return self
      handlers.lasso(from, to, 'let go')
      return pinching(handlers, [from.pointer, spot.pointer])
    },
    move: (spot) => (spot.pointer === from.pointer ? lassoing(handlers, from, spot) : self),
    up: (spot) => {
      if (spot.pointer !== from.pointer) return self
      handlers.lasso(from, spot, 'caught')
      return idle(handlers)
    },
    // As a drag: only lifting ends it.
    leave: () => self,
    linger: () => self,
    cancel: () => {
      handlers.lasso(from, to, 'let go')
      return idle(handlers)
    },
  }
  return self
}
