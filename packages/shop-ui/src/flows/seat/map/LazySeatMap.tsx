import { type ComponentProps, lazy } from 'react'

const SeatMap = lazy(async () => ({ default: (await import('@playhouse/seatmap')).SeatMap }))

/** The seat map, loaded when it is first shown, so that the list does not load it. */
export const LazySeatMap = (props: ComponentProps<typeof SeatMap>) => <SeatMap {...props} />
