import { type Kysely, sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { seatAvailability, unpackAvailability } from '@playhouse/domain/seat'
import { createSeatEventReader, type SeatEvent } from '@playhouse/domain/seat-stream'
import { type Database, newId, openDatabase, transact } from '#db'
import { testDatabase } from '#db/testing'
import {
  createAvailabilityMask,
  createSeatAvailability,
  holdSeats,
  type SeatAvailability,
  releaseHolds,
  sellSeats,
  sweepChanges,
} from './index.ts'

/** A generous time limit for slow machines. */
const pollOptions = { interval: 10 }

const performance = 'tonight'
const seats = 60
const set = (...of: number[]) => ({ performance, seats: of })

/** A database and processes, each with its own pool, as servers have. */
async function theatre(processes = 1) {
  const database = await testDatabase()
  onTestFinished(database.drop)
  const outlooks = Array.from({ length: processes }, () => {
    const db = openDatabase(database.address, { size: 3 })
    const availability = createSeatAvailability(db, { pollIntervalMs: 20 })
    onTestFinished(async () => {
      await availability.close()
      await db.destroy()
    })
    return availability
  })
  const { db } = database
  const hold = (basket: string, seats: number[], forMs = 600_000): Promise<boolean> =>
    transact(db, (trx) => holdSeats(trx, set(...seats), basket, new Date(Date.now() + forMs)))
  return { db, address: database.address, outlooks, hold }
}

/** A subscriber of one process. */
async function lookOn(availability: SeatAvailability, after?: number) {
  const events: SeatEvent[] = []
  const values = new Uint8Array(seats)
  const read = createSeatEventReader()
  let version = 0
  const listen = (frame: Buffer): void => {
    for (const event of read(frame.toString())) {
      events.push(event)
      if (event.kind === 'behind' || event.kind === 'seating') continue
      if (event.kind === 'all') values.set(unpackAvailability(event.packed, seats))
      else {
        expect(event.after).toBeLessThanOrEqual(Math.max(version, after ?? 0))
        for (const [seat, value] of event.changes) values[seat] = value
      }
      expect(event.version).toBeGreaterThanOrEqual(version)
      version = event.version
    }
  }
  const watch = await availability.subscribe(performance, seats, after, listen)
  listen(watch.first)
  onTestFinished(watch.stop)
  return {
    events,
    stop: watch.stop,
    version: () => version,
    taken: (): number[] => [...values.keys()].filter((seat) => values[seat] === seatAvailability.taken),
  }
}

/** A time by the database's clock. */
async function hasLapsed(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`select 1 from seat_claim where performance_id = ${performance} and until > now()`.execute(db)
  return rows.length === 0
}

describe('seat availability', () => {
  it('shows holds, releases and sales in every process', async () => {
    const { db, outlooks, hold } = await theatre(2)
    const onlookers = await Promise.all(outlooks.map((availability) => lookOn(availability)))
    const all = async (taken: number[]) => {
      for (const onlooker of onlookers) await expect.poll(onlooker.taken, pollOptions).toEqual(taken)
    }
    const [mine, theirs] = [newId(), newId()]
    await hold(mine, [3, 4])
    await hold(theirs, [10])
    await all([3, 4, 10])
    await transact(db, (trx) => releaseHolds(trx, mine, set(3)))
    await transact(db, (trx) => sellSeats(trx, theirs, set(10), newId()))
    await all([4, 10])
    expect(onlookers[0]!.events[0]).toMatchObject({ kind: 'all' })
  })

  it('does not reveal who has a seat', async () => {
    const { outlooks, hold } = await theatre()
    const frames: string[] = []
    const watch = await outlooks[0]!.subscribe(performance, seats, undefined, (frame) => frames.push(frame.toString()))
    const basket = newId()
    await hold(basket, [8, 9])
    await expect.poll(() => frames.length, pollOptions).toBe(1)
    watch.stop()
    expect(frames[0]).toMatch(/^id: \d+\nevent: changes\ndata: \d+ 1:8-9\n\n$/)
  })

  it('is correct when transactions commit in another order than they wrote', async () => {
    const { db, outlooks, hold } = await theatre(2)
    const onlookers = await Promise.all(outlooks.map((availability) => lookOn(availability)))
    const commit = Promise.withResolvers<void>()
    const write = Promise.withResolvers<void>()
    const slow = db.transaction().execute(async (trx) => {
      await holdSeats(trx, set(1, 2), newId(), new Date(Date.now() + 600_000))
      write.resolve()
      await commit.promise
    })
    await write.promise
    // The younger transaction commits first and does not wait for the older one.
    for (const seat of [20, 21, 22]) await hold(newId(), [seat])
    for (const onlooker of onlookers) await expect.poll(onlooker.taken, pollOptions).toEqual([20, 21, 22])
    const late = await lookOn(outlooks[0]!)
    commit.resolve()
    await slow
    for (const onlooker of [...onlookers, late]) await expect.poll(onlooker.taken, pollOptions).toEqual([1, 2, 20, 21, 22])
  })

  it('ignores rolled back claims', async () => {
    const { db, outlooks, hold } = await theatre()
    const onlooker = await lookOn(outlooks[0]!)
    await db
      .transaction()
      .execute(async (trx) => {
        await holdSeats(trx, set(1, 2), newId(), new Date(Date.now() + 600_000))
        throw new Error('changed my mind')
      })
      .catch(() => {})
    await hold(newId(), [30])
    await expect.poll(onlooker.taken, pollOptions).toEqual([30])
  })

  it('shows a seat as free when its hold lapses, before it is swept', async () => {
    const { db, outlooks, hold } = await theatre()
    const onlooker = await lookOn(outlooks[0]!)
    // On a slow machine the hold may lapse before the first read: then the next one is longer.
    for (let forMs = 1_000; !onlooker.events.some(({ kind }) => kind === 'changes'); forMs *= 4) {
      await hold(newId(), [5, 6], forMs)
      await expect.poll(async () => onlooker.taken().length === 2 || (await hasLapsed(db)), pollOptions).toBe(true)
    }
    await expect.poll(onlooker.taken, pollOptions).toEqual([])
    expect(await hasLapsed(db)).toBe(true)
  })

  it('shows changes that were made by hand in the database', async () => {
    const { db, outlooks, hold } = await theatre()
    const onlooker = await lookOn(outlooks[0]!)
    await hold(newId(), [5, 6, 7])
    await expect.poll(onlooker.taken, pollOptions).toEqual([5, 6, 7])
    await sql`update seat_claim set until = now() where seat = 5`.execute(db)
    await sql`delete from seat_claim where seat = 6`.execute(db)
    await sql`insert into seat_claim (performance_id, seat, state) values (${performance}, 40, 'sold'), ('another', 41, 'sold')`.execute(db)
    await expect.poll(onlooker.taken, pollOptions).toEqual([7, 40])
  })

  it('sends only what was missed after a reconnect to another process', async () => {
    const { outlooks, hold } = await theatre(2)
    await outlooks[1]!.snapshot(performance, seats)
    const before = await lookOn(outlooks[0]!)
    await hold(newId(), [1])
    await expect.poll(before.taken, pollOptions).toEqual([1])
    before.stop()
    await hold(newId(), [2, 3])
    const resumed = await lookOn(outlooks[1]!, before.version())
    expect(resumed.events[0]).toMatchObject({ kind: 'changes', after: before.version() })
    expect(resumed.events[0]).toHaveProperty(
      'changes',
      expect.arrayContaining([
        [2, 1],
        [3, 1],
      ]),
    )
  })

  it('sends all seats after a reconnect from an unknown version', async () => {
    const { outlooks, hold } = await theatre()
    await hold(newId(), [1])
    const { version } = await outlooks[0]!.snapshot(performance, seats)
    const reset = await lookOn(outlooks[0]!, version + 3_600_000_000)
    expect(reset.events[0]).toMatchObject({ kind: 'all' })
    expect(reset.taken()).toEqual([1])
  })

  it('agrees with the claims table after concurrent claims in two processes', async () => {
    const { db, outlooks, hold } = await theatre(2)
    const onlookers = await Promise.all(outlooks.map((availability) => lookOn(availability)))
    await Promise.all(
      Array.from({ length: 8 }, async (_, client) => {
        for (let turn = 0; turn < 25; turn++) {
          const basket = newId()
          const first = (client * 7 + turn * 5) % (seats - 3)
          await hold(basket, [first, first + 1, first + 2], turn % 3 === 0 ? 30 : 600_000).catch(() => {})
          if (turn % 2) await transact(db, (trx) => releaseHolds(trx, basket, set(first, first + 1, first + 2)))
          if (turn % 5 === 0) (await lookOn(outlooks[turn % 2]!)).stop()
        }
      }),
    )
    const truth = async (): Promise<number[]> => {
      const { rows } = await sql<{
        seat: number
      }>`select seat from seat_claim where state <> 'held' or until > now() order by seat`.execute(db)
      return rows.map(({ seat }) => seat)
    }
    // The last short holds have lapsed: nothing changes any more.
    await expect
      .poll(
        async () => (await sql`select 1 from seat_claim where until between now() and now() + interval '1 minute'`.execute(db)).rows,
        pollOptions,
      )
      .toEqual([])
    for (const onlooker of onlookers)
      await expect.poll(async () => String(onlooker.taken()) === String(await truth()), pollOptions).toBe(true)
    const free = seats - (await truth()).length
    const counted: number[] = []
    for (const availability of outlooks) {
      const { packedSeats, seatsLeft } = await availability.snapshot(performance, seats)
      expect(unpackAvailability(packedSeats, seats).filter((value) => value === seatAvailability.free)).toHaveLength(seatsLeft)
      counted.push(seatsLeft)
    }
    expect(counted).toEqual(outlooks.map(() => free))
  })

  it('deletes old changes', async () => {
    const { db, hold } = await theatre()
    await hold(newId(), [1, 2])
    await sql`update seat_change set at = now() - interval '10 minutes'`.execute(db)
    await hold(newId(), [3])
    await sweepChanges(db)
    const remainingRows = await db.selectFrom('seat_change').select('seats').execute()
    expect(remainingRows).toEqual([{ seats: [3] }])
  })

  it('reports that the database is unreachable, and when it is back', async () => {
    const { address, outlooks, hold } = await theatre()
    const onlooker = await lookOn(outlooks[0]!)
    // The claims table is locked: reads fail after two seconds.
    const blocked = openDatabase(address, { size: 1 })
    onTestFinished(() => blocked.destroy())
    const release = Promise.withResolvers<void>()
    const locked = blocked.transaction().execute(async (trx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
      await sql`lock table seat_claim in access exclusive mode`.execute(trx)
      await release.promise
    })
    await expect.poll(() => onlooker.events.at(-1), pollOptions).toEqual({ kind: 'behind' })
    release.resolve()
    await locked
    await hold(newId(), [50])
    await expect.poll(onlooker.taken, pollOptions).toEqual([50])
    expect(onlooker.events.at(-1)).not.toEqual({ kind: 'behind' })
  })

  it('sends all seats again where other seats are hidden from a subscriber, and none where the same are', async () => {
    const { outlooks, hold } = await theatre()
    await hold(newId(), [1])
    const events: SeatEvent[] = []
    const read = createSeatEventReader()
    const listen = (frame: Buffer): void => void events.push(...read(frame.toString()))
    const hiddenSeats = () => createAvailabilityMask([[1, 2]], seats)
    const watch = await outlooks[0]!.subscribe(performance, seats, undefined, listen, hiddenSeats())
    onTestFinished(watch.stop)
    watch.setMask(hiddenSeats())
    expect(events).toEqual([])
    watch.setMask(undefined)
    expect(events).toMatchObject([{ kind: 'all' }])
    const [event] = events
    const values = event?.kind === 'all' ? [...unpackAvailability(event.packed, seats)] : []
    expect(values.slice(0, 4)).toEqual([seatAvailability.free, seatAvailability.taken, seatAvailability.free, seatAvailability.free])
    watch.stop()
    watch.setMask(hiddenSeats())
    expect(events).toHaveLength(1)
  })
})
