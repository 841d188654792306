import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { logRequest } from './log-request.ts'

const loggedUrl = (url: string, route?: string, access = 'guest'): string =>
  logRequest({
    method: 'GET',
    url,
    host: 'shop.example',
    ip: '203.0.113.9',
    routeOptions: { url: route, config: { access } },
  } as FastifyRequest).url

it('logs the address of a call', () => {
  expect(loggedUrl('/api/events/the-tempest?x=1', '/api/events/:event')).toBe('/api/events/the-tempest?x=1')
})

it('logs only the group of a call that no route matches', () => {
  for (const [url, expected] of [
    ['/api/shared/2L1571gU4eWKVpVH4a0sK9?x=1', '/api/shared/…'],
    ['/%61pi/shared/2L1571gU4eWKVpVH4a0sK9', '/%61pi/shared/…'],
    ['http://tickets.example/api/%73hared/2L1571gU4eWKVpVH4a0sK9', '/api/%73hared/…'],
    ['/api/staff?query=ada', '/api/staff/…'],
    ['/api/shared', '/api/shared'],
    ['/events/the-tempest/whatever', '/events/the-tempest/whatever'],
  ] as const)
    expect(loggedUrl(url)).toBe(expected)
})

it('omits the query of a staff call', () => {
  const takings = '/api/staff/takings'
  expect(loggedUrl(`${takings}?day=2031-01-01`, takings, 'staff')).toBe(`${takings}?…`)
  expect(loggedUrl(`${takings}?a=1?query=Quill`, takings, 'staff')).toBe(`${takings}?…`)
  expect(loggedUrl('/api/staff/desk', '/api/staff/desk', 'staff')).toBe('/api/staff/desk')
})
