import type { ReactNode } from 'react'
import type { SeatListProps } from '#props'

/** The same seats as sections, rows and a table. */
export function SeatList(_props: SeatListProps): ReactNode {
  return null
}
