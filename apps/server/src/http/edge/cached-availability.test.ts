import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createCachedAvailability } from './cached-availability.ts'

const seats = { version: 7, packed: '1:0-3', seatsLeft: 36, etag: '"abc"' }

/** A moment is over when a test says so, not when a busy machine gets round to it. */
let moment = 0
beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => moment))
afterEach(() => vi.restoreAllMocks())

async function door() {
  const atHand = createCachedAvailability({ isSecure: false })
  const server = createServer((request, response) => atHand.handle(request, response, () => response.writeHead(404).end()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const ask = (headers: Record<string, string> = {}, path = 'tonight/availability', method = 'GET') =>
    fetch(`http://127.0.0.1:${port}/api/instances/${path}`, { method, headers })
  return { atHand, ask }
}

it('answers with what was kept, packed for those who take it so, and with nothing new to who knows it', async () => {
  const { atHand, ask } = await door()
  expect((await ask()).status).toBe(404)
  atHand.keep('tonight', seats)
  const plain = await ask({ 'accept-encoding': 'identity' })
  expect(await plain.json()).toEqual({ version: 7, seats: '1:0-3', seatsLeft: 36 })
  expect(Object.fromEntries(plain.headers)).toMatchObject({ etag: '"abc"', vary: 'accept-encoding', 'x-content-type-options': 'nosniff' })
  await expect
    .poll(async () => {
      atHand.keep('tonight', seats)
      const packed = await ask({ 'accept-encoding': 'gzip' })
      return [packed.headers.get('content-encoding'), await packed.text()]
    })
    .toEqual(['gzip', '{"version":7,"seats":"1:0-3","seatsLeft":36}'])
  expect((await ask({ 'if-none-match': '"abc"' })).status).toBe(304)
})

it('leaves to others what it doesn’t know, and what it knew a while ago', async () => {
  const { atHand, ask } = await door()
  atHand.keep('tonight', seats)
  expect((await ask({}, 'tomorrow/availability')).status).toBe(404)
  expect((await ask({}, 'tonight/availability?x=1')).status).toBe(404)
  expect((await ask({}, 'tonight/availability', 'POST')).status).toBe(404)
  // Plain: packed it is a little later, when the machine gets round to it.
  const known = { 'accept-encoding': 'identity' }
  expect((await ask(known)).status).toBe(200)
  moment += 251
  expect((await ask(known)).status).toBe(404)
})
