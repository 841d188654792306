import { expect, test } from 'vitest'
import { bareHall, oneArea } from '#fixture'
import { indexSeats } from '#plan-index'
import { rowPlaces } from './rows.ts'

const pitch = 50
/** Two blocks side by side, each with one row of three seats. @param aisle centimetres between the blocks */
function twoBlocks(aisle: number, labels: readonly [string, string]) {
  const row = (label: string, x: number) => [{ label, places: [0, 1, 2].map((place): [number, number] => [x + place * pitch, 0]) }]
  return bareHall({ left: row(labels[0], 0), right: row(labels[1], 2 * pitch + aisle) })
}
const between = (plan: ReturnType<typeof twoBlocks>): number[] =>
  plan.areas
    .flatMap((area) => rowPlaces(plan, area, indexSeats(plan, pitch)))
    .map(({ x }) => x)
    .filter((x) => x > 2 * pitch && x < plan.x[3]!)

test('rows with the same label across a narrow aisle share one label in its middle', () =>
  expect(between(twoBlocks(110, ['A', 'A']))).toEqual([155]))
test('rows across a wide aisle have one label each', () => expect(between(twoBlocks(160, ['A', 'A']))).toEqual([150, 210]))
test('rows with different labels keep them', () => expect(between(twoBlocks(110, ['A', 'B']))).toHaveLength(2))
test('a row of a single seat is labelled once', () => {
  const plan = oneArea([
    [[0, 0]],
    [
      [0, 90],
      [50, 90],
    ],
  ])
  expect(rowPlaces(plan, plan.areas[0]!, indexSeats(plan, pitch)).map(({ text }) => text)).toEqual(['0', '1', '1'])
})
