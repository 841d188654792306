// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { toPlan, toScreen } from '#camera'
import { bowl, offersOf } from '#fixture'
import { createSeatStore } from '#store'
import { createCore } from './core.ts'
import { createViewport } from './viewport.ts'

const plan = bowl(2, 16, 12, 14)
const core = createCore(plan, createSeatStore(plan), offersOf(plan))
const phone = { width: 390, height: 600 }
const sheet = (bottom: number) => ({ top: 60, right: 8, bottom, left: 8 })

function open() {
  const viewport = createViewport(
    core,
    document.createElement('section'),
    () => {},
    () => true,
  )
  viewport.controller.setReducedMotion(true)
  viewport.resize(phone, sheet(100), -1)
  const spotOf = (seat: number) => toScreen(viewport.controller.camera(), plan.x[seat]!, plan.y[seat]!)
  const isClear = (seat: number): boolean => {
    const [x, y] = spotOf(seat)
    const clear = viewport.clear()
    return x >= clear.x && x <= clear.x + clear.width && y >= clear.y && y <= clear.y + clear.height
  }
  const countClearSeats = (): number => Array.from({ length: plan.seatCount }, (_, seat) => isClear(seat)).filter(Boolean).length
  return { ...viewport, spotOf, isClear, seen: countClearSeats }
}

test('a tap beside a block zooms to its seats, not to the empty floor', () => {
  const { approach, controller, seen, isClear } = open()
  for (const { index, firstSeat } of plan.areas) {
    // The innermost row begins here; a finger may have meant the block from well inside the ring.
    approach(plan.x[firstSeat]! * 0.7, plan.y[firstSeat]! * 0.7, index)
    expect(controller.camera().k * core.seatSize).toBeGreaterThan(24)
    expect(seen()).toBeGreaterThan(40)
    approach(plan.x[firstSeat]!, plan.y[firstSeat]!, index)
    expect(isClear(firstSeat)).toBe(true)
  }
})

test('buttons zoom to seats if the middle of the hall is empty', () => {
  const { zoomIn, controller, seen, limits } = open()
  while (controller.camera().k < limits().kMax * 0.99) {
    zoomIn(1.6)
    expect(seen()).toBeGreaterThan(0)
  }
})

test('a growing panel moves the map only if it would cover the last chosen seat', () => {
  const { flyToSeat, controller, resize, spotOf, isClear } = open()
  const [middle, low] = [plan.areas[0]!.firstSeat + 14 * 6 + 7, plan.areas[0]!.firstSeat + 14 * 6 + 8]
  flyToSeat(middle)
  const before = spotOf(middle)
  resize(phone, sheet(200), middle)
  expect(spotOf(middle)).toEqual(before)
  controller.jumpTo({ ...controller.camera(), y: controller.camera().y + 80 })
  expect(isClear(low)).toBe(true)
  resize(phone, sheet(320), low)
  expect(isClear(low)).toBe(true)
  // The seat is off the screen now, so the camera stays.
  controller.jumpTo({ ...controller.camera(), y: controller.camera().y + 400 })
  const spotBefore = spotOf(low)
  resize(phone, sheet(340), low)
  expect(spotOf(low)).toEqual(spotBefore)
})

test('rotating a phone keeps the centre of the map', () => {
  const { flyToSeat, resize, controller, clear } = open()
  const seat = plan.areas[3]!.firstSeat
  flyToSeat(seat)
  resize({ width: 844, height: 390 }, sheet(80), -1)
  const { x, y, width, height } = clear()
  const [px, py] = toPlan(controller.camera(), x + width / 2, y + height / 2)
  expect(px).toBeCloseTo(plan.x[seat]!, 3)
  expect(py).toBeCloseTo(plan.y[seat]!, 3)
})
