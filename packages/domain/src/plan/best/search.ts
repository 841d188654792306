import { canBeOrphan, usualGap } from '../adjacency/adjacent.ts'
import { hasFlag } from '../model/plan.ts'
import { seatTypes } from '../model/seat-type.ts'
import { type Layout, layoutOf } from './layout.ts'
import { type BookableHall, type BestSeatsRequest, type CompiledNeeds, compileNeeds, seatStatus } from './request.ts'

/** One request in one hall, laid out as arrays. */
export type Search = Layout & {
  readonly hall: BookableHall
  readonly request: BestSeatsRequest
  readonly needs: CompiledNeeds
  /** Whether a seat may be part of a result. */
  readonly fits: (seat: number) => boolean
  /** A lower bound of the first free seat from a seat on, by which the search skips most of a nearly sold-out hall. */
  readonly nextOpen: (seat: number) => number
  /** Whether a seat is available, to this visitor or a request like this one. */
  readonly isOpen: (seat: number) => boolean
  /** Cost, for each person, of one more price band and of one more orphan seat. */
  readonly perBand: number
  readonly perOrphan: number
}

/** An orphan seat or a second price has the same weight as this many seats of distance. */
const penaltySeats = 4
/** More than any distance: where the policy refuses it, everything else is better. */
const refusedPenalty = 2 ** 26

/** @param upTo seats up to this status count as free: `taken` for the hall with no seat sold */
export function beginSearch(hall: BookableHall, request: BestSeatsRequest, upTo: number = seatStatus.free): Search {
  const { plan, bandOf, seats, blocks } = hall
  const needs = compileNeeds(request.needs)
  const perBand = Math.round(penaltySeats * usualGap(plan))
  const inBand = new Uint8Array(256).fill(Number(!request.bands))
  for (const band of request.bands ?? []) inBand[band] = 1
  const excludedSeats = new Set(request.excludedSeats)
  const { area } = request
  const { flags, mayBe } = needs
  const isOpen = (seat: number): boolean => seats[seat]! <= upTo
  const nextFree = (from: number): number => {
    const free = seats.indexOf(seatStatus.free, from)
    return free < 0 ? seats.length : free
  }
  return {
    ...layoutOf(plan, blocks),
    hall,
    request,
    needs,
    isOpen,
    nextOpen: upTo === seatStatus.free ? nextFree : (seat) => seat,
    fits: (seat) =>
      seats[seat]! <= upTo &&
      inBand[bandOf[seat]!] === 1 &&
      mayBe[plan.type[seat]!] === 1 &&
      (plan.flags[seat]! & flags) === flags &&
      (area === undefined || plan.areaOf[seat] === area) &&
      !(excludedSeats.size > 0 && excludedSeats.has(seat)),
    perBand,
    perOrphan: blocks || hall.orphans === 'off' ? 0 : hall.orphans === 'warn' ? perBand : refusedPenalty,
  }
}

/** Cost of one seat for this request. */
export const costAt = ({ cost, needs, hall: { plan } }: Search, seat: number): number => cost[seat]! + needs.extra[plan.type[seat]!]!

/** Whether the seats from `first` to `last` contain only whole blocks. */
export function cutsNoBlock({ blockOf }: Search, first: number, last: number): boolean {
  if (!blockOf) return true
  const [block, end] = [blockOf[first]!, blockOf[last]!]
  return (block === 0 || blockOf[first - 1] !== block) && (end === 0 || blockOf[last + 1] !== end)
}

/** The number of orphan seats if the seats from one to another were taken: see `orphansOf`. */
export function orphansBeside({ hall: { plan }, joinedToNext, isOpen }: Search, first: number, last: number): number {
  let orphans = 0
  const isOpenBefore = (seat: number): boolean => seat > 0 && joinedToNext[seat - 1] === 1 && isOpen(seat - 1)
  const isOpenAfter = (seat: number): boolean => joinedToNext[seat] === 1 && isOpen(seat + 1)
  if (isOpenBefore(first) && !isOpenBefore(first - 1)) orphans += Number(canBeOrphan(plan, first - 1) && canBeOrphan(plan, first))
  if (isOpenAfter(last) && !isOpenAfter(last + 1)) orphans += Number(canBeOrphan(plan, last + 1) && canBeOrphan(plan, last))
  return orphans
}

/** Number of price bands of the seats. */
export function bandsAmong({ hall: { bandOf }, request: { bands } }: Search, seats: readonly number[]): number {
  return bands?.size === 1 ? 1 : new Set(seats.map((seat) => bandOf[seat])).size
}

/** The same for adjacent seats, which mostly have one band. */
export function bandsBetween({ hall: { bandOf }, request: { bands } }: Search, first: number, last: number): number {
  if (bands?.size === 1) return 1
  for (let seat = first + 1; seat <= last; seat++) if (bandOf[seat] !== bandOf[first]) return new Set(bandOf.subarray(first, last + 1)).size
  return 1
}

const [space, companion] = [seatTypes.indexOf('wheelchair'), seatTypes.indexOf('companion')]

/**
 * Whether the seats together meet the needs that not every seat must meet: one wheelchair space with a companion seat beside
 * it, an aisle seat, ….
 */
export function meetsNeeds({ hall: { plan }, needs, joinedToNext }: Search, seats: readonly number[]): boolean {
  if (needs.wheelchair) {
    const spaces = seats.filter((seat) => plan.type[seat] === space)
    if (spaces.length !== 1) return false
    const isBeside = (seat: number): boolean =>
      plan.type[seat] === companion && joinedToNext[Math.min(seat, spaces[0]!)] === 1 && Math.abs(seat - spaces[0]!) === 1
    if (needs.companion && !seats.some(isBeside)) return false
  }
  if (needs.endOfRow && !seats.some((seat) => hasFlag(plan, seat, 'endOfRow'))) return false
  return needs.kinds.every((kind) => seats.some((seat) => plan.type[seat] === kind))
}
