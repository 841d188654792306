import type { Plan } from '@playhouse/domain/plan'
import type { CameraReport, SeatMapHandle } from '@playhouse/seatmap'

/** A seat that is rung stands this large, unless many must fit; CSS pixels. */
const ringedSeatPixels = 30
/** The rung seats take this share of the picture. */
const viewShare = 0.7

/** Looks at these seats: one of them near, many of them whole. Seats the plan doesn't have are passed over. */
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

/** Milliseconds each leg of the flight has: the longest flight of the camera and some. */
const legMs = 800

/** In, across and out again, as a visitor would who looks round. */
export async function flyAbout(map: SeatMapHandle | null): Promise<void> {
  const legs = [map?.zoomIn, map?.zoomIn, map?.zoomIn, () => map?.panBy(0.5, 0.2), () => map?.panBy(-0.8, -0.3), map?.fit]
  for (const fly of legs) {
    fly?.()
    await new Promise((landed) => setTimeout(landed, legMs))
  }
}
