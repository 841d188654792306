import type { Spot } from './hands.ts'

/** One state of the hands: what the next event makes of it. Events a state doesn't know leave it as it is. */
export interface Gesture {
  readonly name: 'idle' | 'hovering' | 'pressing' | 'panning' | 'pinching'
  down(spot: Spot): Gesture
  move(spot: Spot): Gesture
  up(spot: Spot): Gesture
  leave(): Gesture
}
