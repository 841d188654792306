import type { Plan } from '@playhouse/domain/plan'
import { firstSeatOfRow } from './next-seat.ts'

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s.\-–]/g, '')
    .toLocaleUpperCase('en')

/**
 * The seat somebody types the name of: "C14" is row C seat 14, "C" the first of row C that `stops` accepts, "14" seat 14
 * of the row they are in. The longest row label wins ("AA1" is row AA), the current area only. A seat named in full is
 * found though it is taken: it says so.
 */
export function findSeatByName(
  plan: Plan,
  area: number,
  typed: string,
  from: number,
  stops: (seat: number) => boolean,
): number | undefined {
  const name = plain(typed)
  if (!name) return undefined
  const { firstRow, rowCount } = plan.areas[area]!
  const rows = plan.rows
    .slice(firstRow, firstRow + rowCount)
    .map((row) => ({ row, label: plain(row.label) }))
    .filter(({ label }) => label && name.startsWith(label))
    .sort((a, b) => b.label.length - a.label.length)
  for (const { row, label } of rows) {
    const seat =
      name === label
        ? (firstSeatOfRow(plan, row.index, stops) ?? firstSeatOfRow(plan, row.index, () => true))
        : seatOfRow(plan, row.index, name.slice(label.length))
    if (seat !== undefined) return seat
  }
  return seatOfRow(plan, plan.rowOf[from]!, name)
}

function seatOfRow(plan: Plan, index: number, number: string): number | undefined {
  const row = plan.rows[index]!
  for (let seat = row.firstSeat; seat < row.firstSeat + row.seatCount; seat++) if (plain(plan.numberOf(seat)) === number) return seat
  return undefined
}
