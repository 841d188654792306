import type { Gesture } from './gesture.ts'
import type { GestureHandlers, PointerPosition } from './gesture-handlers.ts'
import { holding } from './holding.ts'
import { hovering } from './hovering.ts'
import { idle } from './idle.ts'
import { lassoing } from './lassoing.ts'
import { panning } from './panning.ts'
import { pinching } from './pinching.ts'

/** Maximum movement of a press that is still a tap, in CSS pixels. */
const slack = { mouse: 4, pen: 8, touch: 12 } as const

/** One pointer is down and has hardly moved. It becomes a tap when lifted: selecting happens on the way up (WCAG 2.5.2). */
export function pressing(handlers: GestureHandlers, start: PointerPosition): Gesture {
  const isSure = handlers.isStill()
  const self: Gesture = {
    name: 'pressing',
    down: (spot) => (spot.pointer === start.pointer ? self : pinching(handlers, [start.pointer, spot.pointer])),
    move: (spot) => {
      if (spot.pointer !== start.pointer || Math.hypot(spot.x - start.x, spot.y - start.y) <= slack[start.kind]) return self
      handlers.hover(undefined)
      return handlers.lassoes(start) ? lassoing(handlers, start, spot) : panning(handlers, start.pointer)
    },
    up: (spot) => {
      if (spot.pointer !== start.pointer) return self
      handlers.tap(start, isSure)
      return start.kind === 'touch' ? idle(handlers) : hovering(handlers, spot)
    },
    leave: () => {
      handlers.hover(undefined)
      return idle(handlers)
    },
    // A long touch shows the details that a mouse shows on hover.
    linger: () => (start.kind !== 'mouse' && isSure && handlers.hold(start) ? holding(handlers, start.pointer) : self),
    cancel: () => self.leave(),
  }
  return self
}
