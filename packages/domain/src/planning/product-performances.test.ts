import { expect, it } from 'vitest'
import { money } from '../money/money.ts'
import {
  changedProductPerformances,
  performanceStockKeys,
  productPerformanceFaults,
  productPerformancesChangeSchema,
  type StoredProductPerformances,
  versionOfPerformances,
} from './product-performances.ts'

const own = { price: money(4_00), fee: money(50) }
const now: StoredProductPerformances = { 'hamlet-1': { printed: own, large: null }, 'hamlet-2': { printed: null } }
const product = {
  variants: ['printed', 'large'].map((variant) => ({ variant, name: variant, price: money(5_00), fee: money(0) })),
  isReservation: false,
}

it('sells variants for performances, and ends that, without a change of the others', () => {
  const sold = changedProductPerformances(now, { instances: ['hamlet-2', 'hamlet-3'], variants: { printed: own } })
  expect(sold).toEqual({ 'hamlet-1': now['hamlet-1'], 'hamlet-2': { printed: own }, 'hamlet-3': { printed: own } })
  expect(changedProductPerformances(now, { instances: ['hamlet-1', 'none'], variants: null })).toEqual({ 'hamlet-2': now['hamlet-2'] })
  expect(performanceStockKeys('programme', now)).toEqual([
    'programme/printed@hamlet-1',
    'programme/large@hamlet-1',
    'programme/printed@hamlet-2',
  ])
})

it.each([
  ['a performance that is over', {}, { instances: ['hamlet-1', 'over'], variants: { printed: null } }, ['instances']],
  ['an unknown variant', {}, { instances: ['hamlet-1'], variants: { puppet: null } }, ['variants.puppet']],
  [
    'a fee above the price',
    {},
    { instances: ['hamlet-1'], variants: { printed: { price: money(1), fee: money(2) } } },
    ['variants.printed'],
  ],
  ['a price of a free reservation', { isReservation: true }, { instances: ['hamlet-1'], variants: { printed: own } }, ['variants.printed']],
  ['nothing, where the sale ends', {}, { instances: ['over'], variants: null }, []],
])('refuses %s', (_what, change, wanted, faults) => {
  expect(productPerformanceFaults({ ...product, ...change }, ['hamlet-1'], wanted)).toEqual(faults)
})

it('has another version after a change of a performance, a variant or a price, and the same one in another order', () => {
  const { 'hamlet-1': first, 'hamlet-2': second } = now
  expect(versionOfPerformances({ 'hamlet-2': second!, 'hamlet-1': { large: null, printed: own } })).toBe(versionOfPerformances(now))
  const others = [{}, { 'hamlet-1': first! }, { ...now, 'hamlet-2': { printed: own } }, { ...now, 'hamlet-2': { large: null } }]
  expect(new Set([now, ...others].map(versionOfPerformances)).size).toBe(5)
})

it('accepts no change of nothing, and no price below zero', () => {
  const change = { version: 0, instances: ['hamlet-1'], variants: { printed: null } }
  const accepts = (more: object) => productPerformancesChangeSchema.safeParse({ ...change, ...more }).success
  expect(accepts({})).toBe(true)
  expect([{ instances: [] }, { variants: {} }, { variants: { printed: { price: -1, fee: 0 } } }, { version: -1 }].map(accepts)).toEqual([
    false,
    false,
    false,
    false,
  ])
})
