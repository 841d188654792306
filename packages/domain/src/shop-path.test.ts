import { expect, it } from 'vitest'
import { matchShopPath, shopPaths } from './shop-path.ts'

it.each([
  ['/', '/', {}],
  ['/account/confirm-email', '/account/confirm-email', {}],
  ['/account/addresses', '/account/:page', { page: 'addresses' }],
  ['/account/custom/hire', '/account/custom/:customView/:tab?', { customView: 'hire' }],
  ['/events/macbeth/tonight/syos', '/events/:event/:instance/syos/:view?', { event: 'macbeth', instance: 'tonight' }],
  [
    '/events/macbeth/tonight/syos/Balcony%20%C3%A9',
    '/events/:event/:instance/syos/:view?',
    { event: 'macbeth', instance: 'tonight', view: 'Balcony é' },
  ],
])('matches %s', (pathname, path, params) => {
  expect(matchShopPath(pathname)).toEqual({ path, params })
})

it.each(['/nowhere', '/account/a/b', '/account/', '/events/%E0%A4%A/tonight', '/events/macbeth/tonight/syos/a/b', ''])(
  'does not match "%s"',
  (pathname) => {
    expect(matchShopPath(pathname)).toBeUndefined()
  },
)

it('lists each path once', () => {
  expect(new Set(shopPaths).size).toBe(shopPaths.length)
})
