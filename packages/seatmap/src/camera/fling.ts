import type { Camera } from './camera.ts'

/** Period before the end of a drag over which its speed is measured; milliseconds. */
const recentMs = 120
/** A pointer that rested this long before it was lifted starts no glide; milliseconds. */
const rest = 80
/** Minimum speed of a glide; CSS pixels per millisecond. */
const slowest = 0.25
/** Duration of a glide, in milliseconds. It starts at the speed of the drag and eases out with the cube of the remaining time. */
const glide = 480

type Moment = { readonly camera: Camera; readonly at: number }

/** Measures a drag, and computes the glide after its end. */
export type Fling = {
  readonly begin: (camera: Camera, at: number) => void
  readonly move: (camera: Camera, at: number) => void
  /** The end and the duration of the glide; `undefined` if the pointer rested before it was lifted, or if the drag zoomed. */
  readonly end: (camera: Camera, at: number) => { readonly camera: Camera; readonly time: number } | undefined
}

export function createFling(): Fling {
  let moments: Moment[] = []
  return {
    begin: (camera, at) => void (moments = [{ camera, at }]),
    move: (camera, at) => {
      moments = [...moments.filter((moment) => at - moment.at <= recentMs), { camera, at }]
    },
    end: (camera, at) => {
      const [first, last] = [moments.find((moment) => at - moment.at <= recentMs), moments.at(-1)]
      moments = []
      if (!first || !last || last === first || at - last.at > rest || first.camera.k !== camera.k) return undefined
      const time = last.at - first.at
      const [vx, vy] = [(last.camera.x - first.camera.x) / time, (last.camera.y - first.camera.y) / time]
      if (!(Math.hypot(vx, vy) >= slowest)) return undefined
      return { camera: { k: camera.k, x: camera.x + (vx * glide) / 3, y: camera.y + (vy * glide) / 3 }, time: glide }
    },
  }
}
