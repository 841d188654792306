// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import { runFrames, startEngine } from './engine.fixture.ts'

describe('gestures', () => {
  test('a tap on a small seat zooms in and chooses nothing; the next tap chooses', async () => {
    const { engine, tap, picked, areas } = await startEngine()
    tap(60)
    runFrames()
    expect(picked).toEqual([])
    expect(areas).toEqual([0])
    expect(engine.spotOf(60, 'pointer').size).toBeGreaterThanOrEqual(24)
    tap(60)
    expect(picked).toEqual([60])
  })

  test('a seat that is taken, filtered away or of another view is not chosen', async () => {
    const { engine, tap, picked, store } = await startEngine()
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

  test('the second tap of a double tap chooses no seat that passes under it', async () => {
    const { engine, tap, picked } = await startEngine()
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

  test('a long press reports a seat, even a taken one, and chooses nothing', async () => {
    const heldItems: number[] = []
    const { engine, store, touch, picked } = await startEngine({ onHold: (seat) => heldItems.push(seat) })
    vi.useFakeTimers()
    engine.flyToSeat(60)
    store.apply([[60, 1]], 1)
    const { x, y } = engine.spotOf(60, 'pointer')
    touch('pointerdown', x, y)
    vi.advanceTimersByTime(499)
    expect(heldItems).toEqual([])
    vi.advanceTimersByTime(1)
    touch('pointerup', x, y)
    vi.useRealTimers()
    expect([heldItems, picked]).toEqual([[60], []])
  })

  test('a selection frame returns the free seats in it, in order, without chosen ones', async () => {
    const caught: (readonly number[])[] = []
    const { engine, store, touch, host, picked } = await startEngine({ onLasso: (seats) => caught.push(seats) })
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

  test('without an onLasso callback, a drag with Shift moves the hall', async () => {
    const { engine, touch, host } = await startEngine()
    engine.setLasso(true)
    touch('pointerdown', 300, 300, 'mouse')
    touch('pointermove', 400, 400, 'mouse')
    expect(host.querySelector('[data-lasso]')).toBeNull()
    touch('pointerup', 400, 400, 'mouse')
  })

  test('a press whose pointerup was lost does not block the next press', async () => {
    const { engine, touch, tap, picked } = await startEngine()
    engine.flyToSeat(60)
    touch('pointerdown', 10, 10)
    touch('pointermove', 90, 90)
    tap(60)
    expect(picked).toEqual([60])
  })

  test('a drag from seat to seat chooses nothing', async () => {
    const { engine, touch, picked } = await startEngine()
    engine.flyToSeat(60)
    const { x, y } = engine.spotOf(60, 'pointer')
    touch('pointerdown', x, y)
    touch('pointermove', x + 40, y)
    touch('pointerup', x + 40, y)
    expect(picked).toEqual([])
  })
})
