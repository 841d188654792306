import { type ComponentProps, lazy } from 'react'

const Drawn = lazy(async () => ({ default: (await import('@playhouse/seatmap')).SeatMap }))

/** The drawn map, fetched when it is first shown: who chooses from the list never fetches it. */
export const MapHouse = (props: ComponentProps<typeof Drawn>) => <Drawn {...props} />
