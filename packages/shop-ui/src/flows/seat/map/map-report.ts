import { createStore, type StoreApi } from 'zustand/vanilla'
import type { CameraReport, SeatSpot } from '@playhouse/seatmap'

type MapReport = { readonly spot: SeatSpot | undefined; readonly camera: CameraReport | undefined }

/**
 * Reports of the map, many per second: the seat under the pointer, and the camera. Kept outside of React's state, so that only the
 * hover card and the zoom buttons re-render, each for its own part.
 */
export type MapReportStore = StoreApi<MapReport>
export const createMapReportStore = (): MapReportStore => createStore<MapReport>()(() => ({ spot: undefined, camera: undefined }))
