import type { Gesture } from './gesture.ts'
import type { Hands } from './hands.ts'
import { hovering } from './hovering.ts'
import { pressing } from './pressing.ts'

/** No pointer is down or over a seat. */
export function idle(hands: Hands): Gesture {
  const self: Gesture = {
    name: 'idle',
    down: (spot) => pressing(hands, spot),
    move: (spot) => (spot.kind === 'touch' ? self : hovering(hands, spot)),
    up: () => self,
    leave: () => self,
    linger: () => self,
    cancel: () => self,
  }
  return self
}
