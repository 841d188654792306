// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { theatre } from '#fixture'
import type { Engine } from '#engine'
import { createSeatStore } from '#store'
import { createByEarlyEngine, earlyMapOf, earlyPlanOf, earlyStoreOf, type EarlyMap, removeEarlyMap, takeOverEarlyMap } from './early-map.ts'

const plan = theatre()
const camera = { x: 1, y: 2, k: 3 }
const report = { percent: 100 }
const handlers = { onPick: vi.fn(), onHover: vi.fn(), onCamera: vi.fn(), onArea: vi.fn() }

afterEach(() => {
  globalThis.earlyMap = undefined
  vi.clearAllMocks()
})

function anEarlyMap(engine: Promise<Engine> = Promise.resolve({ camera: () => camera, destination: () => report } as unknown as Engine)) {
  const bytes = new Uint8Array(1)
  const early: EarlyMap = {
    ...{ instance: 'tonight', planBytes: Promise.resolve(bytes), availability: Promise.resolve({ seats: '', version: 1 }) },
    ...{ hall: { bytes, plan, store: createSeatStore(plan) }, host: document.createElement('div'), engine },
    ...{ setHandlers: vi.fn(), createEngine: vi.fn(), destroy: vi.fn() },
  }
  globalThis.earlyMap = early
  return { early, bytes, store: early.hall!.store, newHost: document.createElement('section') }
}

test('moves into its new host with its element, its handlers and its camera, once', async () => {
  const { early, store, newHost } = anEarlyMap()
  const taken = await takeOverEarlyMap(store, newHost, handlers)
  expect(newHost.firstChild).toBe(early.host)
  expect(early.setHandlers).toHaveBeenCalledWith(handlers)
  expect(handlers.onCamera).toHaveBeenCalledWith(camera, report)
  expect(createByEarlyEngine()).toBe(early.createEngine)
  taken!.destroy()
  expect(early.destroy).toHaveBeenCalledOnce()
  expect(await takeOverEarlyMap(store, newHost, handlers)).toBeUndefined()
})

test('is not taken over if it could not be drawn', async () => {
  const { store, newHost } = anEarlyMap(Promise.reject(new Error('no WebGL context')))
  expect(await takeOverEarlyMap(store, newHost, handlers)).toBeUndefined()
  expect(newHost.childElementCount).toBe(0)
})

test('is removed if the map shows other seats, or none takes it over', async () => {
  const { early, newHost } = anEarlyMap()
  expect(await takeOverEarlyMap(createSeatStore(plan), newHost, handlers)).toBeUndefined()
  expect(early.destroy).toHaveBeenCalledOnce()
  const { early: other } = anEarlyMap()
  removeEarlyMap()
  expect(other.destroy).toHaveBeenCalledOnce()
  expect(earlyMapOf('tonight')).toBeUndefined()
})

test('gives replies, plan and store to its performance only', () => {
  const { early, bytes, store } = anEarlyMap()
  expect([earlyMapOf('tonight'), earlyMapOf('tomorrow')]).toEqual([early, undefined])
  expect([earlyPlanOf(bytes), earlyPlanOf(new Uint8Array(1))]).toEqual([plan, undefined])
  expect([earlyStoreOf('tonight', plan), earlyStoreOf('tonight', { ...plan, version: 'other' })]).toEqual([store, undefined])
})

test('is none once the shop has started without one', () => {
  expect(earlyMapOf('tonight')).toBeUndefined()
  expect(globalThis.earlyMap).toBe('none')
})
