// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { offersOf, wordsOf } from '#fixture'
import { framesAsked, plan, runFrames, startEngine } from './engine.fixture.ts'

describe('frames', () => {
  test('the first one is marked in the performance timeline, once for each map', async () => {
    performance.clearMarks()
    const { engine } = await startEngine()
    engine.flyToSeat(60)
    runFrames()
    expect(performance.getEntriesByName('seatmap-first-frame')).toHaveLength(1)
  })

  test('none is requested without a change, and one for many changes', async () => {
    const { engine, painted, store } = await startEngine()
    expect(framesAsked()).toBe(0)
    const before = painted.length
    engine.setChosen([4, 5], [])
    engine.setFilters({ bands: new Set(['a']) })
    store.apply(
      [
        [9, 1],
        [12, 1],
      ],
      1,
    )
    expect(framesAsked()).toBe(1)
    runFrames()
    expect(painted.length).toBe(before + 1)
  })

  test('none is requested for offers and words that read the same', async () => {
    const { engine } = await startEngine()
    const [offers, words] = [offersOf(plan), wordsOf(plan)]
    engine.setOffers({ bandOf: offers.bandOf.slice(), bands: new Map([...offers.bands].map(([band, offer]) => [band, { ...offer }])) })
    engine.setWords({ ...words })
    expect(framesAsked()).toBe(0)
    engine.setWords({ ...words, areaName: () => 'Parkett' })
    expect(framesAsked()).toBe(1)
  })

  test('a ring moves from seat to seat without a new frame', async () => {
    const { engine, host, painted } = await startEngine()
    engine.flyToSeat(60)
    runFrames()
    const before = painted.length
    const rings = () => [...host.querySelectorAll<HTMLElement>('[aria-hidden] > div')].filter(({ style }) => style.display !== 'none')
    for (const seat of [60, 61, 62]) {
      engine.setFocus(seat)
      runFrames()
      const { x, y } = engine.spotOf(seat, 'focus')
      for (const { style } of rings()) {
        const [left, top] = style.transform.match(/-?[\d.]+/g)!.map(Number)
        expect(left! + Number.parseFloat(style.width) / 2).toBeCloseTo(x, 3)
        expect(top! + Number.parseFloat(style.height) / 2).toBeCloseTo(y, 3)
      }
      expect(rings()).toHaveLength(2)
    }
    engine.setFocus(-1)
    runFrames()
    expect(rings()).toEqual([])
    expect(painted.length).toBe(before)
  })

  test('only changed seats are sent to the painter', async () => {
    const { refreshed, store } = await startEngine()
    refreshed.length = 0
    store.apply(
      [
        [9, 1],
        [12, 1],
      ],
      1,
    )
    runFrames()
    expect(refreshed).toEqual([[9, 12]])
  })

  test('a framing restores the camera', async () => {
    const { engine } = await startEngine()
    engine.flyToSeat(3)
    const before = engine.framing()
    engine.fit()
    expect(engine.framing()).not.toEqual(before)
    engine.setFraming(before)
    const after = engine.framing()
    for (const side of ['x', 'y', 'seatSize'] as const) expect(after[side]).toBeCloseTo(before[side], 6)
  })

  test('nothing is drawn after destroy()', async () => {
    const { engine, painted, store, host } = await startEngine()
    engine.setFilters({})
    engine.destroy()
    store.apply([[1, 1]], 1)
    const before = painted.length
    runFrames()
    expect(painted.length).toBe(before)
    expect(host.querySelector('canvas')).toBeNull()
  })
})

describe('drawing', () => {
  test('the canvas is a picture: hidden, never focusable', async () => {
    const { host } = await startEngine()
    const canvas = host.querySelector('canvas')!
    expect(canvas.getAttribute('aria-hidden')).toBe('true')
    expect(canvas.hasAttribute('tabindex')).toBe(false)
  })

  test('only visible areas of the view are drawn', async () => {
    const { engine, painted } = await startEngine()
    engine.setView('circle')
    runFrames()
    const circle = plan.areas[1]!
    expect(painted.at(-1)!.spans).toEqual([[circle.firstSeat, circle.firstSeat + circle.seatCount]])
    engine.setView('all')
    runFrames()
    expect(painted.at(-1)!.spans).toEqual([[0, plan.seatCount]])
  })

  test('numbers are drawn in the near view', async () => {
    const { engine, painted } = await startEngine()
    engine.flyToSeat(60)
    runFrames()
    expect(painted.at(-1)!.level).toBe('numbers')
  })

  test('row letters and block names are written once while the camera pans', async () => {
    const { engine, painted } = await startEngine()
    engine.flyToSeat(60)
    runFrames()
    const before = painted.at(-1)!
    expect(before.labels.some(({ text }) => text === plan.rows[plan.rowOf[60]!]!.label)).toBe(true)
    engine.panBy(0.01, 0.01)
    runFrames()
    expect(painted.at(-1)!.written).toBe(before.written)
  })
})

describe('camera', () => {
  const wheel = (host: HTMLElement, deltaY: number, ctrlKey: boolean): boolean => {
    const event = new WheelEvent('wheel', { deltaY, ctrlKey, clientX: 640, clientY: 400, bubbles: true, cancelable: true })
    host.dispatchEvent(event)
    return event.defaultPrevented
  }

  test('at the zoom limits a wheel event scrolls the page, a pinch never does', async () => {
    const { host, engine } = await startEngine()
    expect([wheel(host, 100, false), wheel(host, 100, true)]).toEqual([false, true])
    engine.setFraming({ x: 0, y: 0, seatSize: 10_000 })
    expect([wheel(host, -100, false), wheel(host, -100, true)]).toEqual([false, true])
    expect(wheel(host, 100, false)).toBe(true)
  })

  test('Safari’s pinch on a trackpad zooms the map and not the page', async () => {
    const { host, engine } = await startEngine()
    const pinch = (type: string, scale: number): boolean =>
      !host.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), { scale, clientX: 640, clientY: 400 }))
    expect([pinch('gesturestart', 1), pinch('gesturechange', 2), pinch('gestureend', 2)]).toEqual([true, true, true])
    expect(engine.destination().percent).toBe(200)
    engine.destroy()
    expect(pinch('gesturestart', 1)).toBe(false)
  })

  test('two presses zoom twice, and fit shows the whole view again', async () => {
    const { engine } = await startEngine()
    engine.zoomIn()
    engine.zoomIn()
    expect(engine.destination().percent).toBe(256)
    engine.fit()
    expect(engine.destination()).toMatchObject({ percent: 100, canZoomOut: false, canZoomIn: true })
  })

  test('focus moves a seat out from under a panel', async () => {
    const { engine } = await startEngine()
    engine.setInset({ top: 0, right: 400, bottom: 0, left: 0 })
    engine.flyToSeat(60)
    const right = plan.rows[11]!.firstSeat + plan.rows[11]!.seatCount - 1
    engine.setFocus(right)
    const { x, y } = engine.spotOf(right, 'focus')
    expect(x).toBeLessThan(880)
    expect(x).toBeGreaterThan(0)
    expect(y).toBeLessThan(800)
  })
})
