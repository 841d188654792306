// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { toScreen } from '#camera'
import { offersOf, theatre, wordsOf } from '#fixture'
import { plainPalette } from '#look'
import { createSeatStore } from '#store'
import { createEngine, type EngineOptions } from './engine.ts'
import type { Frame, Painter } from './painter.ts'

const plan = theatre()
const size = { width: 1280, height: 800 }
/** jsdom draws nothing and lays nothing out: the painter keeps what it was asked to draw, frames come when asked for. */
let frames: Map<number, FrameRequestCallback>
let clock = 0
beforeEach(() => {
  frames = new Map()
  let next = 1
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => (frames.set(next, callback), next++))
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id))
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

const runFrames = (most = 500): number => {
  let ran = 0
  for (; frames.size > 0 && ran < most; ran++) {
    const [id, callback] = [...frames][0]!
    frames.delete(id)
    callback((clock += 16))
  }
  return ran
}

/** A frame is filled anew by the next: what is looked at later is copied. */
const copyOf = ({ level, spans, labels }: Frame) => ({
  level,
  spans: Array.from({ length: spans.count }, (_, span) => [...spans.bounds.slice(span * 2, span * 2 + 2)]),
  labels: [...labels.items],
  written: labels.edition,
})

async function start(options: Partial<EngineOptions> = {}) {
  const host = document.createElement('section')
  Object.defineProperties(host, { clientWidth: { value: size.width }, clientHeight: { value: size.height } })
  host.setPointerCapture = () => {}
  host.getBoundingClientRect = () => new DOMRect(0, 0, size.width, size.height)
  document.body.append(host)
  const painted: ReturnType<typeof copyOf>[] = []
  const refreshed: (readonly number[] | 'all')[] = []
  const painter: Painter = {
    kind: 'canvas',
    canvas: document.createElement('canvas'),
    software: false,
    resize: () => {},
    dress: () => {},
    refresh: (seats) => void refreshed.push(seats),
    paint: (frame) => void painted.push(copyOf(frame)),
    *prepare() {},
    destroy: () => painter.canvas.remove(),
  }
  const store = createSeatStore(plan)
  const picked: number[] = []
  const areas: number[] = []
  const engine = await createEngine({
    host,
    plan,
    store,
    offers: offersOf(plan),
    palette: plainPalette,
    words: wordsOf(plan),
    makePainter: async () => painter,
    onPick: (seat) => picked.push(seat),
    onHover: () => {},
    onCamera: () => {},
    onArea: (area) => areas.push(area),
    ...options,
  })
  engine.setReducedMotion(true)
  runFrames()
  const touch = (type: string, x: number, y: number, pointerType = 'touch'): void => {
    const event = new MouseEvent(type, { clientX: x, clientY: y, button: 0, bubbles: true })
    Object.assign(event, { pointerId: 1, pointerType, isPrimary: true })
    host.dispatchEvent(event)
  }
  const tap = (seat: number, pointerType?: string): void => {
    const [x, y] = toScreen(engine.camera(), plan.x[seat]!, plan.y[seat]!)
    touch('pointerdown', x, y, pointerType)
    touch('pointerup', x, y, pointerType)
  }
  return { engine, host, store, painted, refreshed, picked, areas, touch, tap }
}

