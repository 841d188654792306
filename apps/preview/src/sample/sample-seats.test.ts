import { readPlan } from '@playhouse/domain/plan'
import { hall, halls } from '@playhouse/fixtures'
import { describe, expect, test } from 'vitest'
import { adjacentFreeSeats, basketSeats } from './sample-seats.ts'
import { availabilityOf } from './sale.ts'

describe.each(halls.map((id) => [id] as const))('places of %s', (id) => {
  const plan = readPlan(hall(id))
  const rowsOf = (seats: readonly number[]): number => new Set(seats.map((seat) => plan.rowOf[seat])).size

  test('for a basket are seats of one row, each once', () => {
    const places = basketSeats(plan, 4)
    expect(new Set(places).size).toBe(4)
    expect(rowsOf(places)).toBe(1)
  })
  test('for a choice are free, side by side, and not those in the basket', () => {
    const mine = basketSeats(plan, 5)
    const availability = availabilityOf(plan, 30, mine)
    const places = adjacentFreeSeats(plan, 4, availability, mine)
    expect(places).toHaveLength(4)
    expect(rowsOf(places)).toBe(1)
    expect(places.filter((seat) => mine.includes(seat) || availability[seat] !== 0)).toEqual([])
  })
  test('are as many as are left', () => {
    const availability = availabilityOf(plan, 100, [])
    expect(adjacentFreeSeats(plan, 4, availability, [])).toEqual([])
    availability[plan.rows.find(({ seatCount }) => seatCount >= 9)!.firstSeat] = 0
    expect(adjacentFreeSeats(plan, 4, availability, [])).toHaveLength(1)
  })
})
