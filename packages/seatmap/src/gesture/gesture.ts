import type { PointerPosition } from './gesture-handlers.ts'

/** One state of the gesture machine. Each event returns the next state; an event that a state does not handle returns the state itself. */
export interface Gesture {
  readonly name: 'idle' | 'hovering' | 'pressing' | 'holding' | 'panning' | 'pinching' | 'lassoing'
  down(spot: PointerPosition): Gesture
  move(spot: PointerPosition): Gesture
  up(spot: PointerPosition): Gesture
  leave(): Gesture
  /** The long-press time has passed since the press began. */
  linger(): Gesture
  /** The browser cancelled the pointer, for example to scroll. */
  cancel(spot: PointerPosition): Gesture
}
