import { afterEach, beforeEach, vi } from 'vitest'
import { toScreen } from '#camera'
import { offersOf, theatre, wordsOf } from '#fixture'
import { plainPalette } from '#look'
import { createSeatStore } from '#store'
import { createEngine, type EngineOptions } from './engine.ts'
import type { Frame, Painter } from './painter.ts'

export const plan = theatre()
const size = { width: 1280, height: 800 }
/** jsdom neither draws nor lays out: the painter records what it was given, and `runFrames` runs the frames. */
let frames: Map<number, FrameRequestCallback>
export const framesAsked = (): number => frames.size
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

export const runFrames = (most = 500): number => {
  let ran = 0
  for (; frames.size > 0 && ran < most; ran++) {
    const [id, callback] = [...frames][0]!
    frames.delete(id)
    callback((clock += 16))
  }
  return ran
}

/** The next frame refills the same object, so frames that are compared later are copied. */
const copyOf = ({ level, spans, labels }: Frame) => ({
  level,
  spans: Array.from({ length: spans.count }, (_, span) => [...spans.bounds.slice(span * 2, span * 2 + 2)]),
  labels: [...labels.items],
  written: labels.version,
})

/** An engine over the theatre plan, with records of its painter and callbacks. */
export async function startEngine(options: Partial<EngineOptions> = {}) {
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
    setTheme: () => {},
    refresh: (seats) => void refreshed.push(seats),
    paint: (frame) => void painted.push(copyOf(frame)),
    prefetch: () => {},
    *write() {},
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
