import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { expect, onTestFinished } from 'vitest'
import type { LoginStyle } from '@playhouse/domain/brand'
import { createPaymentProvider } from '#adapters/payment'
import { openDatabase } from '#db'
import { createHttp } from '#http'
import { configureWaitingRoom, openWaitingRooms, type WaitingRoomSettings } from '#modules/queue'
import { createSeatAvailability } from '#modules/seating'
import { createThrottle } from '#modules/throttle'
import { type TestTheatre, openTestTheatre } from '#testing'

export const pollOptions = { interval: 20 }
const noFolder = fileURLToPath(new URL('nowhere', import.meta.url))
export const [secret, newSecret] = ['a secret for tests, of enough characters', 'another secret, which comes after the first']
export const inSeconds = (seconds: number): Date => new Date(Date.now() + seconds * 1_000)

export async function openQueueTheatre(
  order: WaitingRoomSettings,
  idleSeconds = 1_200,
  style: LoginStyle = 'two-step',
): Promise<TestTheatre> {
  const theatre = await openTestTheatre((brand) => ({
    ...brand,
    login: { ...brand.login, style },
    limits: { ...brand.limits, sessionIdleSeconds: idleSeconds },
  }))
  onTestFinished(theatre.database.drop)
  await configureWaitingRoom(
    theatre.db,
    'tonight',
    { gathersAt: inSeconds(-60), opensAt: inSeconds(-1), rate: 6_000, ...order },
    'operator',
  )
  return theatre
}

/** Starts another server on the same database. `clock.ahead` sets its waiting rooms’ clock ahead, in milliseconds. */
export async function openServer(theatre: TestTheatre, secrets: readonly string[] = [secret], clock = { ahead: 0 }) {
  const db = openDatabase(theatre.database.address, { size: 4 })
  const availability = createSeatAvailability(db)
  const rooms = await openWaitingRooms(db, { sessionIdleSeconds: theatre.brand.limits.sessionIdleSeconds, refreshIntervalMs: 20 })
  const queue = { ...rooms, now: () => rooms.now() + clock.ahead }
  const provider = createPaymentProvider({ url: 'http://localhost:1', secret: 'secret of a provider never called' })
  const app = await createHttp(
    { ...theatre, db, availability, provider, origin: 'http://localhost', throttle: createThrottle(db), queue },
    {
      logger: pino({ level: 'silent' }),
      trustProxy: false,
      paymentOrigin: 'http://localhost:1',
      shopFolder: noFolder,
      brandFolder: fileURLToPath(new URL('../../../../brands/bridge/', import.meta.url)),
      secrets,
      ready: async () => true,
    },
  )
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    await app.close()
    await queue.close()
    await availability.close()
    await db.destroy()
  })
  return { origin }
}

/** A browser that stores cookies, and sends them to any of the servers. */
export function browser(jar = new Map<string, string>()) {
  const ask = async (server: { readonly origin: string }, method: 'GET' | 'POST', path: string, body: object = {}) => {
    const response = await fetch(`${server.origin}/api${path}`, {
      method,
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '), 'content-type': 'application/json' },
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie)!
      if (/max-age=0|1970/i.test(cookie)) jar.delete(name)
      else jar.set(name, value)
    }
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : {}) as Record<string, unknown> }
  }
  return {
    jar,
    ask,
    join: async (server: { origin: string }) => (await ask(server, 'POST', '/queue/tonight')).body,
    place: async (server: { origin: string }) => (await ask(server, 'GET', '/queue/tonight')).body,
    enter: async (server: { origin: string }) => (await ask(server, 'POST', '/queue/tonight/pass')).body,
    hold: async (server: { origin: string }, seat: string) => {
      const requestBody = { instance: 'tonight', seats: [{ seat: `stalls.${seat}`, priceType: 'full' }] }
      const { status, body } = await ask(server, 'POST', '/basket/tickets', requestBody)
      return status === 200 ? 'held' : body['code']
    },
  }
}
export type Browser = ReturnType<typeof browser>
type Server = Awaited<ReturnType<typeof openServer>>

export async function enter(visitor: Browser, server: Server): Promise<void> {
  await visitor.join(server)
  await expect.poll(async () => (await visitor.place(server))['state'], pollOptions).toBe('admitted')
  expect(await visitor.enter(server)).toMatchObject({ state: 'inside' })
}
