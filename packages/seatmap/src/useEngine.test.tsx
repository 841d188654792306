// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Camera } from '#camera'
import type { Core, Painter } from '#engine'
import type * as engineModule from '#engine'
import { offersOf, theatre, wordsOf } from '#fixture'
import { createSeatStore, seatState } from '#store'
import { SeatMap } from './SeatMap.tsx'

const chosen = 3
const size = { width: 1280, height: 800 }
/** The camera and the state of the chosen seat in each frame. */
const painted: { readonly camera: Camera; readonly state: number | undefined }[] = []

// The engine is the real one. jsdom cannot draw, so its painter records what it is given.
vi.mock('#engine', async (importOriginal) => ({
  ...(await importOriginal<typeof engineModule>()),
  loadPainter: async () => async (core: Core) => recorderOf(core),
}))
const recorderOf = (core: Core): Painter => ({
  kind: 'canvas',
  canvas: document.createElement('canvas'),
  software: false,
  resize: () => {},
  setTheme: () => {},
  refresh: () => {},
  paint: ({ camera }) => void painted.push({ camera: { ...camera }, state: core.state[chosen] }),
  prefetch: () => {},
  *write() {},
  *prepare() {},
  destroy: () => {},
})

beforeEach(() => {
  painted.splice(0)
  // As early as a frame can come: in the next turn of the event loop, before React's effects.
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => setImmediate(() => callback(performance.now())))
  vi.stubGlobal('cancelAnimationFrame', (frame: ReturnType<typeof setImmediate>) => clearImmediate(frame))
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(size.width)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(size.height)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** All frames of a map up to the one after React's last update. */
async function framesOf(props: Partial<Parameters<typeof SeatMap>[0]>) {
  painted.splice(0)
  const plan = theatre()
  const seats = { plan, store: createSeatStore(plan), offers: offersOf(plan), words: wordsOf(plan), selection: [chosen] }
  const ready = Promise.withResolvers<unknown>()
  render(<SeatMap {...seats} {...props} onToggle={() => {}} onReady={ready.resolve} onUndrawable={ready.reject} />)
  await ready.promise
  await expect.poll(() => painted.length).toBeGreaterThan(0)
  cleanup()
  return [...painted]
}

test('draws the requested area beside the panels, with the chosen seats, in the first frame', async () => {
  const inset = { top: 70, right: 300, bottom: 70, left: 300 }
  const allViews = await framesOf({ view: 'all' })
  const frames = await framesOf({ view: 'all', inset })
  expect(frames[0]!.state).toBe(seatState.selected)
  expect(frames[0]!.camera).toEqual(frames.at(-1)!.camera)
  expect(frames[0]!.camera.k, 'a hall between panels is smaller').toBeLessThan(allViews.at(-1)!.camera.k)
})
