import { joinedSeats } from '../adjacency/adjacent.ts'
import type { SeatBlocks } from '../model/block.ts'
import type { Plan } from '../model/plan.ts'
import { seatTypes } from '../model/seat-type.ts'
import { isStandingArea, isStandingPlace } from '../seating.ts'
import { stageCentre } from '../sightline/stage.ts'
import { costOfSeats } from './cost.ts'

/** A range of seats that no chain crosses: a row, or rows joined by a block. `least` is its lowest cost. */
export type Lane = {
  readonly first: number
  readonly end: number
  readonly least: number
  readonly hasSpace: boolean
  readonly isStanding: boolean
}

/** Precomputed data of a hall for searches: once per plan, and once more where seats are sold in blocks. */
export type Layout = {
  readonly cost: Readonly<Int32Array>
  /** 1 for every seat that is joined to the next one: adjacent, or in the same block. */
  readonly joinedToNext: Readonly<Uint8Array>
  /** The block of a seat, from 1; 0 for none. */
  readonly blockOf: Readonly<Uint32Array> | undefined
  /** The best first: if the lowest cost of a lane is too high already, all later lanes can be skipped. */
  readonly lanes: readonly Lane[]
  /** Whether the hall has a standing floor. */
  readonly hasFloor: boolean
  /** By row: its best cost. */
  readonly leastOf: Readonly<Int32Array>
  /** Rows of seats, the best first. */
  readonly rowsByLeast: readonly number[]
  /** Centimetres from the middle line to the outermost seat. */
  readonly halfWidth: number
}

const ofPlan = new WeakMap<Plan, Layout>()
const ofBlocks = new WeakMap<SeatBlocks, { readonly plan: Plan; readonly layout: Layout }>()

/** The layout of a plan, cached by plan and by blocks. */
export function layoutOf(plan: Plan, blocks: SeatBlocks | undefined): Layout {
  if (!blocks) {
    const layout = ofPlan.get(plan) ?? layOut(plan)
    ofPlan.set(plan, layout)
    return layout
  }
  const cachedLayout = ofBlocks.get(blocks)
  const layout = cachedLayout?.plan === plan ? cachedLayout.layout : withBlocks(plan, blocks, layoutOf(plan, undefined))
  ofBlocks.set(blocks, { plan, layout })
  return layout
}

function layOut(plan: Plan): Layout {
  const [cost, joinedToNext] = [costOfSeats(plan), joinedSeats(plan)]
  const lanes = plan.rows.map(({ firstSeat, seatCount }) => laneOf(plan, cost, firstSeat, firstSeat + seatCount))
  const leastOf = Int32Array.from(lanes, ({ least }) => least)
  const rowsByLeast = plan.rows
    .flatMap(({ index, area }) => (isStandingArea(plan, area) ? [] : [index]))
    .sort((a, b) => leastOf[a]! - leastOf[b]! || a - b)
  const [cx] = stageCentre(plan)
  const halfWidth = plan.x.reduce((most, x) => Math.max(most, Math.abs(x - cx)), 1)
  return {
    cost,
    joinedToNext,
    blockOf: undefined,
    lanes: byLeast(lanes),
    hasFloor: lanes.some(({ isStanding }) => isStanding),
    leastOf,
    rowsByLeast,
    halfWidth,
  }
}

function withBlocks(plan: Plan, blocks: SeatBlocks, layout: Layout): Layout {
  const joinedToNext = Uint8Array.from(layout.joinedToNext)
  const blockOf = new Uint32Array(plan.seatCount)
  blocks.forEach(([first, seats], index) => {
    blockOf.fill(index + 1, first, first + seats)
    joinedToNext.fill(1, first, first + seats - 1)
  })
  const lanes: Lane[] = []
  let first = 0
  for (const row of plan.rows) {
    const end = row.firstSeat + row.seatCount
    if (joinedToNext[end - 1] === 1) continue
    lanes.push(laneOf(plan, layout.cost, first, end))
    first = end
  }
  return { ...layout, joinedToNext, blockOf, lanes: byLeast(lanes) }
}

const space = seatTypes.indexOf('wheelchair')

const laneOf = (plan: Plan, cost: Readonly<Int32Array>, first: number, end: number): Lane => ({
  first,
  end,
  least: cost.subarray(first, end).reduce((least, each) => Math.min(least, each), 2 ** 31 - 1),
  hasSpace: plan.type.subarray(first, end).includes(space),
  isStanding: isStandingPlace(plan, first),
})

const byLeast = (lanes: readonly Lane[]): Lane[] => lanes.toSorted((a, b) => a.least - b.least || a.first - b.first)
