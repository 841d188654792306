import { mapKeyEntries, readPlan, seatTypes } from '@playhouse/domain/plan'
import { hall, halls } from '@playhouse/fixtures'
import { describe, expect, test } from 'vitest'
import { planOf, showEveryType } from './plan.ts'

describe.each(halls.map((id) => [id] as const))('the showcase of %s', (id) => {
  const plan = showEveryType(hall(id))

  test('has every kind of seat', () => {
    const { type } = readPlan(plan)
    for (const [index, name] of seatTypes.entries()) expect(type.includes(index), name).toBe(true)
  })
  test('is the same hall otherwise', () => {
    const { version: _, seats, ...rest } = plan
    expect(rest).toMatchObject({ rows: hall(id).rows, areas: hall(id).areas })
    expect(seats).toMatchObject({ x: hall(id).seats.x, flags: hall(id).seats.flags })
  })
})

test('the map key lists all seat types and two states', () => {
  expect(mapKeyEntries.filter((entry) => !(seatTypes as readonly string[]).includes(entry))).toEqual(['unavailable', 'selected'])
})

test('an unknown hall falls back to the first; an imported one exists only where it was imported', () => {
  const importedPlan = { ...hall('studio-60'), hall: 'mine' }
  expect(planOf({ hall: 'nowhere', showcase: false }, undefined).hall).toBe(hall(halls[0]!).hall)
  expect(planOf({ hall: 'imported', showcase: false }, undefined).hall).toBe(hall(halls[0]!).hall)
  expect(planOf({ hall: 'imported', showcase: false }, importedPlan)).toBe(importedPlan)
})
