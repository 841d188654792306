import type { Plan } from '@playhouse/domain/plan'
import { type Eye, eyeLevel } from './eye.ts'
import { drawPeople, drawRails } from './hall-scene.ts'
import { hallShape } from './hall-shape.ts'
import { lookAt, type Place } from './perspective.ts'
import type { Shape } from './shape.ts'
import { drawActors, drawStage, drawWall } from './stage-scene.ts'
import { actorHeight } from './view-from.ts'

/** The view from a seat as shapes, the farthest first. Every seat in front is assumed to be occupied by an adult. */
export function drawView(plan: Plan, seat: number, eye: Eye): Shape[] {
  const shape = hallShape(plan)
  const at: Place = [plan.x[seat]!, plan.y[seat]!, eyeLevel(plan, seat, eye)]
  const { polygon, z } = plan.stage
  const floor = polygon.map(([x, y]): Place => [x, y, z])
  const camera = lookAt(at, [...floor, ...floor.map(([x, y]): Place => [x, y, z + actorHeight])])
  const middle = camera.toEyeSpace([...shape.centre, z])[2]
  const house = [...drawPeople(plan, seat, camera), ...drawRails(plan, shape, seat, camera)].sort((a, b) => b.depth - a.depth)
  const itemsBehind = house.filter((item) => item.depth > middle)
  const before = house.filter((item) => item.depth <= middle)
  return [
    ...(shape.sides.includes(180) ? [] : drawWall(polygon, z, camera)),
    ...itemsBehind.flatMap((item) => item.shapes),
    ...drawStage(polygon, z, camera),
    ...drawActors(polygon, shape.centre, z, camera),
    ...before.flatMap((item) => item.shapes),
  ]
}
