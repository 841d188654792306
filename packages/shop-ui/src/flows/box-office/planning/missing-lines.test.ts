import { expect, it } from 'vitest'
import { missingLines } from './missing-lines.ts'

const performances = [
  { id: 'tue', priceList: 'main' },
  { id: 'wed', priceList: 'main' },
  { id: 'thu', priceList: 'studio' },
]
const unpriced = (performance: string, detail: string) => ({ kind: 'band-without-price', performance, detail, isBlocking: true }) as const

it('has one line for all performances with a price list, with its bands', () => {
  const lines = missingLines([unpriced('tue', 'd, e'), unpriced('wed', 'd, e'), unpriced('thu', 'premium')], performances)
  expect(lines.map(({ details, performances: ids, priceList }) => [priceList, details, ids])).toEqual([
    ['main', ['d', 'e'], ['tue', 'wed']],
    ['studio', ['premium'], ['thu']],
  ])
})

it('has one line for all languages, and one for each performance that lacks something else', () => {
  const lines = missingLines(
    [
      ...['de', 'sv'].map((detail) => ({ kind: 'not-translated' as const, performance: null, detail, isBlocking: false })),
      ...['tue', 'wed'].map((id) => ({ kind: 'hall-clash' as const, performance: id, detail: 'Emma', isBlocking: true })),
    ],
    performances,
  )
  expect(lines).toEqual([
    { kind: 'not-translated', isBlocking: false, details: ['de', 'sv'], performances: [], priceList: null },
    { kind: 'hall-clash', isBlocking: true, details: ['Emma'], performances: ['tue'], priceList: null },
    { kind: 'hall-clash', isBlocking: true, details: ['Emma'], performances: ['wed'], priceList: null },
  ])
})

it('keeps a line for a price list that no performance of the production has', () => {
  expect(missingLines([unpriced('gone', 'e')], performances)).toMatchObject([{ priceList: null, performances: ['gone'] }])
})
