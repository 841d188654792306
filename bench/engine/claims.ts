import { type Kysely, sql } from 'kysely'
import { createBatcher, type Database, newId, transact } from '../../apps/server/src/db/index.ts'
import { claimSeatsBatch, type SeatSet } from '../../apps/server/src/modules/seating/index.ts'
import { halls } from './bench-shop.ts'
import { rateOf, takeTurns } from './measure.ts'

/** Concurrent connections, as in a server process. */
export const connections = 16
const rows = 100_000

/** The yardstick: one row changed by its key, on disk. */
export async function prepareYardstick(db: Kysely<Database>): Promise<() => Promise<unknown>> {
  await sql`create table yardstick (id int primary key, value int not null default 0) with (fillfactor = 60)`.execute(db)
  await sql`insert into yardstick (id) select generate_series(1, ${rows}::int)`.execute(db)
  return () => sql`update yardstick set value = value + 1 where id = ${1 + Math.floor(Math.random() * rows)}`.execute(db)
}

type HoldRequest = SeatSet & { readonly basket: string; readonly until: Date }

/** Holds seats as the shop does: concurrent requests share a transaction, and each is granted in full or not at all. */
function createHoldBatcher(db: Kysely<Database>): (request: HoldRequest) => Promise<unknown> {
  return createBatcher(
    (wants: readonly HoldRequest[]) =>
      transact(db, (trx) =>
        claimSeatsBatch(
          trx,
          wants.map(({ basket, until, ...set }) => ({ ...set, claimant: { as: 'held', basket, until }, ifTaken: 'refuse' })),
        ),
      ),
    {
      concurrency: 2,
      maxBatchSize: 64,
      maxWaiting: 100_000,
      conflictKeys: ({ performance, seats }) => seats.map((seat) => `${performance} ${seat}`),
    },
  )
}

const inAnHour = () => new Date(Date.now() + 3_600_000)
const emptySeats = (db: Kysely<Database>) => sql`truncate seat_claim, seat_change`.execute(db)

/** Holds four adjacent seats without competition, each time for a new basket, all or nothing. */
async function holdFours(db: Kysely<Database>): Promise<() => Promise<unknown>> {
  await emptySeats(db)
  const hold = createHoldBatcher(db)
  let next = 0
  return () => {
    const from = (next++ * 4) % (halls.vast.seats - 4)
    const seats = [from, from + 1, from + 2, from + 3]
    return hold({ performance: `evening ${Math.floor((next * 4) / halls.vast.seats)}`, seats, basket: newId(), until: inAnHour() })
  }
}

/** Holds one to four seats of a small hall at random. Seats are released again so that it never fills up. */
async function holdAtRandom(db: Kysely<Database>): Promise<() => Promise<unknown>> {
  await emptySeats(db)
  const { id, seats } = halls.small
  const hold = createHoldBatcher(db)
  return async () => {
    const count = 1 + Math.floor(Math.random() * 4)
    const from = Math.floor(Math.random() * (seats - count))
    const requestedSeats = Array.from({ length: count }, (_, nth) => from + nth)
    // Half of them hold for a moment only, so that the hall stays three quarters full.
    const until = Math.random() < 0.5 ? new Date(Date.now() + 300) : inAnHour()
    await hold({ performance: id, seats: requestedSeats, basket: newId(), until })
    if (Math.random() < 0.02)
      await sql`delete from seat_claim where performance_id = ${id} and seat between ${from} and ${from + 40}`.execute(db)
  }
}

const triggers = (db: Kysely<Database>, doing: 'enable' | 'disable') => sql.raw(`alter table seat_claim ${doing} trigger user`).execute(db)

/** Measures the rows of the report that need no server. */
export async function measureClaims(db: Kysely<Database>, update: () => Promise<unknown>, rounds: number) {
  return takeTurns(rounds, {
    update: () => rateOf(connections, update),
    hold: async () => rateOf(connections, await holdFours(db)),
    unseen: async () => {
      await triggers(db, 'disable')
      return rateOf(connections, await holdFours(db)).finally(() => triggers(db, 'enable'))
    },
    updateBy500: () => rateOf(500, update),
    crowd: async () => rateOf(500, await holdAtRandom(db)),
  })
}
