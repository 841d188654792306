import { createStore, type StoreApi } from 'zustand/vanilla'
import type { CameraReport, SeatSpot } from '@playhouse/seatmap'

type MapReport = { readonly spot: SeatSpot | undefined; readonly camera: CameraReport | undefined }

/**
 * What the map tells many times a second: where the pointer rests and how far it is zoomed. Kept out of React's state, so
 * that only the hover card and the zoom buttons render, and those only when their own part changes.
 */
export type MapReportStore = StoreApi<MapReport>
export const createMapReportStore = (): MapReportStore => createStore<MapReport>()(() => ({ spot: undefined, camera: undefined }))
