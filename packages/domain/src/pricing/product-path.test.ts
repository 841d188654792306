import { expect, it } from 'vitest'
import { hasProductPage, productPathOf } from './product-path.ts'

const brand = { productTypes: [{ type: 'merchandise' }] }

it.each([
  ['/aux/merchandise', true],
  [productPathOf({ type: 'merchandise', product: 'poster' }), true],
  ['/aux/merchandise-2', false],
  ['/aux/parking/space', false],
  ['/aux', false],
  ['/auxiliary', undefined],
  ['/', undefined],
])('knows whether the brand has the page %s', (path, expected) => {
  expect(hasProductPage(brand, path)).toBe(expected)
})

it('has no page of products in a brand that sells none', () => {
  expect(hasProductPage({}, '/aux/merchandise')).toBe(false)
})
