import { expect, test } from 'vitest'
import { createFling } from './fling.ts'

/** A drag of steps of so many pixels, one in 16 ms, lifted so long after the last. */
function drag(steps: readonly number[], rest: number, k = 1) {
  const fling = createFling()
  fling.begin({ x: 0, y: 0, k: 1 }, 0)
  let [x, at] = [0, 0]
  for (const step of steps) fling.move({ x: (x += step), y: 0, k: 1 }, (at += 16))
  return { x, thrown: fling.end({ x, y: 0, k }, at + rest) }
}

test('a drag released at speed glides in its direction, farther at higher speed', () => {
  const [slow, fast] = [drag([8, 8, 8, 8, 8], 8), drag([24, 24, 24, 24, 24], 8)]
  expect(slow.thrown!.camera.x - slow.x).toBeGreaterThan(40)
  expect(fast.thrown!.camera.x - fast.x).toBeCloseTo(3 * (slow.thrown!.camera.x - slow.x))
  expect(fast.thrown!.camera).toMatchObject({ y: 0, k: 1 })
})

test('it starts gliding at the speed of the drag', () => {
  const { x, thrown } = drag([16, 16, 16, 16, 16], 4)
  const share = 1 - (1 - 1 / thrown!.time) ** 3
  expect((thrown!.camera.x - x) * share).toBeCloseTo(1, 1)
})

test.each([
  ['put down after a rest', drag([24, 24, 24], 100)],
  ['moved slowly', drag([2, 2, 2, 2], 8)],
  ['only pressed', drag([], 8)],
  ['a pinch', drag([24, 24, 24], 8, 1.2)],
])('what was %s stays where it is', (_what, { thrown }) => expect(thrown).toBeUndefined())

test('one quick move also starts a glide', () => expect(drag([24], 8).thrown).toBeDefined())

test('only the end of a drag counts, independent of the previous drag', () => {
  expect(drag([40, 40, 40, 40, ...Array.from({ length: 8 }, () => 1)], 8).thrown).toBeUndefined()
  const fling = createFling()
  fling.move({ x: 0, y: 0, k: 1 }, 0)
  fling.begin({ x: 90, y: 0, k: 1 }, 8)
  fling.move({ x: 91, y: 0, k: 1 }, 16)
  expect(fling.end({ x: 91, y: 0, k: 1 }, 20)).toBeUndefined()
})
