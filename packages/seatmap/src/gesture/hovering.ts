import type { Gesture } from './gesture.ts'
import type { Hands, Spot } from './hands.ts'
import { idle } from './idle.ts'
import { pressing } from './pressing.ts'

/** A mouse moves over the hall with no button down. Fingers don't hover. */
export function hovering(hands: Hands, spot: Spot): Gesture {
  hands.hover(spot)
  const self: Gesture = {
    name: 'hovering',
    down: (next) => pressing(hands, next),
    move: (next) => {
      hands.hover(next)
      return self
    },
    up: () => self,
    leave: () => {
      hands.hover(undefined)
      return idle(hands)
    },
    linger: () => self,
    cancel: () => self,
  }
  return self
}
