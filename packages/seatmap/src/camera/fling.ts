import type { Camera } from './camera.ts'

/** The speed of a drag is that of its last moments; milliseconds. */
const lately = 120
/** A pointer that rested so long before it was lifted has thrown nothing; milliseconds. */
const rest = 80
/** Slower than this nothing glides on; CSS pixels a millisecond. */
const slowest = 0.25
/** Milliseconds a glide lasts. It starts at the speed of the drag and slows down as the cube of what is left. */
const glide = 480

type Moment = { readonly camera: Camera; readonly at: number }

/** Measures a drag, and computes where the hall glides to when it is released at speed. */
export type Fling = {
  readonly begin: (camera: Camera, at: number) => void
  readonly move: (camera: Camera, at: number) => void
  /** `undefined` where it was put down rather than thrown, or zoomed. */
  readonly end: (camera: Camera, at: number) => { readonly camera: Camera; readonly time: number } | undefined
}

export function createFling(): Fling {
  let moments: Moment[] = []
  return {
    begin: (camera, at) => void (moments = [{ camera, at }]),
    move: (camera, at) => {
      moments = [...moments.filter((one) => at - one.at <= lately), { camera, at }]
    },
    end: (camera, at) => {
      const [first, last] = [moments.find((one) => at - one.at <= lately), moments.at(-1)]
      moments = []
      if (!first || !last || last === first || at - last.at > rest || first.camera.k !== camera.k) return undefined
      const time = last.at - first.at
      const [vx, vy] = [(last.camera.x - first.camera.x) / time, (last.camera.y - first.camera.y) / time]
      if (!(Math.hypot(vx, vy) >= slowest)) return undefined
      return { camera: { k: camera.k, x: camera.x + (vx * glide) / 3, y: camera.y + (vy * glide) / 3 }, time: glide }
    },
  }
}
