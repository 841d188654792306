import type { Plan } from '@playhouse/domain/plan'
import type { CameraReport, SeatMapHandle } from '@playhouse/seatmap'

/** Diameter of a ringed seat, unless many must fit; CSS pixels. */
const ringedSeatPixels = 30
/** The ringed seats take this share of the map. */
const viewShare = 0.7

/** Moves the camera to these seats: near for one, to fit for many. Unknown seats are ignored. */
export function frameSeats(
  map: SeatMapHandle,
  plan: Plan,
  seats: readonly number[],
  { camera, seatSize }: CameraReport,
  room: Element,
): void {
  const existingSeats = seats.filter((seat) => seat < plan.seatCount)
  if (existingSeats.length === 0) return
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const seat of existingSeats) {
    const [x, y] = [plan.x[seat]!, plan.y[seat]!]
    ;[left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)]
  }
  const nearest = Math.min(
    (room.clientWidth * viewShare) / Math.max(1, right - left),
    (room.clientHeight * viewShare) / Math.max(1, bottom - top),
  )
  // A seat in plan centimetres.
  const seatWidth = seatSize / camera.k
  map.setFraming({ x: (left + right) / 2, y: (top + bottom) / 2, seatSize: Math.min(ringedSeatPixels, nearest * seatWidth) })
}

/** Milliseconds per leg, a little more than the longest camera flight. */
const legMs = 800

/** Flies in, across and out again, like a visitor who explores the hall. */
export async function flyAbout(map: SeatMapHandle | null): Promise<void> {
  const legs = [map?.zoomIn, map?.zoomIn, map?.zoomIn, () => map?.panBy(0.5, 0.2), () => map?.panBy(-0.8, -0.3), map?.fit]
  for (const fly of legs) {
    fly?.()
    await new Promise((resolve) => setTimeout(resolve, legMs))
  }
}
