import { expect, it } from 'vitest'
import { money } from '../../money/money.ts'
import type { StoredPriceList } from '../price-list-plan.ts'
import { readProgramme } from '../programme-file/index.ts'
import { composeLists, mostListed, ProblemList, summaryOf } from './index.ts'

const list: StoredPriceList = {
  ...{ name: 'Week', hall: 'small', planVersion: '2', seatBands: [[0, 40]] },
  priceTypes: [{ id: 'full', name: 'Full price', kind: 'full' }],
  'price.a.full': { price: money(20_00), fee: money(0) },
}

it('keeps the plan of a price list, for which there is no column', () => {
  const rows = [
    ['price list', 'band', 'price type', 'price'],
    ['week', 'a', 'full', 25],
  ]
  const read = readProgramme([{ name: 'prices', rows }], () => null)
  const problems = new ProblemList(read.problems)
  const [composed] = composeLists(read, new Map([['week', { value: list }]]), problems, () => null)
  expect(problems.sorted()).toEqual([])
  expect(composed!.after).toEqual({ ...list, 'price.a.full': { price: 25_00, fee: 0 } })
})

it('lists the first problems and things, and counts all', () => {
  const faults = Array.from({ length: mostListed + 1 }, (_, nth) => ({
    ...{ sheet: 'productions', row: nth + 2, column: 'title', value: '', fault: 'missing' as const, suggestion: null },
  }))
  const things = Array.from({ length: mostListed + 2 }, (_, nth) => ({
    ...{
      subject: 'production' as const,
      id: `play-${nth}`,
      effect: nth === 0 ? ('changed' as const) : ('created' as const),
      fields: ['title'],
    },
  }))
  const summary = summaryOf({ problems: faults, things, unchanged: 3, changeSet: null, notes: [] })
  expect([summary.problems.length, summary.problemCount]).toEqual([mostListed, mostListed + 1])
  expect([summary.things.length, summary.created, summary.changed]).toEqual([mostListed, mostListed + 1, 1])
})
