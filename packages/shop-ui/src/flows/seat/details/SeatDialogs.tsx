import { type ComponentProps, lazy, Suspense } from 'react'
import { serverNow } from '#browser'

// Loaded on demand: they contain the drawing of the view from a seat.
const SeatDetails = lazy(async () => ({ default: (await import('./SeatDetails.tsx')).SeatDetails }))
const CompareSeats = lazy(async () => ({ default: (await import('./CompareSeats.tsx')).CompareSeats }))

type Details = ComponentProps<typeof SeatDetails>
type SeatDialogsProps = Pick<Details, 'instance' | 'model' | 'onToggle' | 'onClose'> & {
  /** The seat whose details are open. */
  readonly asked: number | undefined
  readonly isComparing: boolean
  readonly seatStatusOf: (seat: number) => Details['standing']
}

/** Dialogs of the seat screen: details of a seat, and the comparison. */
export const SeatDialogs = ({ asked, isComparing, seatStatusOf, ...rest }: SeatDialogsProps) => (
  <Suspense fallback={null}>
    {asked !== undefined && <SeatDetails {...rest} index={asked} standing={seatStatusOf(asked)} />}
    {isComparing && <CompareSeats {...rest} seatStatusOf={seatStatusOf} now={serverNow} />}
  </Suspense>
)
