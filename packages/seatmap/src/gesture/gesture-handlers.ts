/** A pointer on the map, CSS pixels from its corner. */
export type PointerPosition = {
  readonly pointer: number
  readonly x: number
  readonly y: number
  readonly kind: 'mouse' | 'pen' | 'touch'
  /** Shift was held: a drag draws a lasso. */
  readonly shift?: boolean
}

/** Callbacks of the gestures other than panning and zooming, which the camera handles (d3-zoom). */
export type GestureHandlers = {
  readonly hover: (spot: PointerPosition | undefined) => void
  /** Whether the map stands still, so that the visitor hits the seat they aimed at. */
  readonly isStill: () => boolean
  /** `isSure`: the map stood still when the press began. */
  readonly tap: (spot: PointerPosition, isSure: boolean) => void
  /** A long press by touch or stylus. @returns false where there is nothing to report */
  readonly hold: (spot: PointerPosition) => boolean
  /** Whether a drag from here draws a lasso instead of moving the hall. */
  readonly lassoes: (spot: PointerPosition) => boolean
  /**
   * Called while a selection frame is drawn, with two opposite corners; at the end with `caught`, or with `let go` if it was
   * cancelled.
   */
  readonly lasso: (from: PointerPosition, to: PointerPosition, state: 'drawn' | 'caught' | 'let go') => void
}
