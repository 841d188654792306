import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Gesture, Spot } from './index.ts'
import { idle, mouseTarget, tapMeans, touchTarget } from './index.ts'

const follow = (
  events: readonly (readonly ['down' | 'move' | 'up', Spot])[],
): { taps: Spot[]; hovered: (Spot | undefined)[]; last: Gesture } => {
  const taps: Spot[] = []
  const hovered: (Spot | undefined)[] = []
  let gesture = idle({ tap: (spot) => taps.push(spot), hover: (spot) => hovered.push(spot) })
  for (const [event, spot] of events) gesture = gesture[event](spot)
  return { taps, hovered, last: gesture }
}
const mouse = (x: number, y: number): Spot => ({ pointer: 1, x, y, kind: 'mouse' })
const finger = (pointer: number, x: number, y: number): Spot => ({ pointer, x, y, kind: 'touch' })

test('a press lifted in place is a tap where it began', () => {
  expect(
    follow([
      ['down', mouse(10, 10)],
      ['move', mouse(12, 11)],
      ['up', mouse(12, 11)],
    ]).taps,
  ).toEqual([mouse(10, 10)])
})

test('a drag is never a tap, not even when it ends where it began', () => {
  fc.assert(
    fc.property(fc.integer({ min: 13, max: 500 }), fc.constantFrom('mouse' as const, 'touch' as const), (far, kind) => {
      const at = (x: number): Spot => ({ pointer: 1, x, y: 50, kind })
      expect(
        follow([
          ['down', at(50)],
          ['move', at(50 + far)],
          ['move', at(50)],
          ['up', at(50)],
        ]).taps,
      ).toEqual([])
    }),
  )
})

test('a pinch is never a tap, whichever finger is lifted first', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([1, 2, 3], { minLength: 3 }), (order) => {
      const downs = [1, 2, 3].map((pointer) => ['down', finger(pointer, pointer * 10, 0)] as const)
      const { taps, last } = follow([...downs, ...order.map((pointer) => ['up', finger(pointer, pointer * 10, 0)] as const)])
      expect(taps).toEqual([])
      expect(last.name).toBe('idle')
    }),
  )
})

test('fingers do not hover, mice do', () => {
  expect(follow([['move', finger(1, 5, 5)]]).hovered).toEqual([])
  expect(
    follow([
      ['move', mouse(5, 5)],
      ['move', mouse(6, 5)],
    ]).hovered,
  ).toEqual([mouse(5, 5), mouse(6, 5)])
})

test('small seats are approached, not chosen', () => {
  expect(tapMeans(touchTarget - 0.1, 'touch')).toBe('approach')
  expect(tapMeans(touchTarget, 'touch')).toBe('choose')
  expect(tapMeans(mouseTarget, 'mouse')).toBe('choose')
  expect(tapMeans(mouseTarget - 0.1, 'mouse')).toBe('approach')
})
