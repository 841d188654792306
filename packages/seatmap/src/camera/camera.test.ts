import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clearBox, fitBox, reveal, toPlan, toScreen, visibleBox } from './camera.ts'

const size = fc.record({ width: fc.integer({ min: 320, max: 2_000 }), height: fc.integer({ min: 256, max: 1_400 }) })
const inset = fc.record({ top: fc.nat(300), right: fc.nat(400), bottom: fc.nat(300), left: fc.nat(400) })
const box = fc.record({
  x: fc.integer({ min: -9_000, max: 9_000 }),
  y: fc.integer({ min: -9_000, max: 9_000 }),
  width: fc.integer({ min: 200, max: 30_000 }),
  height: fc.integer({ min: 200, max: 30_000 }),
})

test('a fitted box is centred and completely in the uncovered part', () => {
  fc.assert(
    fc.property(size, inset, box, (screen, edges, hall) => {
      const clear = clearBox(screen, edges)
      const camera = fitBox(hall, clear)
      const [left, top] = toScreen(camera, hall.x, hall.y)
      const [right, bottom] = toScreen(camera, hall.x + hall.width, hall.y + hall.height)
      expect(left).toBeGreaterThanOrEqual(clear.x - 0.01)
      expect(top).toBeGreaterThanOrEqual(clear.y - 0.01)
      expect(right).toBeLessThanOrEqual(clear.x + clear.width + 0.01)
      expect(bottom).toBeLessThanOrEqual(clear.y + clear.height + 0.01)
      expect((left + right) / 2).toBeCloseTo(clear.x + clear.width / 2, 3)
    }),
  )
})

test('a revealed seat is uncovered, and the camera moves only if it was covered', () => {
  fc.assert(
    fc.property(size, inset, fc.integer({ min: -4_000, max: 4_000 }), fc.integer({ min: -4_000, max: 4_000 }), (screen, edges, x, y) => {
      const clear = clearBox(screen, edges)
      const camera = { x: 100, y: 80, k: 0.4 }
      const [sx, sy] = toScreen(reveal(camera, x, y, 20, clear), x, y)
      expect(sx).toBeGreaterThanOrEqual(clear.x - 0.01)
      expect(sx).toBeLessThanOrEqual(clear.x + clear.width + 0.01)
      expect(sy).toBeGreaterThanOrEqual(clear.y - 0.01)
      expect(sy).toBeLessThanOrEqual(clear.y + clear.height + 0.01)
      const second = reveal(camera, x, y, 20, clear)
      expect(reveal(second, x, y, 20, clear).x).toBeCloseTo(second.x, 6)
    }),
  )
})

test('conversions between plan and screen are inverse', () => {
  const camera = { x: 31, y: -7, k: 0.37 }
  const [x, y] = toPlan(camera, ...toScreen(camera, 412, -90))
  expect([x, y]).toEqual([expect.closeTo(412), expect.closeTo(-90)])
  expect(visibleBox({ x: 0, y: 0, k: 0.5 }, { width: 100, height: 60 })).toEqual({ x: 0, y: 0, width: 200, height: 120 })
})
