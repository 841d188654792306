/** A pointer on the map, CSS pixels from its corner. */
export type Spot = { readonly pointer: number; readonly x: number; readonly y: number; readonly kind: 'mouse' | 'touch' }

/** What gestures may do. Panning and zooming are the camera's own (d3-zoom); these are the rest. */
export type Hands = {
  readonly hover: (spot: Spot | undefined) => void
  readonly tap: (spot: Spot) => void
}
