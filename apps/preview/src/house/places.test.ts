import { readPlan } from '@playhouse/domain/plan'
import { hall, halls } from '@playhouse/fixtures'
import { describe, expect, test } from 'vitest'
import { goodPlaces } from './places.ts'

describe.each(halls.map((id) => [id] as const))('good places of %s', (id) => {
  const plan = readPlan(hall(id))

  test('are seats, each once, side by side where the row allows', () => {
    const places = goodPlaces(plan, 4)
    expect(new Set(places).size).toBe(4)
    for (const seat of places) expect(seat).toBeLessThan(plan.seatCount)
    expect(new Set(places.map((seat) => plan.rowOf[seat])).size).toBe(1)
  })
  test('for two parties share no seat', () => {
    const [one, other] = [goodPlaces(plan, 5), goodPlaces(plan, 4, 9)]
    expect(one.filter((seat) => other.includes(seat))).toEqual([])
  })
})
