import { readPlan } from '@playhouse/domain/plan'
import { hall, halls } from '@playhouse/fixtures'
import { describe, expect, test } from 'vitest'
import { adjacentFreeSeats, basketSeats } from './sample-seats.ts'
import { availabilityOf } from './sale.ts'

describe.each(halls.map((id) => [id] as const))('sample seats of %s', (id) => {
  const plan = readPlan(hall(id))
  const rowsOf = (seats: readonly number[]): number => new Set(seats.map((seat) => plan.rowOf[seat])).size

  test('of a basket are different seats of one row', () => {
    const places = basketSeats(plan, 4)
    expect(new Set(places).size).toBe(4)
    expect(rowsOf(places)).toBe(1)
  })
  test('of a choice are free, adjacent and not in the basket', () => {
    const basketPlaces = basketSeats(plan, 5)
    const availability = availabilityOf(plan, 30, basketPlaces)
    const places = adjacentFreeSeats(plan, 4, availability, basketPlaces)
    expect(places).toHaveLength(4)
    expect(rowsOf(places)).toBe(1)
    expect(places.filter((seat) => basketPlaces.includes(seat) || availability[seat] !== 0)).toEqual([])
  })
  test('are fewer when fewer are free', () => {
    const availability = availabilityOf(plan, 100, [])
    expect(adjacentFreeSeats(plan, 4, availability, [])).toEqual([])
    availability[plan.rows.find(({ seatCount }) => seatCount >= 9)!.firstSeat] = 0
    expect(adjacentFreeSeats(plan, 4, availability, [])).toHaveLength(1)
  })
})
