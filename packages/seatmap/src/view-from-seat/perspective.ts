/** A place in the hall: plan x and y, and height. Centimetres. */
export type Place = readonly [x: number, y: number, z: number]
/** A place on the picture, and how far before the eye it is. */
export type Drawn = { readonly x: number; readonly y: number; readonly depth: number }

/** The picture's size in its own units; the drawing scales with its box. */
export const frame = { width: 320, height: 190 }
/** Widest and narrowest picture, as the focal length in units of the frame: about 115° and 34° across. */
const focal = { least: 102, most: 520 }
/** What is nearer than this is behind one's own eyes. Centimetres. */
const near = 12
/** What is beside or behind the eye counts as this far ahead: no picture holds it, and the rest must not shrink to nothing. */
const abreast = 160
/** Room round what is looked at. */
const air = { across: 1.14, down: 1.3 }

export type Camera = {
  /** The place in front of the eye: right, up, ahead. */
  readonly seen: (place: Place) => Place
  readonly draw: (place: Place) => Drawn | undefined
  /** A polygon cut at the eye, ready for `points`; empty when nothing of it is ahead. */
  readonly outline: (polygon: readonly Place[]) => readonly Drawn[]
  /** Units of the frame a centimetre takes at a depth. */
  readonly scaleAt: (depth: number) => number
}

/** Looks from an eye so that all of `subject` is in the frame, as far as a wide picture can hold it. */
export function lookAt(eye: Place, subject: readonly Place[]): Camera {
  const middle = (axis: 0 | 1 | 2): number => subject.reduce((sum, place) => sum + place[axis], 0) / Math.max(1, subject.length)
  const [dx, dy, dz] = [middle(0) - eye[0], middle(1) - eye[1], middle(2) - eye[2]]
  const flat = Math.hypot(dx, dy) || 1
  const length = Math.hypot(flat, dz)
  // The plan's y runs towards the audience: x to the right of a viewer who looks against it.
  const right: Place = [-dy / flat, dx / flat, 0]
  const ahead: Place = [dx / length, dy / length, dz / length]
  const up: Place = [(-dx / flat) * (dz / length), (-dy / flat) * (dz / length), flat / length]
  const dot = (a: Place, x: number, y: number, z: number): number => a[0] * x + a[1] * y + a[2] * z
  const seen = ([x, y, z]: Place): Place => {
    const [vx, vy, vz] = [x - eye[0], y - eye[1], z - eye[2]]
    return [dot(right, vx, vy, vz), dot(up, vx, vy, vz), dot(ahead, vx, vy, vz)]
  }
  const [wide, high, low] = subject.map(seen).reduce(
    ([w, h, l], [x, y, depth]) => {
      const z = Math.max(depth, abreast)
      return [Math.max(w, Math.abs(x / z)), Math.max(h, y / z), Math.min(l, y / z)]
    },
    [0, -Infinity, Infinity],
  )
  const fits = Math.min(frame.width / 2 / (wide! * air.across), frame.height / ((high! - low!) * air.down))
  const zoom = Math.min(focal.most, Math.max(focal.least, fits))
  const rise = ((high! + low!) / 2) * zoom
  const project = ([x, y, depth]: Place): Drawn => ({
    x: frame.width / 2 + (x / depth) * zoom,
    y: frame.height / 2 - (y / depth) * zoom + rise,
    depth,
  })
  return {
    seen,
    draw: (place) => {
      const at = seen(place)
      return at[2] > near ? project(at) : undefined
    },
    outline: (polygon) => cutAtEye(polygon.map(seen)).map(project),
    scaleAt: (depth) => zoom / Math.max(depth, near),
  }
}

/** The part of a polygon that is ahead (Sutherland and Hodgman's clipping, one plane). */
function cutAtEye(polygon: readonly Place[]): Place[] {
  return polygon.flatMap((to, i) => {
    const from = polygon.at(i - 1)!
    const isIn = to[2] >= near
    if (from[2] >= near === isIn) return isIn ? [to] : []
    const share = (near - from[2]) / (to[2] - from[2])
    const cut: Place = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share, near]
    return isIn ? [cut, to] : [cut]
  })
}
