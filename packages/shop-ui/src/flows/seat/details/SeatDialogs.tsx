import { type ComponentProps, lazy, Suspense } from 'react'
import { serverNow } from '#browser'
import type { SeatStatus } from '../model/visitor-seats.ts'

// Loaded on demand: they contain the drawing of the view from a seat.
const SeatDetails = lazy(async () => ({ default: (await import('./SeatDetails.tsx')).SeatDetails }))
const CompareSeats = lazy(async () => ({ default: (await import('./CompareSeats.tsx')).CompareSeats }))

type Details = ComponentProps<typeof SeatDetails>
type SeatDialogsProps = Pick<Details, 'instance' | 'model' | 'onToggle' | 'onClose'> & {
  /** The seat whose details are open. */
  readonly detailsSeat: number | undefined
  readonly isComparing: boolean
  readonly statusOf: (seat: number) => SeatStatus
}

/** Dialogs of the seat screen: details of a seat, and the comparison. */
export const SeatDialogs = ({ detailsSeat, isComparing, statusOf, ...rest }: SeatDialogsProps) => (
  <Suspense fallback={null}>
    {detailsSeat !== undefined && <SeatDetails {...rest} index={detailsSeat} status={statusOf(detailsSeat)} />}
    {isComparing && <CompareSeats {...rest} statusOf={statusOf} now={serverNow} />}
  </Suspense>
)
