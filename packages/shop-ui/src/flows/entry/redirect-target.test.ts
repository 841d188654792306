import { describe, expect, it } from 'vitest'
import { redirectTarget } from './redirect-target.ts'

describe('redirectTarget', () => {
  it.each(['/checkout/delivery', '/order/verify?payment=1', '/account/your-orders/A1', '/events/the-tempest'])(
    'goes back to %s',
    (next) => {
      expect(redirectTarget(next)).toBe(next)
    },
  )

  it.each([
    null,
    '',
    'https://evil.example',
    '//evil.example/account',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/login',
    '/accounting',
    '/..//evil.example',
  ])('rejects %j', (next) => {
    expect(redirectTarget(next)).toBe('/account/your-orders')
  })
})
