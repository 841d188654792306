import { fork } from 'node:child_process'
import { once } from 'node:events'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../apps/server/src/db/index.ts'
import { connections } from './claims.ts'
import { halls, seatName } from './bench-shop.ts'
import { KeepAlive, request } from './keep-alive.ts'
import { type Rate, rateOf, takeTurns } from './measure.ts'
import { openPurse } from './processor.ts'

/** Each request has another network address, and another /24 than those before, so that rate limits by network do not apply. */
let networks = 0
export const someNetwork = (): string => `10.${++networks & 255}.${(networks >> 8) & 255}.${(networks >> 16) & 255}`

/** Sends requests on every connection, each after the response to the one before. */
export async function load(
  port: number,
  atOnce: number,
  next: (worker: number) => string,
  isRight: (status: number) => boolean,
): Promise<Rate> {
  const clients = await Promise.all(Array.from({ length: atOnce }, () => KeepAlive.to(port)))
  const wrong = new Map<string, number>()
  const rate = await rateOf(atOnce, async (worker) => {
    const { status, body } = await clients[worker]!.ask(next(worker))
    if (!isRight(status)) wrong.set(`${status} ${body.toString().slice(0, 200)}`, (wrong.get(`${status}`) ?? 0) + 1)
  })
  for (const client of clients) client.close()
  if (wrong.size > 0) throw new Error(`answered ${[...wrong.keys()].slice(0, 3).join('; ')}`)
  return rate
}

const emptySeats = (db: Kysely<Database>) => sql`truncate seat_claim, seat_change, basket_ticket, network cascade`.execute(db)

/** Visitors of a rush, who are many more than the connections of a database. */
const rush = 64

/** Visitors who each hold four adjacent seats of the largest hall: rate limits, session, basket, ticket limits, claim, response. */
export async function measureHolds(
  db: Kysely<Database>,
  server: { readonly port: number; readonly pid: number },
  update: () => Promise<unknown>,
  rounds: number,
) {
  const price = await openPurse(db, server.pid)
  const isHeld = (status: number): boolean => status === 200
  const hold = async (visitors: number): Promise<Rate> => {
    await emptySeats(db)
    let next = 0
    const ask = (): string => {
      const from = (next++ * 4) % halls.vast.seats
      const seats = [0, 1, 2, 3].map((nth) => ({ seat: seatName(from + nth), priceType: 'full' }))
      const body = JSON.stringify({ instance: halls.vast.id, seats })
      return request('POST', '/api/basket/tickets', { 'x-forwarded-for': someNetwork(), body })
    }
    return load(server.port, visitors, ask, isHeld)
  }
  const best = async (): Promise<Rate> => {
    await emptySeats(db)
    const path = `/api/instances/${halls.vast.id}/best-available`
    const body = JSON.stringify({ quantity: 2, together: true })
    return load(server.port, connections, () => request('POST', path, { 'x-forwarded-for': someNetwork(), body }), isHeld)
  }
  // A server that was started a moment ago is not the one of an on-sale.
  await hold(rush)
  await best()
  return takeTurns(rounds, {
    update: () => price(() => rateOf(connections, update)),
    hold: () => price(() => hold(connections)),
    holdInRush: () => price(() => hold(rush)),
    best: () => price(best),
  })
}

/** Compares the availability endpoint with a server that only sends the same bytes. */
export async function measureAvailability(db: Kysely<Database>, port: number, rounds: number) {
  await emptySeats(db)
  const { id, seats } = halls.large
  await sql`insert into seat_claim (performance_id, seat, state) select ${id}, seat, 'sold' from generate_series(0, ${seats - 1}::int) seat where random() < 0.5`.execute(
    db,
  )
  const path = `/api/instances/${id}/availability`
  const first = await KeepAlive.to(port)
  const sample = await first.ask(request('GET', path))
  first.close()
  const process = await bareProcess(sample)
  const get = request('GET', path)
  const rates = await takeTurns(rounds, {
    bare: () =>
      load(
        process.port,
        connections,
        () => get,
        (status) => status === 200,
      ),
    ours: () =>
      load(
        port,
        connections,
        () => get,
        (status) => status === 200,
      ),
  })
  await process.stop()
  return { ...rates, bytes: sample.body.length }
}

async function bareProcess(sample: { head: string; body: Buffer }) {
  const child = fork(new URL('baseline-server.ts', import.meta.url), [], { serialization: 'advanced' })
  child.send({ head: sample.head, body: sample.body })
  const [port] = (await once(child, 'message')) as [number]
  return {
    port,
    stop: async () => {
      const exit = once(child, 'exit')
      child.kill()
      await exit
    },
  }
}
