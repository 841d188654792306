import { expect, test } from 'vitest'
import { centreOn } from '#camera'
import { offersOf, theatre, wordsOf } from '#fixture'
import { plainPalette, readInk } from '#look'
import { createSeatStore } from '#store'
import { createCore } from './core.ts'
import { createScene } from './scene.ts'

const plan = theatre()
const size = { width: 1280, height: 800 }

test('the floor and all texts of the first near frame are written before it', () => {
  const core = createCore(plan, createSeatStore(plan), offersOf(plan))
  const scene = createScene(core, () => wordsOf(plan), readInk(plainPalette), false)
  const parts = [...scene.prefetchParts()]
  const floors = parts.flatMap((part) => ('shapesBelow' in part ? [{ list: part.shapesBelow, version: part.shapesBelow.version }] : []))
  const prefetched = new Set(parts.flatMap((part) => ('texts' in part ? part.texts : [])).map(({ text, size }) => `${text} ${size}`))

  const camera = centreOn(plan.x[60]!, plan.y[60]!, 12 / core.seatSize, { x: 0, y: 0, ...size })
  const { level, shapesBelow, labels } = scene.compose(camera, size, -1, -1)
  expect(level).toBe('glyphs')
  expect(floors).toEqual([{ list: shapesBelow, version: shapesBelow.version }])
  const words = labels.items.map(({ text, size }) => `${text} ${size}`).filter((word) => !word.startsWith(plan.stage.label.toUpperCase()))
  expect(words.length).toBeGreaterThan(10)
  expect(words.filter((word) => !prefetched.has(word))).toEqual([])
})
