import type { Gesture } from './gesture.ts'
import type { Hands } from './hands.ts'
import { idle } from './idle.ts'

/** Two fingers or more. Lasts until the last is lifted, so that the end of a pinch is no tap. */
export function pinching(hands: Hands, pointers: readonly number[]): Gesture {
  const self: Gesture = {
    name: 'pinching',
    down: (spot) => pinching(hands, [...new Set([...pointers, spot.pointer])]),
    move: () => self,
    up: (spot) => {
      const left = pointers.filter((pointer) => pointer !== spot.pointer)
      return left.length === 0 ? idle(hands) : pinching(hands, left)
    },
    leave: () => self,
    linger: () => self,
    cancel: (spot) => self.up(spot),
  }
  return self
}
