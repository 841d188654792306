import { expect, test } from 'vitest'
import { maskOf, passes, stateName, stateOf } from './seat-status.ts'

const hall = {
  outlook: Uint8Array.of(0, 1, 2, 0, 1, 2, 0),
  bandOf: Uint8Array.of(2, 2, 2, 255, 2, 2, 3),
  selected: new Set([0, 1]),
  mine: new Set([4, 5]),
}
const name = (seat: number): string => stateName(stateOf(hall, seat))

test('a chosen seat that was taken is taken', () => expect(name(1)).toBe('taken'))
test('a seat in my basket is mine, though it is taken for others', () => expect([name(4), name(5)]).toEqual(['mine', 'mine']))
test('a seat without a price is taken, a hidden one hidden', () => expect([name(3), name(2)]).toEqual(['taken', 'hidden']))
test('any other seat is chosen or free', () => expect([name(0), name(6)]).toEqual(['selected', 'free']))

test('a filter passes seats that pass each of its rules', () => {
  const plan = { type: Uint8Array.of(0, 1, 0), flags: Uint8Array.of(3, 3, 1) }
  const bandOf = Uint8Array.of(2, 2, 3)
  const through = (filters: Parameters<typeof maskOf>[0]): number[] =>
    [0, 1, 2].filter((seat) => passes(maskOf(filters), plan, bandOf, seat))
  expect(through({})).toEqual([0, 1, 2])
  expect(through({ bands: new Set(['a']) })).toEqual([0, 1])
  expect(through({ bands: new Set(['a']), types: new Set(['wheelchair']) })).toEqual([1])
  expect(through({ flags: new Set(['endOfRow', 'stepFree']) })).toEqual([0, 1])
  expect(through({ bands: new Set() })).toEqual([])
})
