import type { Plan } from './model/plan.ts'
import { isStandingArea, standingPlaces } from './seating.ts'
import { fail, ok, type Result } from '../result.ts'

/** Seats as a customer at the counter names them, and the price they asked for, if any. */
export type SeatCall = { readonly seats: readonly number[]; readonly price: string | undefined }
/** The reason why a call cannot be read; `said` is the part of it. `several`: the areas that have such seats. */
export type SeatCallProblem = { readonly said: string } & (
  | { readonly kind: 'unreadable' | 'unknown' | 'too-few' }
  | { readonly kind: 'several'; readonly areas: readonly number[] }
)
export type SeatCallContext = {
  readonly plan: Plan
  /** Index of the area of the last call: of several rows with one name, the row in this area is meant. */
  readonly nearArea: number | undefined
  readonly isOpen: (seat: number) => boolean
}

/** Separators of calls: `;`, `+`, or a comma before a letter. A comma before a number continues a list of seats. */
const parts = /\s*(?:[;+]|,(?=\s*\p{L}))\s*/u
/** `pit*4`: a number of standing places. */
const floor = /^(?<area>.+?)\s*\*\s*(?<count>\d{1,3})$/u
/** `c14-15`, `st c14,16`, `gallery 1 b4`, `27/4`: a row and its seats. A row whose label is a number has a slash after it. */
const row = /^(?:(?<area>.+?)\s+)?(?:(?<letters>\p{L}{1,4})\s*|(?<label>[\p{L}\d]{1,8})\s*\/\s*)(?<numbers>\d[\d\s,-]*)$/u

/** Reads a call such as `c14-15`, `st c14; g1 a3=conc` or `pit*4`. A range follows the order of the seats, not their numbers. */
export function readSeatCall(text: string, hearing: SeatCallContext): Result<SeatCall[], SeatCallProblem> {
  const seatCalls: SeatCall[] = []
  for (const part of text.trim().split(parts)) {
    const [where = '', price] = part.split('=').map((side) => side.trim())
    const seats = seatsOf(where, hearing)
    if (!seats.ok) return seats
    seatCalls.push({ seats: seats.value, price: price || undefined })
  }
  return ok(seatCalls)
}

function seatsOf(text: string, { plan, nearArea, isOpen }: SeatCallContext): Result<readonly number[], SeatCallProblem> {
  const stand = floor.exec(text)?.groups
  if (stand) {
    const area = plan.areas.find(({ index }) => isStandingArea(plan, index) && isCalled(plan, index, stand['area']!))
    if (!area) return fail({ kind: 'unknown', said: text })
    const places = standingPlaces(plan, area.index, Number(stand['count']), [], isOpen)
    return places.length === Number(stand['count']) && places.length > 0 ? ok(places) : fail({ kind: 'too-few', said: text })
  }
  const groups = row.exec(text)?.groups
  if (!groups) return fail({ kind: 'unreadable', said: text })
  const { area, letters, label = letters, numbers } = groups
  const matchingRows = plan.rows.flatMap((one) => {
    const isMeant = one.label.toLowerCase() === label!.toLowerCase() && (area === undefined || isCalled(plan, one.area, area))
    const seats = isMeant && !isStandingArea(plan, one.area) ? seatsByNumber(plan, one, numbers!) : undefined
    return seats ? [{ area: one.area, seats }] : []
  })
  const [onlyRow] = matchingRows.length > 1 ? matchingRows.filter((one) => one.area === nearArea) : matchingRows
  if (onlyRow) return ok(onlyRow.seats)
  return fail(
    matchingRows.length > 1 ? { kind: 'several', said: text, areas: matchingRows.map((one) => one.area) } : { kind: 'unknown', said: text },
  )
}

/** Whether a call names this area: the area's name or id, or a word of its name, begins with it. */
function isCalled({ areas }: Plan, area: number, text: string): boolean {
  const { id, name } = areas[area]!
  const wantedName = text.toLowerCase()
  const words = name.toLowerCase().split(/[^\p{L}\d]+/u)
  const initials = words.map((word) => (/^\d/.test(word) ? word : (word[0] ?? ''))).join('')
  return (
    id.toLowerCase().startsWith(wantedName) ||
    words.some((_, from) => words.slice(from).join(' ').startsWith(wantedName)) ||
    initials === wantedName
  )
}

/** Seats of a row by their numbers, `14-15`, `14,16` or `14 16`; undefined if the row lacks one of them. */
function seatsByNumber(plan: Plan, { firstSeat, seatCount }: Plan['rows'][number], text: string): number[] | undefined {
  const at = (number: string): number => {
    for (let place = 0; place < seatCount; place++) if (plan.numberOf(firstSeat + place) === number) return firstSeat + place
    return -1
  }
  const seats = new Set<number>()
  for (const one of text.replaceAll(/\s*-\s*/g, '-').split(/[\s,]+/)) {
    if (one === '') continue
    const [from = -1, to = from] = one.split('-').map(at)
    if (from < 0 || to < 0 || one.split('-').length > 2) return undefined
    for (let seat = Math.min(from, to); seat <= Math.max(from, to); seat++) seats.add(seat)
  }
  return seats.size > 0 ? [...seats] : undefined
}
