import { describe, expect, test } from 'vitest'
import { bareHall, theatre } from '#fixture'
import { beginsName, findSeatByName } from './named-seat.ts'

const plan = theatre()
const rowC = plan.rows.find(({ label, area }) => label === 'C' && area === 0)!
const any = (): boolean => true
const name = (seat: number | undefined): string | undefined =>
  seat === undefined ? undefined : `${plan.rows[plan.rowOf[seat]!]!.label}${plan.numberOf(seat)}`

test('C14 is row C seat 14', () => expect(name(findSeatByName(plan, 0, 'C14', 0, any))).toBe('C14'))
test('c 14 is row C seat 14', () => expect(name(findSeatByName(plan, 0, 'c 14', 0, any))).toBe('C14'))
test('C alone is the first of row C', () => expect(findSeatByName(plan, 0, 'C', 0, any)).toBe(rowC.firstSeat))
test('C alone skips taken seats, unless the whole row is taken', () => {
  expect(findSeatByName(plan, 0, 'C', 0, (seat) => seat > rowC.firstSeat + 2)).toBe(rowC.firstSeat + 3)
  expect(findSeatByName(plan, 0, 'C', 0, () => false)).toBe(rowC.firstSeat)
})
test('a number alone is a seat of the current row', () => expect(name(findSeatByName(plan, 0, '7', rowC.firstSeat, any))).toBe('C7'))
test('the same name in another area is another seat', () => expect(plan.areaOf[findSeatByName(plan, 1, 'C14', 0, any)!]).toBe(1))
test('an unknown name is not found', () => {
  expect(findSeatByName(plan, 0, 'C99', 0, any)).toBeUndefined()
  expect(findSeatByName(plan, 0, '', 0, any)).toBeUndefined()
})

describe('names of real halls', () => {
  const hall = bareHall({
    A: [
      { label: 'E', numbers: ['17', '18', '18 bis', '1_DA', '12', '1-2'] },
      { label: 'É', numbers: ['1', '18'] },
      { label: 'Å', numbers: ['3'] },
      { label: 'T', numbers: ['1'] },
      { label: 'TA', numbers: ['1'] },
    ].map(({ label, numbers }, row) => ({ label, numbers, places: numbers.map((_, place) => [place * 55, row * 90] as const) })),
  })
  const findName = (typed: string): string | undefined => {
    const seat = findSeatByName(hall, 0, typed, 0, any)
    return seat === undefined ? undefined : `${hall.rows[hall.rowOf[seat]!]!.label} ${hall.numberOf(seat)}`
  }

  test.each([
    ['18 bis', 'E 18 bis'],
    ['18bis', 'E 18 bis'],
    ['E18', 'E 18'],
    ['E18BIS', 'E 18 bis'],
    ['1_da', 'E 1_DA'],
    ['1da', 'E 1_DA'],
    ['12', 'E 12'],
    ['1-2', 'E 1-2'],
    ['É18', 'É 18'],
    ['e\u030118', 'É 18'],
    ['E1', 'É 1'],
    ['A3', 'Å 3'],
    ['å', 'Å 3'],
    ['TA1', 'TA 1'],
  ])('%s is %s', (typed, seat) => expect(findName(typed)).toBe(seat))

  test('a name continues with a letter, a space or a sign where it has them', () => {
    const goesOn = (typed: string): boolean => beginsName(hall, 0, typed, 0)
    expect(['18b', '18 ', 'E18 ', '1_', '1-', 't', 'ta', 'e', 'é', 'a'].filter((typed) => !goesOn(typed))).toEqual([])
    expect(['17 ', '18-', '18d', 'E17b', 'tb', 'Q', 'TA '].filter(goesOn)).toEqual([])
  })
})
