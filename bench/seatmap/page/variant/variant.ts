import type { Camera } from '../camera.ts'
import type { BenchHall } from '../hall.ts'

/** A contestant: draws the hall into the host and implements the basic functions of a seat map. */
export type Variant = {
  /** Shows the hall from there; may draw at once or in the next animation frame. */
  readonly look: (camera: Camera) => void
  /** So many seats turn from free to taken or back. */
  readonly change: (seats: readonly number[]) => void
  /** Other colours for the bands; `turn` counts up. */
  readonly recolour: (turn: number) => void
  /** Only some bands stay bright. */
  readonly filter?: (turn: number) => void
  /** The seat at a place of the plan. */
  readonly pick?: (x: number, y: number) => number
  /** Time the index for picking took to build, ms. */
  readonly indexTime?: () => number
  readonly destroy?: () => void
}
export type VariantMaker = (host: HTMLElement, hall: BenchHall) => Promise<Variant>
