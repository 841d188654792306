import { encloses, type Point } from '#plan-index'
import type { Camera, Place } from './perspective.ts'
import { closedShape, figure, openShape, type Shape } from './shape.ts'
import { actorHeight } from './view-from.ts'

/** Drawn height of the wall behind an end-on stage, in centimetres. */
const wallHeight = 420

/** The wall behind a stage without an audience behind it. */
export function drawWall(polygon: readonly Point[], z: number, camera: Camera): Shape[] {
  const back = Math.min(...polygon.map(([, y]) => y))
  const xs = polygon.filter(([, y]) => y <= back + 1).map(([x]) => x)
  if (xs.length < 2) return []
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  return closedShape('wall', camera, [
    [left, back, z],
    [right, back, z],
    [right, back, z + wallHeight],
    [left, back, z + wallHeight],
  ])
}

/** The stage's floor, and its sides where it is raised. */
export function drawStage(polygon: readonly Point[], z: number, camera: Camera): Shape[] {
  const risers = polygon
    .map(([x, y], i): Place[] => {
      const [nx, ny] = polygon[(i + 1) % polygon.length]!
      return [
        [x, y, z],
        [nx, ny, z],
        [nx, ny, 0],
        [x, y, 0],
      ]
    })
    .sort((a, b) => camera.toEyeSpace(b[0]!)[2] - camera.toEyeSpace(a[0]!)[2])
  return [
    ...(z > 0 ? risers.flatMap((riser) => closedShape('riser', camera, riser)) : []),
    ...closedShape(
      'stage',
      camera,
      polygon.map(([x, y]): Place => [x, y, z]),
    ),
    ...boards(polygon).flatMap(([from, to]) => openShape('board', camera, [...from, z], [...to, z])),
  ]
}

/** Lines across the stage, which make its depth visible. */
function boards(polygon: readonly Point[]): [Point, Point][] {
  const ys = polygon.map(([, y]) => y)
  const [back, front] = [Math.min(...ys), Math.max(...ys)]
  const lines = 7
  return Array.from({ length: lines - 1 }, (_, line) => back + ((front - back) * (line + 1)) / lines).flatMap((y) => {
    const xs = polygon
      .flatMap(([ax, ay], i) => {
        const [bx, by] = polygon[(i + 1) % polygon.length]!
        return ay <= y === by > y ? [ax + ((y - ay) / (by - ay)) * (bx - ax)] : []
      })
      .sort((a, b) => a - b)
    return xs.length < 2
      ? []
      : [
          [
            [xs[0]!, y],
            [xs.at(-1)!, y],
          ] as [Point, Point],
        ]
  })
}

/** Three actors, for scale: one in the middle, two towards the corners of the stage. */
export function drawActors(polygon: readonly Point[], [cx, cy]: Point, z: number, camera: Camera): Shape[] {
  const xs = polygon.map(([x]) => x)
  const ys = polygon.map(([, y]) => y)
  const [wide, deep] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)]
  const spots: Point[] = [
    [cx, cy],
    [cx - wide * 0.24, cy - deep * 0.16],
    [cx + wide * 0.2, cy + deep * 0.2],
  ]
  return spots
    .filter(([x, y]) => encloses(polygon, x, y))
    .map(([x, y]) => ({ feet: camera.draw([x, y, z]), head: camera.draw([x, y, z + actorHeight]) }))
    .flatMap(({ feet, head }) => (feet && head ? [{ feet, tall: feet.y - head.y }] : []))
    .sort((a, b) => b.feet.depth - a.feet.depth)
    .map(({ feet, tall }) => ({ is: 'actor', path: figure(feet, tall) }))
}
