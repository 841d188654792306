import { readPlan } from '@playhouse/domain/plan'
import { seatAvailability } from '@playhouse/domain/seat'
import { hall, type HallId, halls } from '@playhouse/fixtures'
import { describe, expect, test } from 'vitest'
import { centreOn } from '#camera'
import { offersOf, wordsOf } from '#fixture'
import { type Label, placeOf } from '#layers'
import { plainPalette, readInk } from '#look'
import { covers, meets } from '#plan-index'
import { createSeatStore } from '#store'
import { createCore } from './core.ts'
import { createScene } from './scene.ts'

const size = { width: 1280, height: 800 }
const clear = { x: 0, y: 0, ...size }

const farWords = (id: HallId, share = 1) => {
  const plan = readPlan(hall(id))
  const store = createSeatStore(plan)
  const core = createCore(plan, store, offersOf(plan))
  const scene = createScene(core, () => wordsOf(plan), readInk(plainPalette), false)
  const { x, y, width, height } = plan.viewBox
  const k = Math.min(size.width / width, size.height / height) * share
  const camera = centreOn(x + width / 2, y + height / 2, k, clear)
  const read = (): readonly Label[] => scene.compose(camera, size, -1, -1).labels.items
  return { plan, store, core, scene, read }
}

test.each([0.6, 0.8, 1, 1.2, 1.5])('adjacent blocks of one kind all show the whole name, or all only the number (at %d)', (share) => {
  const labels = farWords('arena-20k', share).read()
  const alone = labels.filter((label) => labels.filter(({ x, y }) => x === label.x && y === label.y).length === 1)
  expect(alone.length).toBeGreaterThan(20)
  const [numbersOnly, wholeNames] = [/^\d+$/, /^(?:Block|Floor) \d+$/].map((form) => alone.filter(({ text }) => form.test(text)))
  const kinds = new Set(wholeNames!.map(({ text }) => text.split(' ')[0]))
  const kindOf = ({ text }: Label): string => (Number(text) < 100 ? 'Floor' : 'Block')
  expect(numbersOnly!.filter((label) => kinds.has(kindOf(label)))).toEqual([])
})

test('the far view shows how many seats a block has left, and updates it', () => {
  const { store, core, scene, read } = farWords('opera-2250', 0.6)
  const [stalls] = core.areas()
  const { firstSeat, seatCount } = stalls!.area
  expect(read().map(({ text }) => text)).toEqual(expect.arrayContaining([stalls!.area.name, `${seatCount} left`]))
  store.apply([[firstSeat, seatAvailability.taken]], 1)
  core.refresh([firstSeat])
  scene.updateCounts()
  expect(read().map(({ text }) => text)).toContain(`${seatCount - 1} left`)
})

describe.each(halls)('in %s', (id) => {
  const plan = readPlan(hall(id))
  const core = createCore(plan, createSeatStore(plan), offersOf(plan))
  const scene = createScene(core, () => wordsOf(plan), readInk(plainPalette), false)
  const seated = new Set(core.areas().flatMap(({ area }) => (area.kind === 'standing' ? [] : [wordsOf(plan).areaName(area.index)])))

  test.each([0.6, 0.8, 1, 1.4, 2, 2.8, 3.9])('labels overlap neither each other nor the stage, at seats of %d pixels', (pixels) => {
    const k = pixels / core.seatSize
    const { x, y, width, height } = plan.viewBox
    const hallSize = { width: width * k, height: height * k }
    const { labels, level } = scene.compose(centreOn(x + width / 2, y + height / 2, k, { x: 0, y: 0, ...hallSize }), hallSize, -1, -1)
    const places = labels.items.map((label) => ({ text: label.text, place: placeOf(label, k) }))
    const overlaps = places.flatMap(({ text, place }, at) =>
      places.slice(at + 1).flatMap((other) => (covers(place, other.place) ? `${text} on ${other.text}` : [])),
    )
    const onStage = places.filter(({ text, place }) => text !== plan.stage.label.toLocaleUpperCase() && meets(plan.stage.polygon, place))
    expect([level, overlaps, onStage]).toEqual(['areas', [], []])
  })

  test.each([5, 9, 14, 28, 40])('labels do not overlap, and names are not on other blocks, at seats of %d pixels', (pixels) => {
    const k = pixels / core.seatSize
    const { x, y, width, height } = plan.viewBox
    const overlaps: string[] = []
    for (const right of [0.1, 0.3, 0.5, 0.8])
      for (const down of [0.2, 0.5, 0.8]) {
        const { labels } = scene.compose(centreOn(x + right * width, y + down * height, k, clear), size, -1, -1)
        const places = labels.items.map((label) => ({ label, place: placeOf(label, k) }))
        for (const [at, { label, place }] of places.entries()) {
          const onIt = places.slice(at + 1).filter((other) => covers(place, other.place))
          const isName = seated.has(label.text)
          const areasUnder = isName ? core.areas().filter(({ outline }) => meets(outline, place)) : []
          overlaps.push(
            ...onIt.map((other) => `${label.text} on ${other.label.text}`),
            ...areasUnder.map(({ area }) => `${label.text} on ${area.name}`),
          )
        }
      }
    expect(overlaps).toEqual([])
  })
})
