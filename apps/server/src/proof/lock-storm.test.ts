import { expect, it, onTestFinished } from 'vitest'
import { seatAvailability, unpackAvailability } from '@playhouse/domain/seat'
import type { SeatLock } from '@playhouse/domain/seat-lock'
import { timeLimit, usualWait } from '@playhouse/testing/time-limit'
import { expectInvariants } from '#testing'
import { openFleet } from './fleet/fleet.ts'
import { programmerOf, valueOf } from './fleet/programmer.ts'

const instance = 'tonight'
const seatsInRow = 24
const rows = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']
const press: SeatLock = { type: 'press', note: 'Critics', release: null }

it(
  'locks seats while 192 buyers choose the same ones: each seat is locked or sold to one buyer, in every process',
  async () => {
    const fleet = await openFleet(2, { size: { rows: rows.length, seatsInRow, sold: [], prices: [45_00, 30_00] } })
    onTestFinished(() => fleet.close(), timeLimit(120_000))
    const programmer = await programmerOf(fleet)
    const params = { instance }
    const read = async () => valueOf(await programmer.seatLocks.one({ params }))
    const changeSets: string[] = []
    const locked = new Set<string>()
    const held = new Set<string>()
    for (const row of rows) {
      const seats = Array.from({ length: seatsInRow }, (_, nth) => `${row}.${nth + 1}`)
      const [during, late] = [seats.slice(0, seatsInRow / 2), seats.slice(seatsInRow / 2)]
      const { version } = await read()
      const choosing = during.map(async (seat) => ({ seat, hold: await fleet.guest().hold(seat) }))
      const painting = [{ lock: press, seats: seats.map((seat) => `stalls.${seat}`) }]
      const painted = valueOf(await programmer.seatLocks.paint({ params, body: { version, painting, also: [] } }))
      // Once the locks are saved, no process sells a locked seat.
      const choosingLate = late.map(async (seat) => ({ seat, hold: await fleet.guest().hold(seat) }))
      const results = await Promise.all([...choosing, ...choosingLate])
      for (const { seat, hold } of results)
        if (hold.ok) held.add(seat)
        else expect(hold.error.code).toBe('seats-taken')
      for (const { hold } of await Promise.all(choosingLate)) expect(hold.ok).toBe(false)
      for (const seat of seats) if (!painted.performances[0]!.taken.includes(`stalls.${seat}`)) locked.add(seat)
      if (painted.changeSet !== null) changeSets.push(painted.changeSet)
    }
    // No seat has both, and none is lost.
    expect([...held].filter((seat) => locked.has(seat))).toEqual([])
    expect(held.size + locked.size).toBe(rows.length * seatsInRow)
    expect(locked.size).toBeGreaterThanOrEqual((rows.length * seatsInRow) / 2)
    const { locks, taken } = await read()
    expect(new Set(locks.flatMap(({ seats }) => seats))).toEqual(new Set([...locked].map((seat) => `stalls.${seat}`)))
    expect(new Set(taken)).toEqual(new Set([...held].map((seat) => `stalls.${seat}`)))

    /** The numbers of free seats that the processes show. */
    const freeSeats = (): Promise<number[]> =>
      Promise.all(
        fleet.members.map(async ({ process }) => {
          const { seats } = (await (await fetch(`${process.origin}/api/instances/${instance}/availability`)).json()) as { seats: string }
          return unpackAvailability(seats, rows.length * seatsInRow).filter((seat) => seat === seatAvailability.free).length
        }),
      )
    await expect.poll(freeSeats, { timeout: usualWait, interval: 50 }).toEqual([0, 0])

    // The undo frees the locked seats of one row, in every process within two seconds, and they can be bought.
    const last = changeSets.at(-1)!
    const { fields } = valueOf(await programmer.planning.changes({ query: { subject: 'seat-locks', id: instance } })).changes[0]!.rows[0]!
    const count = fields[0]!.after as number
    valueOf(await programmer.planning.undo({ params: { change: last }, body: {} }))
    const since = performance.now()
    await expect.poll(freeSeats, { timeout: usualWait, interval: 50 }).toEqual([count, count])
    expect(performance.now() - since).toBeLessThan(timeLimit(2_000))
    const freed = [...locked].findLast((seat) => seat.startsWith(rows.at(-1)!))!
    const basket = valueOf(await fleet.guest().hold(freed))
    expect([45_00, 30_00]).toContain(basket.tickets[0]!.price)
    await expectInvariants(fleet.theatre)
  },
  timeLimit(120_000),
)
