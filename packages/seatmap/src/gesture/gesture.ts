import type { PointerSpot } from './gesture-handlers.ts'

/** One state of the hands: what the next event makes of it. Events a state doesn't know leave it as it is. */
export interface Gesture {
  readonly name: 'idle' | 'hovering' | 'pressing' | 'holding' | 'panning' | 'pinching' | 'lassoing'
  down(spot: PointerSpot): Gesture
  move(spot: PointerSpot): Gesture
  up(spot: PointerSpot): Gesture
  leave(): Gesture
  /** Some time has gone by since the press began. */
  linger(): Gesture
  /** The browser has taken the pointer for something of its own. */
  cancel(spot: PointerSpot): Gesture
}
