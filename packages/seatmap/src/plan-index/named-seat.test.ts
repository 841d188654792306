import { expect, test } from 'vitest'
import { theatre } from '#fixture'
import { findSeatByName } from './named-seat.ts'

const plan = theatre()
const rowC = plan.rows.find(({ label, area }) => label === 'C' && area === 0)!
const any = (): boolean => true
const name = (seat: number | undefined): string | undefined =>
  seat === undefined ? undefined : `${plan.rows[plan.rowOf[seat]!]!.label}${plan.numberOf(seat)}`

test('C14 is row C seat 14', () => expect(name(findSeatByName(plan, 0, 'C14', 0, any))).toBe('C14'))
test('typed small and with a space', () => expect(name(findSeatByName(plan, 0, 'c 14', 0, any))).toBe('C14'))
test('C alone is the first of row C', () => expect(findSeatByName(plan, 0, 'C', 0, any)).toBe(rowC.firstSeat))
test('C alone passes what is taken, unless all of the row is', () => {
  expect(findSeatByName(plan, 0, 'C', 0, (seat) => seat > rowC.firstSeat + 2)).toBe(rowC.firstSeat + 3)
  expect(findSeatByName(plan, 0, 'C', 0, () => false)).toBe(rowC.firstSeat)
})
test('a number alone is in the row one is in', () => expect(name(findSeatByName(plan, 0, '7', rowC.firstSeat, any))).toBe('C7'))
test('the same name in another area is another seat', () => expect(plan.areaOf[findSeatByName(plan, 1, 'C14', 0, any)!]).toBe(1))
test('what is not there is not found', () => {
  expect(findSeatByName(plan, 0, 'C99', 0, any)).toBeUndefined()
  expect(findSeatByName(plan, 0, '', 0, any)).toBeUndefined()
})
