import { expect, test } from 'vitest'
import { bowl } from '#fixture'
import { covers, encloses, type Point } from '#plan-index'
import type { Label } from './drawing.ts'
import { addFarName, farForm, type FarName, createFarName } from './far-names.ts'
import { placeOf } from './near-names.ts'

const plan = bowl(1, 8, 4, 6)
const [area] = plan.areas
const tally = { free: 1, seats: 1, mainBand: 0, from: undefined, to: undefined }
const outline: Point[] = [
  [0, 0],
  [420, 0],
  [420, 120],
  [0, 120],
]
const named = (name: string) => createFarName({ area: area!, outline, tally, hasPrice: true } as never, plan, name, 'from £20', '42 left')

test.each([
  ['Block 104', '104'],
  ['Section S-12', '12'],
  ['Tribüne 7b', '7b'],
  ['Gallery 1 left', ''],
  ['Stalls', ''],
  ['104', ''],
  [`Block ${'9'.repeat(20)}`, ''],
])('%s is %j for short', (name, short) => expect(named(name).short).toBe(short))

const linesAt = (block: FarName, k: number): Label[] => {
  const lines: Label[] = []
  addFarName(
    block,
    farForm(block, k),
    () => [0, 0, 0, 1],
    (line) => lines.push(line),
  )
  return lines
}

test('with decreasing scale a block shows name, price and seats left, name and price, name, number, nothing', () => {
  const lines = [1, 0.3, 0.16, 0.12, 0.01].map((k) => linesAt(named('Block 104'), k).map(({ text }) => text))
  expect(lines).toEqual([['Block 104', 'from £20', '42 left'], ['Block 104', 'from £20'], ['Block 104'], ['104'], []])
})

test('three lines do not overlap and stay in their block', () => {
  for (const k of [0.5, 0.7, 1, 2]) {
    const places = linesAt(named('Block 104'), k).map((line) => placeOf(line, k))
    expect(places.length).toBe(3)
    expect(places.flatMap((place, at) => places.slice(at + 1).filter((other) => covers(place, other)))).toEqual([])
    for (const { x, y, width, height } of places) {
      expect(encloses(outline, x, y)).toBe(true)
      expect(encloses(outline, x + width, y + height)).toBe(true)
    }
  }
})

test.each([
  ['left', -1_000, -1],
  ['right', 1_000, 1],
] as const)('the name of a thin gallery to the %s is upright and inside it', (_, x, turn) => {
  const strip: Point[] = [
    [x, 0],
    [x + 40, 0],
    [x + 40, 420],
    [x, 420],
  ]
  const hall = { ...plan, viewBox: { x: -2_000, y: 0, width: 4_000, height: 2_000 } }
  const gallery = createFarName({ area, outline: strip, tally, hasPrice: true } as never, hall, 'Gallery', 'from £20', '42 left')
  const [name, ...rest] = linesAt(gallery, 0.4)
  expect([name, rest]).toMatchObject([{ text: 'Gallery', turn }, []])
  const place = placeOf(name!, 0.4)
  expect(encloses(strip, place.x, place.y)).toBe(true)
  expect(encloses(strip, place.x + place.width, place.y + place.height)).toBe(true)
})
