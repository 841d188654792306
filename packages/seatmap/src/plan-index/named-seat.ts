import type { Plan, PlanRow } from '@playhouse/domain/plan'
import { firstSeatOfRow } from './next-seat.ts'

type Reading = (text: string) => string

const asPrinted: Reading = (text) => text.normalize('NFC').replace(/\s/g, ' ').toLocaleUpperCase('en')
const withoutSpaces: Reading = (text) => asPrinted(text).replaceAll(' ', '')
const withoutSigns: Reading = (text) =>
  text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
    .toLocaleUpperCase('en')
const withoutMarks: Reading = (text) => withoutSigns(text).normalize('NFD').replace(/\p{M}/gu, '')
/** Normalisations of a typed name, the strictest first: "É 1-b" also matches "É1-B", "É1B" and "E1B". */
const readings: readonly Reading[] = [withoutSpaces, withoutSigns, withoutMarks]

/**
 * The seat whose name the visitor types: "C14" is row C seat 14, "C" the first of row C that `stops` accepts, "14" seat 14
 * of the current row. The longest row label wins ("AA1" is row AA); only the current area is searched. A full name finds its
 * seat even if it is taken. Spaces, signs and accents may be omitted, unless another seat has that name.
 */
export function findSeatByName(
  plan: Plan,
  area: number,
  typedName: string,
  from: number,
  stops: (seat: number) => boolean,
): number | undefined {
  for (const read of readings) {
    const name = read(typedName)
    const seat = name ? seatNamed(plan, area, name, from, stops, read) : undefined
    if (seat !== undefined) return seat
  }
  return undefined
}

/**
 * Whether the typed text is the beginning of a longer name: "18 b" of "18 bis". A sign or space at its end counts if it is
 * part of the name.
 */
export function beginsName(plan: Plan, area: number, typedName: string, from: number): boolean {
  const ways = /[\p{L}\p{M}\p{N}]$/u.test(typedName) ? readings : [asPrinted]
  return ways.some((read) => {
    const beginning = read(typedName)
    const isBegun = (name: string): boolean => read(name).startsWith(beginning)
    return rowsOf(plan, area).some(({ index, label }) => {
      if (isBegun(label)) return true
      const isHere = index === plan.rowOf[from]
      // Most rows have another label.
      if (!isHere && !beginning.startsWith(read(label))) return false
      return numbersOf(plan, index).some((number) => isBegun(`${label}${number}`) || (isHere && isBegun(number)))
    })
  })
}

function seatNamed(plan: Plan, area: number, name: string, from: number, stops: (seat: number) => boolean, read: Reading) {
  const rows = rowsOf(plan, area)
    .map((row) => ({ row, label: read(row.label) }))
    .filter(({ label }) => label && name.startsWith(label))
    .sort((a, b) => b.label.length - a.label.length)
  for (const { row, label } of rows) {
    const seat =
      name === label
        ? (firstSeatOfRow(plan, row.index, stops) ?? firstSeatOfRow(plan, row.index, () => true))
        : seatOfRow(plan, row.index, name.slice(label.length), read)
    if (seat !== undefined) return seat
  }
  return seatOfRow(plan, plan.rowOf[from]!, name, read)
}

function seatOfRow(plan: Plan, row: number, number: string, read: Reading): number | undefined {
  const place = numbersOf(plan, row).findIndex((one) => read(one) === number)
  return place < 0 ? undefined : plan.rows[row]!.firstSeat + place
}

const rowsOf = (plan: Plan, area: number): readonly PlanRow[] => {
  const { firstRow, rowCount } = plan.areas[area]!
  return plan.rows.slice(firstRow, firstRow + rowCount)
}

const numbersOf = (plan: Plan, row: number): string[] => {
  const { firstSeat, seatCount } = plan.rows[row]!
  return Array.from({ length: seatCount }, (_, place) => plan.numberOf(firstSeat + place))
}
