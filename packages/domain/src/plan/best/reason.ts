import { usualGap } from '../adjacency/adjacent.ts'
import { factsOf, type ViewOfStage, viewsOfStage } from '../sightline/facts.ts'
import type { Plan } from '../model/plan.ts'
import { isStandingPlace } from '../seating.ts'
import { isSurrounded, stageCentre } from '../sightline/stage.ts'
import { canFind, findBest } from './find-best.ts'
import { layoutOf } from './layout.ts'
import { type BookableHall, type BestSeatsRequest, type BestSeatsResult, seatStatus } from './request.ts'

/** The reasons why no better seats were returned. */
export const betterReasons = ['taken', 'price', 'area', 'needs', 'alone', 'seen'] as const
/**
 * `taken`: better seats are taken. `price`, `area`, `needs`: there are better ones at another price, in another part of
 * the hall, or without the needs. `alone`: better ones would leave an orphan seat. `seen`: they were shown before.
 */
export type BetterReason = (typeof betterReasons)[number]

export const reasonPlaces = ['middle', 'near-middle', 'side', 'around'] as const
/** Position of the seats across the hall; `around` if people sit on all sides of the stage. */
export type ReasonPlace = (typeof reasonPlaces)[number]

/** Facts that explain the choice of seats; the client puts them into words. */
export type BestReason = {
  readonly how: BestSeatsResult['how']
  /** Number of adjacent seats in each part, in the order of the plan. */
  readonly parts: readonly number[]
  /** Rows that the parts are in. */
  readonly rows: number
  readonly place: ReasonPlace
  /** Rows before the nearest of them. */
  readonly rowsInFront: number
  /** The worst of their views. */
  readonly view: ViewOfStage
  readonly notBetter: readonly BetterReason[]
}

/** The merits of the seats in a result, and the obstacles to better ones. */
export function reasonFor(hall: BookableHall, wish: BestSeatsRequest, bestSeats: BestSeatsResult): BestReason {
  const { plan } = hall
  const facts = bestSeats.seats.map((seat) => factsOf(plan, seat))
  const views = facts.map(({ viewOfStage }) => viewOfStage)
  return {
    how: bestSeats.how,
    parts: bestSeats.how === 'together' ? [bestSeats.seats.length] : partsOf(bestSeats.seats),
    rows: new Set(bestSeats.seats.map((seat) => plan.rowOf[seat])).size,
    place: placeOf(plan, bestSeats.seats),
    rowsInFront: Math.min(...facts.map(({ rowsInFront }) => rowsInFront)),
    view: viewsOfStage.findLast((view) => views.includes(view)) ?? 'front',
    notBetter: whyNotBetter(hall, wish, bestSeats),
  }
}

function partsOf(seats: readonly number[]): number[] {
  const parts: number[] = []
  seats.forEach((seat, place) => {
    if (place > 0 && seat === seats[place - 1]! + 1) parts[parts.length - 1]! += 1
    else parts.push(1)
  })
  return parts
}

/** Shares of the hall's half width. */
const [middle, nearMiddle] = [0.15, 0.45]

function placeOf(plan: Plan, seats: readonly number[]): ReasonPlace {
  if (isSurrounded(plan)) return 'around'
  const [cx] = stageCentre(plan)
  const offset = Math.abs(seats.reduce((sum, seat) => sum + plan.x[seat]!, 0) / seats.length - cx)
  const { halfWidth } = layoutOf(plan, undefined)
  // In a small hall, two seats off the centre still count as the middle.
  if (offset <= Math.max(halfWidth * middle, usualGap(plan) * 2)) return 'middle'
  return offset <= halfWidth * nearMiddle ? 'near-middle' : 'side'
}

function whyNotBetter(hall: BookableHall, wish: BestSeatsRequest, bestSeats: BestSeatsResult): BetterReason[] {
  const { plan } = hall
  /** Minimum difference that counts as better: a seat's width per person. */
  const worthSaying = bestSeats.score - bestSeats.seats.length * usualGap(plan)
  // All results have one size and kind: any better one proves as much as the best.
  const isPlain = !hall.blocks && !layoutOf(plan, hall.blocks).hasFloor
  const isBetter = (change: Partial<BestSeatsRequest>, other: Partial<BookableHall> = {}, upTo: number = seatStatus.free): boolean => {
    const [another, wished] = [
      { ...hall, ...other },
      { ...wish, ...change, together: true },
    ]
    if (isPlain) return canFind(another, wished, bestSeats.how === 'split' ? Infinity : worthSaying, upTo)
    const [best] = findBest(another, wished, 1, upTo)
    if (best?.seats.length !== bestSeats.seats.length) return false
    return bestSeats.how === 'split' || best.score < worthSaying || (stands(bestSeats) && !stands(best))
  }
  const stands = ({ seats }: BestSeatsResult): boolean => isStandingPlace(plan, seats[0]!)
  const reasons: Record<BetterReason, () => boolean> = {
    taken: () => isBetter({}, {}, seatStatus.taken),
    price: () => wish.bands !== undefined && isBetter({ bands: undefined }),
    area: () => wish.area !== undefined && isBetter({ area: undefined }),
    needs: () => (wish.needs ?? []).length > 0 && isBetter({ needs: [] }),
    alone: () => hall.orphans !== 'off' && !hall.blocks && isBetter({}, { orphans: 'off' }),
    seen: () => (wish.excludedSeats ?? []).length > 0 && isBetter({ excludedSeats: [] }),
  }
  return betterReasons.filter((reason) => reasons[reason]())
}
