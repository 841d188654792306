import { isStandingPlace, metresToStage, type Plan, typeOf } from '@playhouse/domain/plan'
import type { Point } from '#plan-index'
import { type Eye, eyeLevel } from './eye.ts'
import { bearing, facingOf, hallShape } from './hall-shape.ts'
import { obstaclesBefore } from './obstacle.ts'
import { hasRail, railTop } from './rail.ts'
import { type Obstruction, lowestVisible, type Viewpoint } from './sight-line.ts'

/** The visible part of the stage from one place, with an adult in every seat in front. */
export type SeatView = {
  /** Visible share of the acting space: every point of the stage, from its floor to an actor's height. 0 to 1. */
  readonly share: number
  /** Visible share of the stage's floor. 0 to 1. */
  readonly floor: number
  /** Hidden shares by kind of obstruction, largest first; their sum is `1 - share`. */
  readonly obstructions: readonly { readonly by: Obstruction; readonly share: number }[]
  /** Horizontal angle of view of the stage from the seat, in degrees, towards its middle. */
  readonly angle: number
  /**
   * Angle between the line of sight to the stage's middle and the nearest audience side of the stage, in degrees; 0 is
   * straight on.
   */
  readonly offAxis: number
  /** Straight distance to the nearest edge of the stage, in metres. */
  readonly metres: number
  /** Height of the eye above the stage's floor, in metres; negative below it. */
  readonly eyeHeight: number
  /** The theatre states that more is hidden, for example by a pillar, which plans do not draw: `share` is the upper limit. */
  readonly isRestricted: boolean
  /** A standing place without a fixed position: the view is from the middle of its area. */
  readonly isStanding: boolean
}

/** Height of a standing actor, centimetres. */
export const actorHeight = 170

/**
 * The view from a seat, computed from the plan alone: lines of sight to points all over the stage, past heads, rails and
 * gallery fronts. A higher eye or fewer people never make it worse.
 * @param isOccupied whether a seat in front is occupied; all by default
 */
export function viewFrom(plan: Plan, seat: number, eye: Eye, isOccupied?: (seat: number) => boolean): SeatView {
  const shape = hallShape(plan)
  const [x, y, eyeZ] = [plan.x[seat]!, plan.y[seat]!, eyeLevel(plan, seat, eye)]
  const { stage } = plan
  const viewpoint: Viewpoint = {
    x,
    y,
    eyeZ,
    stage,
    obstacles: obstaclesBefore(plan, shape, seat, eyeZ, isOccupied),
    ownRail: hasRail(plan, seat) ? { top: railTop(plan, seat), facing: facingOf(plan, seat, shape.centre) } : undefined,
  }
  let floor = 0
  const hiddenAmounts: Record<Obstruction, number> = { heads: 0, rail: 0, edge: 0 }
  for (const spot of shape.spots) {
    const { height, by } = lowestVisible(viewpoint, spot)
    if (by) hiddenAmounts[by] += Math.min(1, (height - stage.z) / actorHeight)
    else floor += 1
  }
  const shareOf = (amount: number): number => amount / shape.spots.length
  return {
    share: Math.max(0, 1 - shareOf(hiddenAmounts.heads + hiddenAmounts.rail + hiddenAmounts.edge)),
    floor: shareOf(floor),
    obstructions: (['heads', 'rail', 'edge'] as const)
      .filter((by) => hiddenAmounts[by] > 0)
      .map((by) => ({ by, share: shareOf(hiddenAmounts[by]) }))
      .sort((a, b) => b.share - a.share),
    angle: spanOf(viewpoint, shape.centre),
    offAxis: Math.min(...shape.sides.map((side) => turnBetween(bearing(x - shape.centre[0], y - shape.centre[1]), side))),
    metres: metresToStage(plan, seat),
    eyeHeight: Math.round((eyeZ - stage.z) / 10) / 10,
    isRestricted: typeOf(plan, seat) === 'restricted-view',
    isStanding: isStandingPlace(plan, seat),
  }
}

/** Degrees between two directions, 0 to 180. */
const turnBetween = (a: number, b: number): number => Math.abs(wrap(a - b))
const wrap = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180

/** Horizontal angle of the stage towards its middle, in degrees; from high above it is smaller than on the plan. */
function spanOf({ x, y, eyeZ, stage }: Viewpoint, [cx, cy]: Point): number {
  const [flat, drop] = [Math.hypot(cx - x, cy - y), stage.z - eyeZ]
  const distance = Math.hypot(flat, drop) || 1
  const middle = bearing(cx - x, cy - y)
  const turnedPolygon = stage.polygon.map(([px, py]) => {
    const turn = (wrap(bearing(px - x, py - y) - middle) * Math.PI) / 180
    const cornerDistance = Math.hypot(px - x, py - y)
    return bearing(Math.sin(turn) * cornerDistance, (Math.cos(turn) * cornerDistance * flat + drop * drop) / distance)
  })
  return Math.max(...turnedPolygon) - Math.min(...turnedPolygon)
}
