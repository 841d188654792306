import { expect, test } from 'vitest'
import { bowl } from '#fixture'
import { type Point } from '#plan-index'
import { farForm, farName } from './names-far.ts'
import { textSizes } from './fitting.ts'

const plan = bowl(1, 8, 4, 6)
const [area] = plan.areas
const tally = { free: 1, seats: 1, mainBand: 0, from: undefined, to: undefined }
const outline: Point[] = [
  [0, 0],
  [420, 0],
  [420, 120],
  [0, 120],
]
const named = (name: string) => farName({ area: area!, outline, tally, priced: true } as never, plan, name, 'from £20')

test.each([
  ['Block 104', '104'],
  ['Section S-12', '12'],
  ['Tribüne 7b', '7b'],
  ['Gallery 1 left', ''],
  ['Stalls', ''],
  ['104', ''],
  [`Block ${'9'.repeat(20)}`, ''],
])('%s is %j for short', (name, short) => expect(named(name).short).toBe(short))

test('from near to far a block says name and price, its name, its number, nothing', () => {
  const block = named('Block 104')
  const forms = [1, 0.16, 0.12, 0.01].map((k) => Math.floor(farForm(block, k) / textSizes.length))
  expect(forms).toEqual([0, 1, 2, -1])
})
