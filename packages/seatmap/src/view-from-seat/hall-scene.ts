import type { Plan } from '@playhouse/domain/plan'
import { crowdOf } from './crowd.ts'
import { headTop } from './eye.ts'
import type { HallShape } from './hall-shape.ts'
import { arm } from './obstacle.ts'
import { type Camera, type Drawn, frame } from './perspective.ts'
import { hasRail, railBefore, railTop } from './rail.ts'
import { bust, closedShape, type Shape } from './shape.ts'

/** A drawn object of the hall, and its distance. */
export type Item = { readonly depth: number; readonly shapes: readonly Shape[] }

/** Maximum number of people in a picture. The nearest are drawn, because they hide the stage. */
const crowd = 260
/** Minimum size of a drawn person, in units of the frame. */
const speck = 1.4
/** Maximum number of drawn pieces of gallery front, and the minimum size of one. */
const fronts = { most: 320, least: 2.5 }

/** The nearest people in the frame and in front of the eye; standing visitors are spread over their area. */
export function drawPeople(plan: Plan, seat: number, camera: Camera): Item[] {
  const heads: Drawn[] = []
  const add = (other: number, x: number, y: number): void => {
    if (Math.hypot(x - plan.x[seat]!, y - plan.y[seat]!) < arm) return
    const head = camera.draw([x, y, headTop(plan, other) - 12])
    if (!head || camera.scaleAt(head.depth) * 24 < speck) return
    if (head.x > -60 && head.x < frame.width + 60 && head.y > -30 && head.y < frame.height + 90) heads.push(head)
  }
  for (const { firstSeat, seatCount, kind } of plan.areas)
    for (let other = firstSeat; kind !== 'standing' && other < firstSeat + seatCount; other++) add(other, plan.x[other]!, plan.y[other]!)
  for (const { seat: other, x, y } of crowdOf(plan)) add(other, x, y)
  return heads
    .sort((a, b) => a.depth - b.depth)
    .slice(0, crowd)
    .map((head) => ({ depth: head.depth, shapes: [{ is: 'person', path: bust(head, camera.scaleAt(head.depth)) }] }))
}

/** Gallery fronts and bars: a band between two neighbours that both have one, and the one before the viewer. */
export function drawRails(plan: Plan, shape: HallShape, seat: number, camera: Camera): Item[] {
  const pieces: { readonly seat: number; readonly depth: number }[] = []
  for (let other = 0; other < plan.seatCount; other++) {
    if (!hasRail(plan, other)) continue
    const [x, , depth] = camera.toEyeSpace([plan.x[other]!, plan.y[other]!, railTop(plan, other)])
    const isOwn = plan.rowOf[other] === plan.rowOf[seat] && Math.abs(other - seat) < 4
    const isSeen = depth > 60 && Math.abs(x) < depth * 2 && camera.scaleAt(depth) * 80 > fronts.least
    if (isOwn || isSeen) pieces.push({ seat: other, depth })
  }
  return pieces
    .sort((a, b) => a.depth - b.depth)
    .slice(0, fronts.most)
    .map(({ seat: other }) => {
      const [a, b] = railBefore(plan, shape, other)
      const [top, foot] = [railTop(plan, other), plan.z[other]! - 25]
      return {
        depth: camera.toEyeSpace([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, top])[2],
        shapes: closedShape('rail', camera, [
          [...a, top],
          [...b, top],
          [...b, foot],
          [...a, foot],
        ]),
      }
    })
}
