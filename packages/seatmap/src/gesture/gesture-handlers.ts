/** A pointer on the map, CSS pixels from its corner. */
export type PointerSpot = {
  readonly pointer: number
  readonly x: number
  readonly y: number
  readonly kind: 'mouse' | 'pen' | 'touch'
  /** Shift was held: a drag draws a frame. */
  readonly shift?: boolean
}

/** What gestures may do. Panning and zooming are the camera's own (d3-zoom); these are the rest. */
export type GestureHandlers = {
  readonly hover: (spot: PointerSpot | undefined) => void
  /** Whether the picture stands, so that what was pressed is what was meant. */
  readonly isStill: () => boolean
  /** `isSure`: the picture stood still when the press began. */
  readonly tap: (spot: PointerSpot, isSure: boolean) => void
  /** A finger or a pen rests on a place. @returns false where there is nothing to tell of it */
  readonly hold: (spot: PointerSpot) => boolean
  /** Whether a drag from here draws a frame round seats instead of moving the hall. */
  readonly lassoes: (spot: PointerSpot) => boolean
  /** The frame as it is drawn, corner to corner; then `caught`, or `let go` when it was given up. */
  readonly lasso: (from: PointerSpot, to: PointerSpot, state: 'drawn' | 'caught' | 'let go') => void
}
