import type { IncomingMessage } from 'node:http'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { addressOf } from './quick-queue.ts'

const chains = ['', '203.0.113.9', '203.0.113.9, 198.51.100.7', '203.0.113.9 ,198.51.100.7,192.0.2.1', '2001:db8::1']

it.each([false, true, 1, 2, 9])('reckons who asks as the framework does, trusting %s', async (trust) => {
  const app = fastify({ trustProxy: typeof trust === 'number' ? (_address, hop) => hop < trust : trust })
  app.get('/', async (request) => ({ ip: request.ip }))
  for (const chain of chains) {
    const headers = chain ? { 'x-forwarded-for': chain } : {}
    const { ip } = (await app.inject({ url: '/', headers })).json<{ ip: string }>()
    const request = { headers, socket: { remoteAddress: '127.0.0.1' } } as unknown as IncomingMessage
    expect(addressOf(request, trust), chain).toBe(ip)
  }
})

it('leaves lists of trusted addresses to the framework', () => {
  expect(addressOf({ headers: {}, socket: { remoteAddress: '127.0.0.1' } } as IncomingMessage, '10.0.0.0/8')).toBeUndefined()
})
