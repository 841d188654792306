import fc from 'fast-check'
import { expect, it } from 'vitest'
import { money, zero } from '../money/money.ts'
import { leviesOf, type Levy, levyWithin } from './levy.ts'
import { type Line, totalsOf } from './pricing.ts'

const name = { text: 'restoration levy', translations: { de: 'Restaurierungsabgabe' } }
const amount: Levy = { name, amount: money(1_50) }

it('is an amount or a part of the price, and never more than the price', () => {
  expect(levyWithin(amount, money(45_00))).toEqual({ name, amount: 1_50 })
  expect(levyWithin(amount, money(1_00))).toEqual({ name, amount: 1_00 })
  expect(levyWithin({ name, basisPoints: 550 }, money(45_01))).toEqual({ name, amount: 2_48 })
  expect(levyWithin(undefined, money(45_00))).toBeUndefined()
  for (const levy of [amount, { name, basisPoints: 500 }]) expect(levyWithin(levy, zero)).toBeUndefined()
  fc.assert(
    fc.property(fc.nat({ max: 100_000 }).map(money), fc.integer({ min: 1, max: 10_000 }), (price, basisPoints) => {
      const within = levyWithin({ name, basisPoints }, price)?.amount ?? 0
      expect(within).toBeGreaterThanOrEqual(0)
      expect(within).toBeLessThanOrEqual(price)
    }),
  )
})

it('adds up levies by name, inside the total', () => {
  const line = (levy: Line['levy']): Line => ({ kind: 'ticket', ref: '', amount: money(45_00), fee: zero, ...(levy && { levy }) })
  const lines = [line({ name, amount: money(1_50) }), line(undefined), line({ name: { text: 'green levy' }, amount: money(50) })]
  const levies = [
    { name, amount: 3_00 },
    { name: { text: 'green levy' }, amount: 50 },
  ]
  expect(leviesOf([...lines, lines[0]!])).toEqual(levies)
  expect(totalsOf([...lines, lines[0]!], zero, 2000)).toMatchObject({ total: 180_00, subtotal: 180_00, vat: 30_00, levies })
  expect(totalsOf([lines[1]!], zero, 2000)).not.toHaveProperty('levies')
})
