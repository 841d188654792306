import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Gesture, PointerPosition } from './index.ts'
import { idle, mouseTarget, tapMeans, touchTarget } from './index.ts'

type Step = readonly ['down' | 'move' | 'up' | 'cancel', PointerPosition] | readonly ['linger']

const follow = (events: readonly Step[], { isStill = true, hasSeat = true } = {}) => {
  const taps: PointerPosition[] = []
  const sure: boolean[] = []
  const hovered: (PointerPosition | undefined)[] = []
  const heldSpots: PointerPosition[] = []
  const frames: string[] = []
  let gesture: Gesture = idle({
    tap: (spot, isSure) => {
      taps.push(spot)
      sure.push(isSure)
    },
    hover: (spot) => hovered.push(spot),
    isStill: () => isStill,
    hold: (spot) => {
      if (hasSeat) heldSpots.push(spot)
      return hasSeat
    },
    lassoes: ({ shift }) => shift === true,
    lasso: (from, to, state) => frames.push(`${from.x},${from.y} ${to.x},${to.y} ${state}`),
  })
  for (const [event, spot] of events) gesture = event === 'linger' ? gesture.linger() : gesture[event](spot)
  return { taps, sure, hovered, held: heldSpots, frames, last: gesture }
}
const mouse = (x: number, y: number): PointerPosition => ({ pointer: 1, x, y, kind: 'mouse' })
const finger = (pointer: number, x: number, y: number): PointerPosition => ({ pointer, x, y, kind: 'touch' })

test('a press without movement is a tap at its start', () => {
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
    fc.property(fc.integer({ min: 13, max: 500 }), fc.constantFrom('mouse' as const, 'touch' as const), (distance, kind) => {
      const at = (x: number): PointerPosition => ({ pointer: 1, x, y: 50, kind })
      expect(
        follow([
          ['down', at(50)],
          ['move', at(50 + distance)],
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

test('a mouse hovers, a finger does not', () => {
  expect(follow([['move', finger(1, 5, 5)]]).hovered).toEqual([])
  expect(
    follow([
      ['move', mouse(5, 5)],
      ['move', mouse(6, 5)],
    ]).hovered,
  ).toEqual([mouse(5, 5), mouse(6, 5)])
})

test('a long press by touch or stylus reports the seat and chooses nothing; by mouse it chooses', () => {
  for (const kind of ['touch', 'pen', 'mouse'] as const) {
    const at: PointerPosition = { pointer: 1, x: 5, y: 5, kind }
    const press = [['down', at], ['linger'], ['move', { ...at, x: 30 }], ['up', at]] as const
    expect(follow(press).held, kind).toEqual(kind === 'mouse' ? [] : [at])
    expect(follow(press).taps).toEqual([])
    expect(follow(press).last.name).toBe('idle')
    expect(follow([['down', at], ['linger'], ['up', at]], { hasSeat: false }).taps, kind).toEqual([at])
  }
})

test('a press that began while the map moved is not sure', () => {
  const press = [
    ['down', finger(1, 5, 5)],
    ['up', finger(1, 5, 5)],
  ] as const
  expect(follow(press).sure).toEqual([true])
  expect(follow(press, { isStill: false }).sure).toEqual([false])
})

test('a drag with Shift draws a selection frame, and neither taps nor pans', () => {
  const at = (x: number): PointerPosition => ({ ...mouse(x, 10), shift: true })
  const { taps, frames, last } = follow([
    ['down', at(10)],
    ['move', at(60)],
    ['move', at(80)],
    ['up', at(80)],
  ])
  expect(frames).toEqual(['10,10 60,10 drawn', '10,10 80,10 drawn', '10,10 80,10 caught'])
  expect([taps, last.name]).toEqual([[], 'idle'])
  expect(
    follow([
      ['down', at(10)],
      ['up', at(10)],
    ]).taps,
  ).toHaveLength(1)
})

test('a second finger or a cancelled pointer cancels a selection frame', () => {
  const at = (x: number): PointerPosition => ({ ...finger(1, x, 10), shift: true })
  const startEvents = [
    ['down', at(10)],
    ['move', at(60)],
  ] as const
  expect(follow([...startEvents, ['down', finger(2, 90, 90)]]).frames.at(-1)).toBe('10,10 60,10 let go')
  expect(follow([...startEvents, ['cancel', at(60)]]).frames.at(-1)).toBe('10,10 60,10 let go')
  expect(follow([...startEvents, ['cancel', at(60)]]).last.name).toBe('idle')
})

test('a cancelled pointer is no tap, and the next press works', () => {
  const down = ['down', finger(1, 5, 5)] as const
  const cancel = ['cancel', finger(1, 5, 5)] as const
  for (const events of [
    [down, cancel],
    [down, ['move', finger(1, 90, 5)], cancel],
    [down, ['linger'], cancel],
  ] as const) {
    const { taps, last } = follow(events)
    expect([taps, last.name]).toEqual([[], 'idle'])
  }
})

test('a tap on small seats zooms in and chooses nothing', () => {
  expect(tapMeans(touchTarget - 0.1, 'touch')).toBe('approach')
  expect(tapMeans(touchTarget, 'touch')).toBe('choose')
  expect(tapMeans(mouseTarget, 'mouse')).toBe('choose')
  expect(tapMeans(mouseTarget - 0.1, 'mouse')).toBe('approach')
})
