import fc from 'fast-check'
import { expect, test } from 'vitest'
import { theatre } from '#fixture'
import { createSeatStore, type SeatChange } from './seat-store.ts'

const plan = theatre()
const delta = fc.tuple(fc.nat(plan.seatCount - 1), fc.integer({ min: 0, max: 2 }))

test('counts of free seats are right after any deltas', () => {
  fc.assert(
    fc.property(fc.array(fc.array(delta, { maxLength: 40 }), { maxLength: 10 }), (batches) => {
      const store = createSeatStore(plan)
      batches.forEach((batch, version) => store.apply(batch, version))
      for (const area of plan.areas) {
        const free = store.outlook.subarray(area.firstSeat, area.firstSeat + area.seatCount).filter((outlook) => outlook === 0).length
        expect(store.freeIn(area.index)).toBe(free)
      }
    }),
  )
})

test('ignores versions that it has already applied', () => {
  const store = createSeatStore(plan)
  expect(store.apply([[3, 1]], 7)).toBe(true)
  expect(store.apply([[3, 0]], 7)).toBe(false)
  expect(store.load(new Uint8Array(plan.seatCount), 6)).toBe(false)
  expect(store.outlook[3]).toBe(1)
  expect(store.version()).toBe(7)
})

test('accepts a lower version after restart', () => {
  const store = createSeatStore(plan)
  store.apply([[3, 1]], 7)
  store.restart(new Uint8Array(plan.seatCount), 2)
  expect(store.outlook[3]).toBe(0)
  expect(store.apply([[4, 1]], 3)).toBe(true)
})

test('notifies with the changed seats, once, and only when some changed', () => {
  const store = createSeatStore(plan)
  const changes: SeatChange[] = []
  const stop = store.subscribe((change) => changes.push(change))
  store.apply(
    [
      [9, 1],
      [4, 2],
      [5, 0],
    ],
    1,
  )
  store.apply([[9, 1]], 2)
  stop()
  store.apply([[10, 1]], 3)
  expect(changes).toEqual([{ from: 4, to: 9, seats: [9, 4] }])
  expect(store.revision()).toBe(2)
})

test('refuses an availability of another hall', () => {
  expect(() => createSeatStore(plan).load(new Uint8Array(3), 1)).toThrow(RangeError)
})

test('ignores a seat that does not exist', () => {
  const store = createSeatStore(plan)
  store.apply([[plan.seatCount + 5, 1]], 1)
  expect(store.revision()).toBe(0)
})
