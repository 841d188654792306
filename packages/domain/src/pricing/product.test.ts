import { expect, it } from 'vitest'
import { money, zero } from '../money/money.ts'
import { type Line, totalsOf } from './pricing.ts'
import { mostPiecesByNetwork, mostToChoose } from './product.ts'

it('adds the tax of each line at its own rate, and of lines without one at the rate of the brand', () => {
  const line = (amount: number, vatBasisPoints?: number): Line => ({
    ...{ kind: 'product', ref: 'poster', amount: money(amount), fee: zero },
    ...(vatBasisPoints !== undefined && { vatBasisPoints }),
  })
  expect(totalsOf([line(12_00), line(5_00, 0), line(10_50, 500)], zero, 2000)).toMatchObject({ total: 27_50, vat: 2_00 + 50 })
  // Rounded once for each rate, not for each line.
  expect(totalsOf([line(1), line(1), line(1)], zero, 2000).vat).toBe(1)
})

it('offers at most the limit of an order and what is left', () => {
  expect(mostToChoose({ limit: 4 }, { piecesLeft: null })).toBe(4)
  expect(mostToChoose({ limit: 4 }, { piecesLeft: 2 })).toBe(2)
  expect(mostToChoose({ limit: 4 }, { piecesLeft: 900 })).toBe(4)
})

it('lets one network hold two orders, or a tenth of a large stock', () => {
  expect([0, 50, 100, 999].map((total) => mostPiecesByNetwork(total, 4))).toEqual([8, 8, 10, 99])
})
