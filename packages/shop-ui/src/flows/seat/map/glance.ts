import { createStore, type StoreApi } from 'zustand/vanilla'
import type { CameraReport, SeatSpot } from '@playhouse/seatmap'

type Glances = { readonly spot: SeatSpot | undefined; readonly camera: CameraReport | undefined }

/**
 * What the map tells many times a second: where the pointer rests and how far it is zoomed. Kept out of React's state, so
 * that only the hover card and the zoom buttons render, and those only when their own part changes.
 */
export type Glance = StoreApi<Glances>
export const createGlance = (): Glance => createStore<Glances>()(() => ({ spot: undefined, camera: undefined }))
