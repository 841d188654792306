import { type ComponentProps, lazy } from 'react'

const SeatMap = lazy(async () => ({ default: (await import('@playhouse/seatmap')).SeatMap }))

/** The drawn map, fetched when it is first shown: who chooses from the list never fetches it. */
export const LazySeatMap = (props: ComponentProps<typeof SeatMap>) => <SeatMap {...props} />
