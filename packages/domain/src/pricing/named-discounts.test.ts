import { expect, it } from 'vitest'
import { money, zero } from '../money/money.ts'
import { discountsOf, namedDiscounts } from './named-discounts.ts'
import { type Line, totalsOf } from './pricing.ts'

const off = (ref: string, amount: number, vatBasisPoints?: number): Line => ({
  ...{ kind: 'discount', ref, amount: money(-amount), fee: zero },
  ...(vatBasisPoints !== undefined && { vatBasisPoints }),
})
const offers = [
  { code: 'AUTUMN', name: 'Autumn', names: { de: 'Herbst' } },
  { code: 'YOUNG', name: 'Under 26', names: {} },
]

it('adds up the lines of an offer at all rates of tax, by its name', () => {
  const lines: Line[] = [
    { kind: 'ticket', ref: 'AUTUMN', amount: money(90_00), fee: zero },
    off('AUTUMN', 5_00),
    off('AUTUMN', 2_00, 700),
    off('YOUNG', 3_00),
  ]
  const discounts = namedDiscounts(lines, offers)
  expect(discounts).toEqual([
    { name: 'Autumn', names: { de: 'Herbst' }, amount: 7_00 },
    { name: 'Under 26', amount: 3_00 },
  ])
  expect(discountsOf(totalsOf(lines, zero, 2000, discounts))).toEqual([
    { name: { text: 'Autumn', translations: { de: 'Herbst' } }, amount: 7_00 },
    { name: { text: 'Under 26' }, amount: 3_00 },
  ])
})

it('shows the discount of an order from before offers were named without a name, and nothing where there is none', () => {
  const lines = [off('AUTUMN', 5_00)]
  expect(discountsOf(totalsOf(lines, zero, 2000))).toEqual([{ amount: 5_00 }])
  expect(namedDiscounts(lines, [])).toEqual([])
  expect(totalsOf([], zero, 2000, [])).not.toHaveProperty('discounts')
  expect(discountsOf(totalsOf([], zero, 2000))).toEqual([])
})
