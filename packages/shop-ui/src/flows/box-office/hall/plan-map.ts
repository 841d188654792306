import type { ComponentType } from 'react'
import type { Plan } from '@playhouse/domain/plan'

/** The map of a plan from the seat flow, which the routes pass on. */
export type PlanMapView = ComponentType<{
  readonly plan: Plan
  /** By seat: an index into `bands`. */
  readonly bandOf: Uint8Array
  /** Called with the seats that were pressed, or that a drag caught; without it, the map only shows. */
  readonly onSeats?: (seats: readonly number[]) => void
}>
