import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { bands } from '@playhouse/domain/pricing'
import { seatAvailability } from '@playhouse/domain/seat'
import { type Camera, fitBox } from '#camera'
import { fanHall, offersOf, studio, theatre, type Venue, venues, wordsOf } from '#fixture'
import type { AreaWords, DisplayList, Label, Shape } from '#layers'
import { plainPalette, readInk } from '#look'
import { createSeatStore } from '#store'
import { createCore, createCoreInSteps } from './core.ts'
import type { Frame } from './painter.ts'
import { createScene } from './scene.ts'
import { runAtOnce, runInSlices, type Steps } from './slices.ts'
import { writeBlocks } from './webgl/block-writer.ts'

const size = { width: 390, height: 844 }
const ink = readInk(plainPalette)

describe('running in slices', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  /** A clock that the steps move, and the number of steps that had run at each turn of other tasks. */
  function startClock(msOfStep: number, onTurn = (): void => {}) {
    let nowMs = 0
    let count = 0
    const turns: number[] = []
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
    vi.stubGlobal('scheduler', {
      yield: async () => {
        turns.push(count)
        onTurn()
      },
    })
    function* steps(): Steps<string> {
      for (let step = 0; step < 12; step++) {
        nowMs += msOfStep
        count += 1
        yield
      }
      return 'done'
    }
    return { steps, turns, count: () => count }
  }

  test('returns the result, and other tasks have a turn after every ten milliseconds', async () => {
    const { steps, turns } = startClock(4)
    expect(await runInSlices(steps())).toBe('done')
    expect(turns).toEqual([3, 6, 9, 12])
  })

  test('a fast processor needs one slice', async () => {
    const { steps, turns } = startClock(0.5)
    expect(await runInSlices(steps())).toBe('done')
    expect(turns).toEqual([])
  })

  test('an aborted signal stops the work before the next slice', async () => {
    const unmounting = new AbortController()
    const { steps, count } = startClock(4, () => unmounting.abort())
    await expect(runInSlices(steps(), unmounting.signal)).rejects.toBe(unmounting.signal.reason)
    expect(count()).toBe(3)
  })

  test('without a scheduler other tasks have a turn through messages', async () => {
    const { steps, count } = startClock(20)
    vi.stubGlobal('scheduler', undefined)
    let countInTurn = 0
    const channel = new MessageChannel()
    channel.port1.addEventListener('message', () => (countInTurn = count()))
    channel.port1.start()
    channel.port2.postMessage(undefined)
    expect(await runInSlices(steps())).toBe('done')
    channel.port1.close()
    expect(countInTurn).toBeGreaterThan(0)
    expect(countInTurn).toBeLessThan(12)
  })
})

/** A change of the map while its first frame is written, before a step. */
type Change = { readonly step: number; readonly of: 'seats' | 'selection' | 'filter' | 'words'; readonly seed: number }
const changes = fc.array(fc.record({ step: fc.nat(12), of: fc.constantFrom('seats', 'selection', 'filter', 'words'), seed: fc.nat(500) }), {
  maxLength: 5,
})

/** A map without a painter, and its changes as the engine makes them. */
function startMap({ plan, free }: Venue) {
  const store = createSeatStore(plan)
  store.load(
    Uint8Array.from(free, (isFree) => (isFree ? seatAvailability.free : seatAvailability.taken)),
    0,
  )
  const core = runAtOnce(createCoreInSteps(plan, store, offersOf(plan)))
  let words: AreaWords = wordsOf(plan)
  const scene = createScene(core, () => words, ink, false)
  const apply = ({ of, seed }: Change): void => {
    const seat = seed % plan.seatCount
    if (of === 'seats') {
      store.apply([[seat, seatAvailability.taken]], store.version() + 1)
      core.refresh([seat])
    } else if (of === 'selection') core.setChosen([seat], [])
    else if (of === 'filter') core.setFilters({ bands: new Set([bands[seed % bands.length]!]) })
    else {
      const plainWords = wordsOf(plan)
      words = { ...plainWords, areaName: (area) => `${plainWords.areaName(area)} ${seed}` }
      return scene.updateWords()
    }
    scene.updateCounts()
  }
  return { scene, apply }
}

const shapesOf = ({ items }: DisplayList<Shape>) =>
  items.map((shape) => ({ ...shape, fill: shape.fill?.(ink), stroke: 'stroke' in shape ? shape.stroke?.colour(ink) : undefined }))
const labelsOf = ({ items }: DisplayList<Label>) => items.map((label) => ({ ...label, colour: label.colour(ink) }))
const contentOf = ({ level, spans, mask, ground, shapesBelow, shapesAbove, labels }: Frame) => ({
  level,
  spans: [...spans.bounds.slice(0, spans.count * 2)],
  mask,
  ground,
  below: shapesOf(shapesBelow),
  triangles: runAtOnce(writeBlocks(shapesBelow.items)),
  above: shapesOf(shapesAbove),
  labels: labelsOf(labels),
})

/** The frame after writing it in steps with changes between them, and the frame written at once after the same changes. */
function composeBoth(venue: Venue, camera: Camera, during: readonly Change[]) {
  const sliced = startMap(venue)
  const steps = sliced.scene.composeInSteps(camera, size, -1, -1)
  const waiting = during.toSorted((a, b) => a.step - b.step)
  for (let step = 0; !steps.next().done; step++) while ((waiting[0]?.step ?? Infinity) <= step) sliced.apply(waiting.shift()!)
  for (const change of waiting) sliced.apply(change)
  const reference = startMap(venue)
  for (const change of during.toSorted((a, b) => a.step - b.step)) reference.apply(change)
  return [sliced, reference].map(({ scene }) => contentOf(scene.compose(camera, size, -1, -1)))
}

test('a first frame written in steps, with changes between them, is the frame that is written at once', () => {
  fc.assert(
    fc.property(venues, changes, fc.double({ min: 0.5, max: 30, noNaN: true }), (venue, during, zoom) => {
      const { k, x, y } = fitBox(venue.plan.viewBox, { x: 0, y: 0, ...size })
      const [sliced, reference] = composeBoth(venue, { x: x * zoom, y: y * zoom, k: k * zoom }, during)
      expect(sliced).toEqual(reference)
    }),
  )
})

test.each([
  ['studio', studio()],
  ['theatre', theatre()],
  ['fan', fanHall([{ id: 'stalls', name: 'Stalls', rows: 12, nearest: 700, spread: 1.6, z: 0 }])],
])('the same in the hall %s', (_, plan) => {
  fc.assert(
    fc.property(changes, fc.constantFrom(1, 2, 4, 8), (during, zoom) => {
      const { k, x, y } = fitBox(plan.viewBox, { x: 0, y: 0, ...size })
      const venue = { plan, free: Array.from({ length: plan.seatCount }, (_, seat) => seat % 3 !== 0) }
      const [sliced, reference] = composeBoth(venue, { x: x * zoom, y: y * zoom, k: k * zoom }, during)
      expect(sliced).toEqual(reference)
    }),
    { numRuns: 30 },
  )
})

test('a core made in steps has the seats of its last step', () => {
  const plan = theatre()
  const store = createSeatStore(plan)
  const steps = createCoreInSteps(plan, store, offersOf(plan))
  steps.next()
  store.apply([[5, seatAvailability.taken]], 1)
  expect(runAtOnce(steps).state).toEqual(createCore(plan, store, offersOf(plan)).state)
})
