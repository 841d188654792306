import type { Gesture } from './gesture.ts'
import type { GestureHandlers } from './gesture-handlers.ts'
import { hovering } from './hovering.ts'
import { pressing } from './pressing.ts'

/** No pointer is down or over a seat. */
export function idle(handlers: GestureHandlers): Gesture {
  const self: Gesture = {
    name: 'idle',
    down: (spot) => pressing(handlers, spot),
    move: (spot) => (spot.kind === 'touch' ? self : hovering(handlers, spot)),
    up: () => self,
    leave: () => self,
    linger: () => self,
    cancel: () => self,
  }
  return self
}
