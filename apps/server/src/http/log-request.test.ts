import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { logRequest } from './log-request.ts'

const logged = (url: string, route: string, access = 'guest'): string =>
  logRequest({
    method: 'GET',
    url,
    host: 'shop.example',
    ip: '203.0.113.9',
    routeOptions: { url: route, config: { access } },
  } as FastifyRequest).url

it('says what was asked for, and no token that opens a door', () => {
  for (const url of ['/api/shared/2L1571gU4eWKVpVH4a0sK9?x=1', '/%61pi/shared/2L1571gU4eWKVpVH4a0sK9?x=1'])
    expect(logged(url, '/api/shared/:token')).toBe('/api/shared/…?x=1')
  expect(logged('/api/events/the-tempest?x=/api/shared/y', '/api/events/:event')).toBe('/api/events/the-tempest?x=/api/shared/y')
})

it('says nothing of whom the counter looks for', () => {
  const find = '/api/staff/customers'
  expect(logged(`${find}?query=ada%40example.org`, find, 'staff')).toBe(`${find}?…`)
  expect(logged(`${find}?a=1?query=Quill`, find, 'staff')).toBe(`${find}?…`)
  expect(logged('/api/staff/desk', '/api/staff/desk', 'staff')).toBe('/api/staff/desk')
})
