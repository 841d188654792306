import type { Gesture } from './gesture.ts'
import type { GestureHandlers } from './gesture-handlers.ts'
import { idle } from './idle.ts'

/** Two fingers or more. Lasts until the last is lifted, so that the end of a pinch is no tap. */
export function pinching(handlers: GestureHandlers, pointers: readonly number[]): Gesture {
  const self: Gesture = {
    name: 'pinching',
    down: (spot) => pinching(handlers, [...new Set([...pointers, spot.pointer])]),
    move: () => self,
    up: (spot) => {
      const remaining = pointers.filter((pointer) => pointer !== spot.pointer)
      return remaining.length === 0 ? idle(handlers) : pinching(handlers, remaining)
    },
    leave: () => self,
    linger: () => self,
    cancel: (spot) => self.up(spot),
  }
  return self
}
