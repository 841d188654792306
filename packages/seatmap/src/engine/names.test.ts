import { readPlan } from '@playhouse/domain/plan'
import { hall, halls } from '@playhouse/fixtures'
import { describe, expect, test } from 'vitest'
import { centreOn } from '#camera'
import { offersOf, wordsOf } from '#fixture'
import { placeOf } from '#layers'
import { plainPalette, readInk } from '#look'
import { covers, meets } from '#plan-index'
import { createSeatStore } from '#store'
import { createCore } from './core.ts'
import { createScene } from './scene.ts'

const size = { width: 1280, height: 800 }
const clear = { x: 0, y: 0, ...size }

describe.each(halls)('in %s', (id) => {
  const plan = readPlan(hall(id))
  const core = createCore(plan, createSeatStore(plan), offersOf(plan))
  const scene = createScene(core, () => wordsOf(plan), readInk(plainPalette), false)
  const seated = new Set(core.areas().flatMap(({ area }) => (area.kind === 'standing' ? [] : [wordsOf(plan).areaName(area.index)])))

  test.each([5, 9, 14, 28, 40])('words keep apart, and names off the blocks of others, at seats of %d pixels', (pixels) => {
    const k = pixels / core.seatSize
    const { x, y, width, height } = plan.viewBox
    const met: string[] = []
    for (const right of [0.1, 0.3, 0.5, 0.8])
      for (const down of [0.2, 0.5, 0.8]) {
        const { labels } = scene.compose(centreOn(x + right * width, y + down * height, k, clear), size, -1, -1)
        const places = labels.items.map((label) => ({ label, place: placeOf(label, k) }))
        for (const [at, { label, place }] of places.entries()) {
          const onIt = places.slice(at + 1).filter((other) => covers(place, other.place))
          const isName = seated.has(label.text)
          const under = isName ? core.areas().filter(({ outline }) => meets(outline, place)) : []
          met.push(
            ...onIt.map((other) => `${label.text} on ${other.label.text}`),
            ...under.map(({ area }) => `${label.text} on ${area.name}`),
          )
        }
      }
    expect(met).toEqual([])
  })
})
