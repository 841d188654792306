import { expect, test } from 'vitest'
import { createSeatStore } from '#store'
import { oneArea, offersOf, theatre, wordsOf } from '#fixture'
import { plainPalette, readInk } from '#look'
import { fitBox } from '#camera'
import type { Plan } from '@playhouse/domain/plan'
import { createCore } from './core.ts'
import { createScene } from './scene.ts'

const tolerance = 5
const size = { width: 1280, height: 800 }
const fitted = (plan: Plan) => {
  const core = createCore(plan, createSeatStore(plan), offersOf(plan))
  const scene = createScene(core, () => wordsOf(plan), readInk(plainPalette), false)
  const camera = fitBox(plan.viewBox, { x: 0, y: 0, ...size })
  const frame = scene.compose(camera, size, -1, -1)
  return {
    camera,
    widths: frame.shapesBelow.items.slice(1).map((shape) => (shape.kind === 'polygon' ? shape.stroke?.width : 0)),
    frame,
    scene,
  }
}

test('one row of three thousand seats is visible in the far view, with its name and price below it', () => {
  const { frame, widths } = fitted(oneArea([Array.from({ length: 3_000 }, (_, seat) => [seat * 55, 0] as const)]))
  expect(frame.level).toBe('areas')
  expect(widths).toEqual([tolerance])
  expect(frame.labels.items.map(({ text }) => text)).toEqual(['A', expect.stringMatching(/^from /)])
})

test('a block that is no line, or wide enough, keeps its own outline', () => {
  const { camera, widths, scene, frame } = fitted(theatre())
  expect(widths.every((width) => width !== tolerance)).toBe(true)
  const line = fitted(oneArea([Array.from({ length: 3_000 }, (_, seat) => [seat * 55, 0] as const)]))
  const near = line.scene.compose({ ...line.camera, k: line.camera.k * 6 }, size, -1, -1)
  expect(near.level).toBe('areas')
  expect(near.shapesBelow.items.slice(1)).toMatchObject([{ stroke: { width: 1.25 } }])
  expect(scene.compose(camera, size, -1, -1)).toBe(frame)
})
