// @vitest-environment jsdom
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Camera, Size } from '#camera'
import { createFrameCache, type FrameRegion } from './frame-cache.ts'

const screen = { width: 640, height: 400 }
const resolution = 1.5
/** Pixels. Style values are rounded to this precision. */
const rounding = 1e-3
const start: Camera = { x: 12.3, y: -7.7, k: 0.4 }
const move = fc.record({
  x: fc.double({ min: -60, max: 60, noNaN: true }),
  y: fc.double({ min: -60, max: 60, noNaN: true }),
  /** Most moves pan. */
  k: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.double({ min: 0.9, max: 1.12, noNaN: true })),
})

/** A canvas with a frame cache, and the region that was drawn last. */
function set(hall: 'small' | 'large' = 'small'): {
  canvas: HTMLCanvasElement
  extent: Size
  follow: (camera: Camera) => 'drawn' | 'exact' | 'stretched'
  region: () => FrameRegion
} {
  const canvas = document.createElement('canvas')
  const frameCache = createFrameCache(canvas, hall)
  const extent = frameCache.resize(screen, resolution)
  let region: FrameRegion = { camera: start, size: screen }
  return {
    canvas,
    extent,
    region: () => region,
    follow: (camera) => {
      const reuse = frameCache.reuse(camera)
      if (!reuse) region = frameCache.regionToDraw(camera)
      return reuse ?? 'drawn'
    },
  }
}
const placedAt = (canvas: HTMLCanvasElement): { x: number; y: number; scale: number } => {
  const [scale, , , , x, y] = canvas.style.transform.match(/-?[\d.]+(e-?\d+)?/g)!.map(Number)
  return { x: x!, y: y!, scale: scale! }
}

/** Maximum number of consecutive stretched frames, and maximum factor. */
const stretchLimits = { small: [1, 1.07], large: [2, 1.09] } as const

test.each(['small', 'large'] as const)(
  'for any camera moves over a %s hall, the canvas covers the screen and every point is at its camera position',
  (hall) => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
        const { canvas, extent, follow, region } = set(hall)
        const [times, factor] = stretchLimits[hall]
        let camera = start
        let stretched = 0
        follow(camera)
        for (const { x, y, k } of moves) {
          camera = { x: camera.x + x, y: camera.y + y, k: camera.k * k }
          const result = follow(camera)
          const { size, camera: taken } = region()
          const at = placedAt(canvas)
          expect(at.x).toBeLessThanOrEqual(0)
          expect(at.y).toBeLessThanOrEqual(0)
          expect(at.x + size.width * at.scale).toBeGreaterThanOrEqual(screen.width - rounding)
          expect(at.y + size.height * at.scale).toBeGreaterThanOrEqual(screen.height - rounding)
          expect(size.width).toBeLessThanOrEqual(extent.width)
          expect(size.height).toBeLessThanOrEqual(extent.height)
          for (const place of [0, 1_000]) {
            expect(Math.abs((place * taken.k + taken.x) * at.scale + at.x - (place * camera.k + camera.x))).toBeLessThanOrEqual(
              0.5 / resolution + rounding,
            )
            expect(Math.abs((place * taken.k + taken.y) * at.scale + at.y - (place * camera.k + camera.y))).toBeLessThanOrEqual(
              0.5 / resolution + rounding,
            )
          }
          if (result === 'exact') expect(at.scale).toBe(1)
          stretched = result === 'stretched' ? stretched + 1 : 0
          expect(stretched).toBeLessThanOrEqual(times)
          if (result === 'stretched') expect(Math.max(at.scale, 1 / at.scale)).toBeLessThan(factor)
        }
      }),
    )
  },
)

test('a camera that pans slowly redraws few of its frames', () => {
  const { follow } = set()
  follow(start)
  const frames = Array.from({ length: 100 }, (_, i) => follow({ ...start, x: start.x - 8 * (i + 1) }))
  expect(frames.filter((result) => result === 'drawn').length).toBeLessThanOrEqual(8)
})

test.each([
  ['every other frame', 'small', 21],
  ['one of three frames', 'large', 14],
] as const)('a camera that zooms slowly, in or out, redraws %s over a %s hall', (_, hall, maxRedraws) => {
  for (const step of [1.03, 1 / 1.03]) {
    const { follow } = set(hall)
    follow(start)
    const zoomed = (i: number): Camera => {
      const k = start.k * step ** i
      return { k, x: 320 - (320 - start.x) * (k / start.k), y: 200 - (200 - start.y) * (k / start.k) }
    }
    const frames = Array.from({ length: 40 }, (_, i) => follow(zoomed(i + 1)))
    expect(frames.filter((result) => result === 'drawn').length).toBeLessThanOrEqual(maxRedraws)
  }
})

test('a stretched frame is redrawn in the next one, and the same camera twice forces a redraw', () => {
  const { follow } = set()
  follow(start)
  const nearer = { x: start.x - 10, y: start.y - 10, k: start.k * 1.03 }
  expect(follow(nearer)).toBe('stretched')
  expect(follow(nearer)).toBe('drawn')
  expect(follow(nearer)).toBe('drawn')
})

test('a redraw at the same scale moves by whole pixels only', () => {
  const { follow, region } = set()
  follow(start)
  const from = region().camera
  follow({ ...start, x: start.x + 500.4, y: start.y - 500.3 })
  const { camera } = region()
  expect(((camera.x - from.x) * resolution) % 1).toBeCloseTo(0, 6)
  expect(((camera.y - from.y) * resolution) % 1).toBeCloseTo(0, 6)
})

test('the canvas takes no more layout space than the screen', () => {
  const { canvas, extent } = set()
  expect(canvas.style.marginRight).toBe(`${screen.width - extent.width}px`)
  expect(canvas.style.marginBottom).toBe(`${screen.height - extent.height}px`)
})
