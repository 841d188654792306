import { isBeside, isWhole, type OpenHall, type Plan } from '@playhouse/domain/plan'
import type { Choice } from './choice.ts'
import { type House, priceAt } from './house.ts'

/** Seats as good as those that went, in their place. */
export type Substitute = {
  /** The whole choice as it would be. */
  readonly choice: Choice
  /** The seats that would be new in it. */
  readonly seats: readonly number[]
  /** There is no room beside those who still have seats: everybody would move. */
  readonly movesAll: boolean
  /** The whole choice would sit side by side. */
  readonly isTogether: boolean
}

type Placed = { readonly index: number; readonly priceType: string }

/**
 * The nearest seats that equal those that went: same band, same type of seat, same price types at the same prices; side by
 * side if the party sat so, beside those who still have seats or, where there is no room, all of them elsewhere.
 * @param before the choice as it was @param lost those of its seats that went
 * @param hall its open seats are free, for sale to this visitor, not theirs already, and let through by their filters
 * @param isAllowed whether the house takes these seats as one choice
 * @returns undefined when there is nothing as good: never something else
 */
export function findSubstitute(
  before: Choice,
  lost: readonly string[],
  house: House,
  hall: OpenHall,
  isAllowed: (seats: readonly number[]) => boolean = () => true,
): Substitute | undefined {
  const { plan } = house
  const party = place(before, plan)
  const gone = party.filter(({ index }) => lost.includes(plan.idOf(index)))
  const kept = party.filter((one) => !gone.includes(one))
  if (gone.length === 0 || party.length !== before.length) return undefined

  const isTogether = sitsTogether(plan, party)
  const accept = (moving: readonly Placed[], seats: readonly number[] | undefined): Substitute | undefined => {
    const seated = seats && seat(moving, seats, house)
    if (!seated) return undefined
    const next = [...party.filter((one) => !moving.includes(one)), ...seated]
    const indices = next.map(({ index }) => index)
    if (!isWhole(house.blocks, indices) || !isAllowed(indices)) return undefined
    const choice = next.map(({ index, priceType }) => ({ seat: plan.idOf(index), priceType }))
    return { choice, seats: seated.map(({ index }) => index).toSorted((a, b) => a - b), movesAll: moving.length > gone.length, isTogether }
  }
  const staying = new Set(kept.map(({ index }) => index))
  const isFree = (index: number): boolean => hall.isOpen(index) && !staying.has(index)

  if (!isTogether) return accept(gone, oneByOne(gone, house, isFree))
  if (kept.length > 0)
    for (const row of windows(plan, party, (index) => isFree(index) || staying.has(index))) {
      if (!kept.every(({ index }) => row.includes(index))) continue
      const found = accept(
        gone,
        row.filter((index) => !staying.has(index)),
      )
      if (found) return found
    }
  for (const row of windows(plan, party, isFree)) {
    const found = accept(party, row)
    if (found) return found
  }
  return undefined
}

const place = (choice: Choice, plan: Plan): Placed[] =>
  choice.flatMap(({ seat: id, priceType }) => {
    const index = plan.indexOf(id)
    return index === undefined ? [] : [{ index, priceType }]
  })

function sitsTogether(plan: Plan, party: readonly Placed[]): boolean {
  const seats = party.map(({ index }) => index).sort((a, b) => a - b)
  return seats.length > 1 && seats.every((index, i) => i === 0 || isBeside(plan, seats[i - 1]!, index))
}

/** What makes two seats equal: what they cost at every price type, and what kind of seat they are. */
const kindOf = ({ plan, bandOf }: House, index: number): string => `${bandOf[index]}/${plan.type[index]}`

/** Gives each of some people a seat equal to the one they had; undefined where one of them would go without. */
function seat(moving: readonly Placed[], seats: readonly number[], house: House): Placed[] | undefined {
  const left = [...seats]
  const seated = moving.flatMap(({ index, priceType }) => {
    const at = left.findIndex(
      (other) => kindOf(house, other) === kindOf(house, index) && priceAt(house, other, priceType)?.priceType.id === priceType,
    )
    return at < 0 ? [] : [{ index: left.splice(at, 1)[0]!, priceType }]
  })
  return seated.length === moving.length && left.length === 0 ? seated : undefined
}

/** For each the nearest equal seat that nobody before them was given. */
function oneByOne(gone: readonly Placed[], house: House, isFree: (index: number) => boolean): number[] | undefined {
  const { plan } = house
  const given = new Set<number>()
  for (const { index } of gone) {
    let nearest: number | undefined
    for (let other = 0; other < plan.seatCount; other++) {
      if (!isFree(other) || given.has(other) || kindOf(house, other) !== kindOf(house, index)) continue
      if (nearest === undefined || distance(plan, [index], [other]) < distance(plan, [index], [nearest])) nearest = other
    }
    if (nearest === undefined) return undefined
    given.add(nearest)
  }
  return [...given]
}

/** Every way to sit a party side by side on seats that pass, the nearest to where it sat first. */
function windows(plan: Plan, party: readonly Placed[], passes: (index: number) => boolean): number[][] {
  const size = party.length
  const found: number[][] = []
  let run = 0
  for (let index = 0; index < plan.seatCount; index++) {
    run = passes(index) ? (index > 0 && run > 0 && isBeside(plan, index - 1, index) ? run + 1 : 1) : 0
    if (run >= size) found.push(Array.from({ length: size }, (_, i) => index - size + 1 + i))
  }
  const home = party.map(({ index }) => index)
  const far = new Map(found.map((row) => [row, distance(plan, home, row)]))
  return found.sort((a, b) => far.get(a)! - far.get(b)!)
}

/** Between the middles of two groups, in the plan's units; a storey counts as much as it is high. */
function distance(plan: Plan, from: readonly number[], to: readonly number[]): number {
  const middle = (axis: ArrayLike<number>, seats: readonly number[]): number =>
    seats.reduce((sum, index) => sum + axis[index]!, 0) / seats.length
  return Math.hypot(...[plan.x, plan.y, plan.z].map((axis) => middle(axis, from) - middle(axis, to)))
}
