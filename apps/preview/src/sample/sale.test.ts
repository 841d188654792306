import { readPlan } from '@playhouse/domain/plan'
import { seatAvailability } from '@playhouse/domain/seat'
import { hall } from '@playhouse/fixtures'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { availabilityOf, sellLive } from './sale.ts'

const plan = readPlan(hall('bridge-thrust'))
const takenIn = (availability: Uint8Array): number[] =>
  [...availability.keys()].filter((seat) => availability[seat] === seatAvailability.taken)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('any share of the hall can be sold, from nothing to everything', () => {
  expect(takenIn(availabilityOf(plan, 0, []))).toHaveLength(0)
  expect(takenIn(availabilityOf(plan, 100, []))).toHaveLength(plan.seatCount)
  expect(takenIn(availabilityOf(plan, 40, []))).toHaveLength(Math.round(plan.seatCount * 0.4))
})

test('a larger share keeps the seats of a smaller one, and never takes the visitor’s own seats', () => {
  const [smallerShare, largerShare] = [takenIn(availabilityOf(plan, 30, [])), new Set(takenIn(availabilityOf(plan, 60, [])))]
  expect(smallerShare.filter((seat) => !largerShare.has(seat))).toEqual([])
  expect(takenIn(availabilityOf(plan, 100, [3, 4]))).not.toContain(3)
})

test('live sales take free seats at the given rate, until they are stopped', () => {
  const takenSeats = new Set<number>()
  const stop = sellLive(
    plan.seatCount,
    10,
    (seat) => !takenSeats.has(seat),
    (seats) => seats.forEach((seat) => takenSeats.add(seat)),
  )
  vi.advanceTimersByTime(3000)
  expect(takenSeats.size).toBe(30)
  stop()
  vi.advanceTimersByTime(3000)
  expect(takenSeats.size).toBe(30)
})

test('live sales end when the hall is sold out', () => {
  const sold: number[] = []
  const stop = sellLive(
    3,
    100,
    (seat) => !sold.includes(seat),
    (seats) => sold.push(...seats),
  )
  vi.advanceTimersByTime(2000)
  expect(sold.toSorted()).toEqual([0, 1, 2])
  stop()
})

test('live sales take the same seats in the same order each time', () => {
  const sell = (): number[] => {
    const sold: number[] = []
    const stop = sellLive(
      plan.seatCount,
      20,
      (seat) => !sold.includes(seat),
      (seats) => sold.push(...seats),
    )
    vi.advanceTimersByTime(2000)
    stop()
    return sold
  }
  expect(sell()).toHaveLength(40)
  expect(sell()).toEqual(sell())
})