describe('frames', () => {
  test('none is asked for while nothing changes, one for many changes', async () => {
    const { engine, painted, store } = await start()
    expect(frames.size).toBe(0)
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
    expect(frames.size).toBe(1)
    runFrames()
    expect(painted.length).toBe(before + 1)
  })

  test('a ring goes from seat to seat without a picture', async () => {
    const { engine, host, painted } = await start()
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

  test('only the seats that changed are sent to the painter', async () => {
    const { refreshed, store } = await start()
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

  test('a framing brings the camera back to what it showed', async () => {
    const { engine } = await start()
    engine.flyToSeat(3)
    const there = engine.framing()
    engine.fit()
    expect(engine.framing()).not.toEqual(there)
    engine.setFraming(there)
    const back = engine.framing()
    for (const side of ['x', 'y', 'seatSize'] as const) expect(back[side]).toBeCloseTo(there[side], 6)
  })

  test('nothing is drawn after the end', async () => {
    const { engine, painted, store, host } = await start()
    engine.setFilters({})
    engine.destroy()
    store.apply([[1, 1]], 1)
    const before = painted.length
    runFrames()
    expect(painted.length).toBe(before)
    expect(host.querySelector('canvas')).toBeNull()
  })
})

describe('what is drawn', () => {
  test('the canvas is a picture: hidden, never focusable', async () => {
    const { host } = await start()
    const canvas = host.querySelector('canvas')!
    expect(canvas.getAttribute('aria-hidden')).toBe('true')
    expect(canvas.hasAttribute('tabindex')).toBe(false)
  })

  test('only areas of the view and in sight', async () => {
    const { engine, painted } = await start()
    engine.setView('circle')
    runFrames()
    const circle = plan.areas[1]!
    expect(painted.at(-1)!.spans).toEqual([[circle.firstSeat, circle.firstSeat + circle.seatCount]])
    engine.setView('all')
    runFrames()
    expect(painted.at(-1)!.spans).toEqual([[0, plan.seatCount]])
  })

  test('numbers when near', async () => {
    const { engine, painted } = await start()
    engine.flyToSeat(60)
    runFrames()
    expect(painted.at(-1)!.level).toBe('numbers')
  })

  test('letters of rows and names of blocks are written once, however the camera pans', async () => {
    const { engine, painted } = await start()
    engine.flyToSeat(60)
    runFrames()
    const before = painted.at(-1)!
    expect(before.labels.some(({ text }) => text === plan.rows[plan.rowOf[60]!]!.label)).toBe(true)
    engine.panBy(0.01, 0.01)
    runFrames()
    expect(painted.at(-1)!.written).toBe(before.written)
  })
})

describe('hands', () => {
  test('a tap on a small seat flies nearer and chooses nothing; then it chooses', async () => {
    const { engine, tap, picked, areas } = await start()
    tap(60)
    runFrames()
    expect(picked).toEqual([])
    expect(areas).toEqual([0])
    expect(engine.spotOf(60, 'pointer').size).toBeGreaterThanOrEqual(24)
    tap(60)
    expect(picked).toEqual([60])
  })

  test('a seat that is taken, filtered away or of another view is not chosen', async () => {
    const { engine, tap, picked, store } = await start()
    engine.flyToSeat(60)
    store.apply([[60, 1]], 1)
    tap(60)
    store.apply([[60, 0]], 2)
    engine.setFilters({ bands: new Set() })
    tap(60)
    engine.setFilters({})
    engine.setView('circle')
    engine.flyToSeat(60)
    tap(60)
    expect(picked).toEqual([])
  })

  test('the second tap of a double tap chooses no seat that comes by on the way', async () => {
    const { engine, tap, picked } = await start()
    engine.setReducedMotion(false)
    tap(60)
    for (let frame = 0; engine.spotOf(60, 'pointer').size < 24 && frame < 200; frame++) runFrames(1)
    expect(engine.destination().seatSize).toBeGreaterThan(engine.spotOf(60, 'pointer').size * 1.05)
    tap(60)
    expect(picked).toEqual([])
    runFrames()
    tap(60)
    expect(picked).toEqual([60])
  })

  test('a long press tells of a seat, be it taken, and chooses nothing', async () => {
    const held: number[] = []
    const { engine, store, touch, picked } = await start({ onHold: (seat) => held.push(seat) })
    vi.useFakeTimers()
    engine.flyToSeat(60)
    store.apply([[60, 1]], 1)
    const { x, y } = engine.spotOf(60, 'pointer')
    touch('pointerdown', x, y)
    vi.advanceTimersByTime(499)
    expect(held).toEqual([])
    vi.advanceTimersByTime(1)
    touch('pointerup', x, y)
    vi.useRealTimers()
    expect([held, picked]).toEqual([[60], []])
  })

  test('a frame catches the free seats in it, in their order, and no seat that is chosen already', async () => {
    const caught: (readonly number[])[] = []
    const { engine, store, touch, host, picked } = await start({ onLasso: (seats) => caught.push(seats) })
    engine.flyToSeat(60)
    runFrames()
    store.apply([[61, 1]], 1)
    engine.setChosen([62], [])
    engine.setLasso(true)
    const spots = [60, 61, 62, 63].map((seat) => engine.spotOf(seat, 'pointer'))
    const [left, top] = [Math.min(...spots.map(({ x }) => x)) - 4, Math.min(...spots.map(({ y }) => y)) - 4]
    touch('pointerdown', Math.max(...spots.map(({ x }) => x)) + 4, Math.max(...spots.map(({ y }) => y)) + 4, 'mouse')
    touch('pointermove', left, top, 'mouse')
    expect(host.querySelector('[data-lasso]')).not.toBeNull()
    touch('pointerup', left, top, 'mouse')
    expect(host.querySelector('[data-lasso]')).toBeNull()
    expect([caught, picked]).toEqual([[[60, 63]], []])
  })

  test('where nobody wants to know of a frame, Shift and a drag move the hall', async () => {
    const { engine, touch, host } = await start()
    engine.setLasso(true)
    touch('pointerdown', 300, 300, 'mouse')
    touch('pointermove', 400, 400, 'mouse')
    expect(host.querySelector('[data-lasso]')).toBeNull()
    touch('pointerup', 400, 400, 'mouse')
  })

  test('a press whose end nobody heard of keeps nobody from the next', async () => {
    const { engine, touch, tap, picked } = await start()
    engine.flyToSeat(60)
    touch('pointerdown', 10, 10)
    touch('pointermove', 90, 90)
    tap(60)
    expect(picked).toEqual([60])
  })

  test('a drag from seat to seat chooses nothing', async () => {
    const { engine, touch, picked } = await start()
    engine.flyToSeat(60)
    const { x, y } = engine.spotOf(60, 'pointer')
    touch('pointerdown', x, y)
    touch('pointermove', x + 40, y)
    touch('pointerup', x + 40, y)
    expect(picked).toEqual([])
  })
})

describe('camera', () => {
  const wheel = (host: HTMLElement, deltaY: number, ctrlKey: boolean): boolean => {
    const event = new WheelEvent('wheel', { deltaY, ctrlKey, clientX: 640, clientY: 400, bubbles: true, cancelable: true })
    host.dispatchEvent(event)
    return event.defaultPrevented
  }

  test('at its limits the wheel goes on to the page, a pinch never', async () => {
    const { host, engine } = await start()
    expect([wheel(host, 100, false), wheel(host, 100, true)]).toEqual([false, true])
    engine.setFraming({ x: 0, y: 0, seatSize: 10_000 })
    expect([wheel(host, -100, false), wheel(host, -100, true)]).toEqual([false, true])
    expect(wheel(host, 100, false)).toBe(true)
  })

  test('Safari’s pinch on a trackpad zooms the map and not the page', async () => {
    const { host, engine } = await start()
    const pinch = (type: string, scale: number): boolean =>
      !host.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), { scale, clientX: 640, clientY: 400 }))
    expect([pinch('gesturestart', 1), pinch('gesturechange', 2), pinch('gestureend', 2)]).toEqual([true, true, true])
    expect(engine.destination().percent).toBe(200)
    engine.destroy()
    expect(pinch('gesturestart', 1)).toBe(false)
  })

  test('two presses zoom twice, and fit shows the whole view again', async () => {
    const { engine } = await start()
    engine.zoomIn()
    engine.zoomIn()
    expect(engine.destination().percent).toBe(256)
    engine.fit()
    expect(engine.destination()).toMatchObject({ percent: 100, canZoomOut: false, canZoomIn: true })
  })

  test('focus brings a seat out from under a panel', async () => {
    const { engine } = await start()
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
