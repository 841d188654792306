import { type ComponentProps, lazy, Suspense } from 'react'
import { serverNow } from '#browser'

// Fetched when first asked for: the view from a seat is worked out and drawn there.
const SeatDetails = lazy(async () => ({ default: (await import('./SeatDetails.tsx')).SeatDetails }))
const CompareSeats = lazy(async () => ({ default: (await import('./CompareSeats.tsx')).CompareSeats }))

type Details = ComponentProps<typeof SeatDetails>
type SeatDialogsProps = Pick<Details, 'instance' | 'model' | 'onToggle' | 'onClose'> & {
  /** The seat asked about. */
  readonly asked: number | undefined
  readonly isComparing: boolean
  readonly seatStatusOf: (seat: number) => Details['standing']
}

/** What opens over the seats: one seat's details, and several compared. */
export const SeatDialogs = ({ asked, isComparing, seatStatusOf, ...rest }: SeatDialogsProps) => (
  <Suspense fallback={null}>
    {asked !== undefined && <SeatDetails {...rest} index={asked} standing={seatStatusOf(asked)} />}
    {isComparing && <CompareSeats {...rest} seatStatusOf={seatStatusOf} now={serverNow} />}
  </Suspense>
)
