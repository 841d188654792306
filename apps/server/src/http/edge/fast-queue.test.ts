import type { IncomingMessage } from 'node:http'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { clientAddress, cookieOf } from './fast-queue.ts'

const chains = ['', '203.0.113.9', '203.0.113.9, 198.51.100.7', '203.0.113.9 ,198.51.100.7,192.0.2.1', '2001:db8::1']

it.each([false, true, 1, 2, 9])('computes the client address as the framework does, with trustProxy %s', async (trust) => {
  const app = fastify({ trustProxy: typeof trust === 'number' ? (_address, hop) => hop < trust : trust })
  app.get('/', async (request) => ({ ip: request.ip }))
  for (const chain of chains) {
    const headers = chain ? { 'x-forwarded-for': chain } : {}
    const { ip } = (await app.inject({ url: '/', headers })).json<{ ip: string }>()
    const request = { headers, socket: { remoteAddress: '127.0.0.1' } } as unknown as IncomingMessage
    expect(clientAddress(request, trust), chain).toBe(ip)
  }
})

it('leaves lists of trusted addresses to the framework', () => {
  expect(clientAddress({ headers: {}, socket: { remoteAddress: '127.0.0.1' } } as IncomingMessage, '10.0.0.0/8')).toBeUndefined()
})

it('finds a cookie by its whole name at any position', () => {
  const cookies = 'not-place=1; place-b=2; x=place=3; place=4;place=5; place-=6'
  expect(cookieOf(cookies, 'place')).toBe('4')
  expect(cookieOf(cookies, 'place-b')).toBe('2')
  expect(cookieOf(cookies, 'not-place')).toBe('1')
  expect(cookieOf(cookies, 'place-')).toBe('6')
  expect(cookieOf(cookies, 'lace')).toBeUndefined()
  expect(cookieOf('', 'place')).toBeUndefined()
})
