import { expect, test } from 'vitest'
import { bareHall, oneArea } from '#fixture'
import { indexSeats } from '#plan-index'
import { rowPlaces } from './rows.ts'

const pitch = 50
/** Two blocks of one row each beside each other, three seats a row, so many centimetres from the one's last seat to the other's first. */
function twoBlocks(aisle: number, labels: readonly [string, string]) {
  const row = (label: string, x: number) => [{ label, places: [0, 1, 2].map((place): [number, number] => [x + place * pitch, 0]) }]
  return bareHall({ left: row(labels[0], 0), right: row(labels[1], 2 * pitch + aisle) })
}
const between = (plan: ReturnType<typeof twoBlocks>): number[] =>
  plan.areas
    .flatMap((area) => rowPlaces(plan, area, indexSeats(plan, pitch)))
    .map(({ x }) => x)
    .filter((x) => x > 2 * pitch && x < plan.x[3]!)

test('rows of one name across a narrow aisle share a letter in its middle', () =>
  expect(between(twoBlocks(110, ['A', 'A']))).toEqual([155]))
test('rows across a wide aisle have a letter each', () => expect(between(twoBlocks(160, ['A', 'A']))).toEqual([150, 210]))
test('rows with different names keep their letters', () => expect(between(twoBlocks(110, ['A', 'B']))).toHaveLength(2))
test('a single seat has one letter', () => {
  const plan = oneArea([
    [[0, 0]],
    [
      [0, 90],
      [50, 90],
    ],
  ])
  expect(rowPlaces(plan, plan.areas[0]!, indexSeats(plan, pitch)).map(({ text }) => text)).toEqual(['0', '1', '1'])
})
