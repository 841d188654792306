import type { ReactNode } from 'react'
import type { SeatMapProps } from '#props'

/** The hall, drawn and walkable. */
export function SeatMap(_props: SeatMapProps): ReactNode {
  return null
}
