import { expect, it } from 'vitest'
import { money } from '../money/money.ts'
import { byFit, choosePriceTypes, usualPrice } from './price-type.ts'
import type { PriceType } from './pricing.ts'

const types: readonly PriceType[] = [
  { id: 'companion', name: 'Companion', kind: 'companion', limit: 1 },
  { id: 'full', name: 'Full price', kind: 'full' },
  { id: 'access', name: 'Access', kind: 'access' },
  { id: 'under-26', name: 'Under 26', kind: 'under-26', limit: 2 },
]
const price = { price: money(20_00), fee: money(2_00) }
const prices = { b: Object.fromEntries(types.map(({ id }) => [id, price])) }

it('offers a seat first at prices for its type, and last at prices for other types', () => {
  const order = (seat: Parameters<typeof byFit>[0]) => byFit(seat, types).map(({ id }) => id)
  expect(order('wheelchair')).toEqual(['access', 'full', 'under-26', 'companion'])
  expect(order('companion')).toEqual(['companion', 'full', 'under-26', 'access'])
  expect(order('standard')).toEqual(['full', 'under-26', 'companion', 'access'])
})

it('prices a wheelchair user, a companion and friends separately, with one companion free', () => {
  const seats = (['wheelchair', 'companion', 'standard', 'companion'] as const).map((type) => ({ band: 'b' as const, type }))
  expect(choosePriceTypes({ prices }, types, seats, new Map())).toEqual(['access', 'companion', 'full', 'full'])
})

it('excludes concessions: a band’s usual price is its first price for every seat', () => {
  const list = { prices: { b: { companion: { ...price, price: money(0) }, full: price, 'under-26': { ...price, price: money(10_00) } } } }
  expect(usualPrice(list, types, 'b')).toBe(20_00)
  expect(usualPrice(list, types, 'c')).toBeUndefined()
  expect(usualPrice({ prices: { b: { 'under-26': price } } }, types, 'b')).toBe(20_00)
})
