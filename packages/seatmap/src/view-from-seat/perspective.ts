/** A point in the hall: plan x and y, and height. Centimetres. */
export type Place = readonly [x: number, y: number, z: number]
/** A point of the picture, and its distance before the eye. */
export type Drawn = { readonly x: number; readonly y: number; readonly depth: number }

/** The picture's size in its own units; the drawing scales to its box. */
export const frame = { width: 320, height: 190 }
/** Focal lengths of the widest and the narrowest picture, in units of the frame: about 115° and 34° of view. */
const focal = { least: 102, most: 520 }
/** Near clipping distance. Centimetres. */
const nearClip = 12
/** Minimum assumed distance of points beside or behind the eye, so that they do not shrink the rest of the picture. Centimetres. */
const minDepth = 160
/** Margin round the subject, as a factor. */
const air = { across: 1.14, down: 1.3 }

export type Camera = {
  /** Coordinates relative to the eye: right, up, ahead. */
  readonly toEyeSpace: (place: Place) => Place
  readonly draw: (place: Place) => Drawn | undefined
  /** A polygon clipped at the eye, ready for `points`; empty if no part of it is ahead. */
  readonly outline: (polygon: readonly Place[]) => readonly Drawn[]
  /** Units of the frame per centimetre at a depth. */
  readonly scaleAt: (depth: number) => number
}

/** A camera at an eye with all of `subject` in the frame, as far as the widest picture allows. */
export function lookAt(eye: Place, subject: readonly Place[]): Camera {
  const middle = (axis: 0 | 1 | 2): number => subject.reduce((sum, place) => sum + place[axis], 0) / Math.max(1, subject.length)
  const [dx, dy, dz] = [middle(0) - eye[0], middle(1) - eye[1], middle(2) - eye[2]]
  const flat = Math.hypot(dx, dy) || 1
  const length = Math.hypot(flat, dz)
  // The plan's y axis points to the audience, so x points right for a viewer who faces the stage.
  const right: Place = [-dy / flat, dx / flat, 0]
  const forward: Place = [dx / length, dy / length, dz / length]
  const up: Place = [(-dx / flat) * (dz / length), (-dy / flat) * (dz / length), flat / length]
  const dot = (a: Place, x: number, y: number, z: number): number => a[0] * x + a[1] * y + a[2] * z
  const toEyeSpace = ([x, y, z]: Place): Place => {
    const [vx, vy, vz] = [x - eye[0], y - eye[1], z - eye[2]]
    return [dot(right, vx, vy, vz), dot(up, vx, vy, vz), dot(forward, vx, vy, vz)]
  }
  const [wide, high, low] = subject.map(toEyeSpace).reduce(
    ([w, h, l], [x, y, depth]) => {
      const z = Math.max(depth, minDepth)
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
    toEyeSpace,
    draw: (place) => {
      const at = toEyeSpace(place)
      return at[2] > nearClip ? project(at) : undefined
    },
    outline: (polygon) => cutAtEye(polygon.map(toEyeSpace)).map(project),
    scaleAt: (depth) => zoom / Math.max(depth, nearClip),
  }
}

/** The part of a polygon that is ahead (Sutherland and Hodgman's clipping, one plane). */
function cutAtEye(polygon: readonly Place[]): Place[] {
  return polygon.flatMap((to, i) => {
    const from = polygon.at(i - 1)!
    const isIn = to[2] >= nearClip
    if (from[2] >= nearClip === isIn) return isIn ? [to] : []
    const share = (nearClip - from[2]) / (to[2] - from[2])
    const cut: Place = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share, nearClip]
    return isIn ? [cut, to] : [cut]
  })
}
