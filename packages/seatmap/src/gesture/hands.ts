/** A pointer on the map, CSS pixels from its corner. */
export type Spot = {
  readonly pointer: number
  readonly x: number
  readonly y: number
  readonly kind: 'mouse' | 'pen' | 'touch'
  /** Shift was held: a drag draws a frame. */
  readonly shift?: boolean
}

/** What gestures may do. Panning and zooming are the camera's own (d3-zoom); these are the rest. */
export type Hands = {
  readonly hover: (spot: Spot | undefined) => void
  /** Whether the picture stands, so that what was pressed is what was meant. */
  readonly isStill: () => boolean
  /** `isSure`: the picture stood still when the press began. */
  readonly tap: (spot: Spot, isSure: boolean) => void
  /** A finger or a pen rests on a place. @returns false where there is nothing to tell of it */
  readonly hold: (spot: Spot) => boolean
  /** Whether a drag from here draws a frame round seats instead of moving the hall. */
  readonly lassoes: (spot: Spot) => boolean
  /** The frame as it is drawn, corner to corner; then `caught`, or `let go` when it was given up. */
  readonly lasso: (from: Spot, to: Spot, state: 'drawn' | 'caught' | 'let go') => void
}
