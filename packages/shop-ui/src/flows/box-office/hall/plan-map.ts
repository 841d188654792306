import type { ComponentType } from 'react'
import type { Plan } from '@playhouse/domain/plan'
import type { Band } from '@playhouse/domain/pricing'

/** The map of a plan from the seat flow, which the routes pass on. */
export type PlanMapView = ComponentType<{
  readonly plan: Plan
  /** By seat: an index into `bands`. */
  readonly bandOf: Uint8Array
  /** Seats that are drawn as taken and cannot be pressed. */
  readonly taken?: readonly number[]
  /**
   * What the colours mean: named with each seat, and in a key below the map, there with more words where it has some. Seats have the letter of
   * their band, or `sign`; empty for none. Make a new one when anything changes.
   */
  readonly names?: readonly { readonly band: Band; readonly name: string; readonly inKey?: string; readonly sign?: string }[]
  /** Called with the seats that were pressed, or that a drag caught; without it, the map only shows. */
  readonly onSeats?: (seats: readonly number[]) => void
}>
