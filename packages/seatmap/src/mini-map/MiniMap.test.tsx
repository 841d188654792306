// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { type Plan, readPlan, writePlan } from '@playhouse/domain/plan'
import { draftOf } from '@playhouse/domain/plan/import'
import { afterEach, expect, test } from 'vitest'
import { theatre } from '#fixture'
import { MiniMap } from './MiniMap.tsx'

afterEach(cleanup)

const house = theatre()
/** The same with its second level drawn upon the first. */
function stackedHouse(): Plan {
  const draft = draftOf(house)
  const [ground, ...above] = draft.areas
  const coincidentAreas = above.map((area) => ({
    ...area,
    outline: [],
    rows: ground!.rows.slice(0, area.rows.length).map((row, at) => ({ ...area.rows[at]!, seats: row.seats })),
  }))
  return readPlan(writePlan({ ...draft, areas: [ground!, ...coincidentAreas] }))
}
const drawMap = (plan: Plan, seats: readonly number[]) => {
  const { container } = render(<MiniMap plan={plan} seats={seats} />)
  const count = (selector: string): number => container.querySelectorAll(selector).length
  return { areas: count('path') - 1, seats: count('circle') }
}

test('draws the whole hall with the seats', () => {
  const [first, last] = [house.areas[0]!.firstSeat, house.areas.at(-1)!.firstSeat]
  expect(drawMap(house, [first, last])).toEqual({ areas: house.areas.length, seats: 2 })
})

test('for a hall whose levels overlap, draws the level of the seats', () => {
  const plan = stackedHouse()
  const gallery = plan.areas.at(-1)!
  const level = plan.areas.filter(({ view }) => view === gallery.view)
  expect(level.length).toBeLessThan(plan.areas.length)
  expect(drawMap(plan, [gallery.firstSeat, gallery.firstSeat + 1])).toEqual({ areas: level.length, seats: 2 })
})
