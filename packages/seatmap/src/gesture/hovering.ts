import type { Gesture } from './gesture.ts'
import type { GestureHandlers, PointerPosition } from './gesture-handlers.ts'
import { idle } from './idle.ts'
import { pressing } from './pressing.ts'

/** A mouse moves over the hall without a button pressed. Touch has no hover. */
export function hovering(handlers: GestureHandlers, spot: PointerPosition): Gesture {
  handlers.hover(spot)
  const self: Gesture = {
    name: 'hovering',
    down: (next) => pressing(handlers, next),
    move: (next) => {
      handlers.hover(next)
      return self
    },
    up: () => self,
    leave: () => {
      handlers.hover(undefined)
      return idle(handlers)
    },
    linger: () => self,
    cancel: () => self,
  }
  return self
}
