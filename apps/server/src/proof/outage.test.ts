import { expect, it, onTestFinished } from 'vitest'
import { seatAvailability, unpackAvailability } from '@playhouse/domain/seat'
import { createSeatEventReader } from '@playhouse/domain/seat-stream'
import { longestWait, timeLimit } from '@playhouse/testing/time-limit'
import { until } from '@playhouse/testing/until'
import { type StoppableServer, startStoppableServer } from '#db/testing'
import { type Fleet, openFleet } from './fleet/fleet.ts'
import { attemptsOf, ordersOf, readyToPay } from './fleet/records.ts'

const pollOptions = { timeout: longestWait, interval: 50 }
/** Milliseconds for which PostgreSQL is stopped: longer than any cache is fresh, and than any retry within a request. */
const outageMs = 5_000
const seatsInRow = 10

/** Two server processes on a PostgreSQL that can be stopped. */
async function open(): Promise<{ readonly fleet: Fleet; readonly postgres: StoppableServer }> {
  const postgres = await startStoppableServer()
  const fleet = await openFleet(2, { size: { rows: 10, seatsInRow, sold: [] }, database: postgres.database })
  onTestFinished(() => fleet.close(), timeLimit(120_000))
  return { fleet, postgres }
}

type Viewed = { readonly origin: string; readonly isReady: () => Promise<boolean> }

/** A subscriber to the stream of seats, who connects again once the server is ready. */
function subscribe({ origin, isReady }: Viewed): { readonly taken: () => readonly number[] } {
  const values = new Uint8Array(10 * seatsInRow)
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const listen = async (): Promise<void> => {
    const { body } = await fetch(`${origin}/api/instances/tonight/availability/stream`, { signal: leaving.signal })
    const read = createSeatEventReader()
    for await (const piece of body!.pipeThrough(new TextDecoderStream()))
      for (const event of read(piece)) {
        if (event.kind === 'all') values.set(unpackAvailability(event.packed, values.length))
        if (event.kind === 'changes') for (const [seat, value] of event.changes) values[seat] = value
      }
  }
  void (async () => {
    while (!leaving.signal.aborted) {
      await listen().catch(() => {})
      await until('a server that is ready', async () => leaving.signal.aborted || (await isReady()), pollOptions)
    }
  })()
  return { taken: () => [...values.keys()].filter((seat) => values[seat] === seatAvailability.taken) }
}

const indexOf = (seat: string): number => (seat.codePointAt(0)! - 65) * seatsInRow + Number(seat.slice(2)) - 1

it(
  'a database that is stopped for a while: requests are refused at once, no confirmed hold or payment is lost, and all recovers by itself',
  { timeout: timeLimit(240_000) },
  async () => {
    const { fleet, postgres } = await open()
    const { members } = fleet
    const ready = () => Promise.all(members.map(({ process }) => process.isReady()))
    const viewers = members.map(({ process }) => subscribe({ origin: process.origin, isReady: () => process.isReady() }))
    const payer = await readyToPay(fleet, 'J.1', 'J.2')
    const { payment, page } = await payer.start()

    // Buyers who hold one seat after the other; every confirmed hold is recorded.
    const confirmedSeats: string[] = []
    const refusals: { readonly row: string; readonly code: string; readonly isStopped: boolean }[] = []
    const [stopping, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let [isStopped, isOver] = [false, false]
    const crowd = 'ABCDEF'.split('').map(async (row) => {
      const buyer = await fleet.buyer()
      for (let seat = 1; seat <= 4 && !isOver;) {
        // Each requests a seat while the database stops, and a last one when it is stopped.
        if (seat === 3) await stopping.promise
        if (seat === 4) await stopped.promise
        const response = await buyer.client.basket.addTickets({
          body: { instance: 'tonight', seats: [{ seat: `stalls.${row}.${seat}`, priceType: 'full' }] },
        })
        if (response.ok) confirmedSeats.push(`${row}.${seat++}`)
        else {
          const refusal = { row, code: response.error.code, isStopped }
          refusals.push(refusal)
          // Refused while the database stopped: the buyer tries again once it is stopped, else when a server is ready.
          const isWorthTrying = async () => refusal.isStopped !== isStopped || (await ready()).includes(true)
          await until('a server that is ready, or another state of the database', isWorthTrying, pollOptions)
        }
      }
      return buyer
    })
    await expect.poll(() => confirmedSeats.length, pollOptions).toBeGreaterThan(3)

    stopping.resolve()
    await postgres.stop()
    isStopped = true
    stopped.resolve()
    const startedAt = performance.now()
    await expect.poll(ready, pollOptions).toEqual([false, false])
    const alive = await Promise.all(members.map(async ({ process }) => (await fetch(`${process.origin}/healthz`)).status))
    expect(alive).toEqual([200, 200])
    // The provider takes the money, and its callback cannot be stored.
    await payer.pay(page)
    const isLongAway = async (): Promise<boolean> => {
      expect((await fetch(`${members[0]!.process.origin}/healthz`)).status).toBe(200)
      return performance.now() - startedAt > outageMs
    }
    await until('the whole outage', isLongAway, { interval: 100 })
    // Every buyer is refused while the database is stopped, and need not wait for its return.
    const refusedRows = () => new Set(refusals.filter((refusal) => refusal.isStopped).map(({ row }) => row)).size
    await expect.poll(refusedRows, pollOptions).toBe(crowd.length)
    isStopped = false
    await postgres.start()

    await expect.poll(ready, pollOptions).toEqual([true, true])
    const buyers = await Promise.all(crowd)
    isOver = true
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['service-unavailable']))
    const readHeld = await Promise.all(buyers.map((buyer) => buyer.retry(() => buyer.client.basket.read())))
    const heldSeats = readHeld.flatMap((basket) => (basket.ok ? basket.value.tickets.map(({ seat }) => seat.replace('stalls.', '')) : []))
    expect(heldSeats.toSorted()).toEqual(confirmedSeats.toSorted())
    expect(await payer.outcome(payment)).toBe('succeeded')
    expect(await ordersOf(fleet, payer)).toHaveLength(1)
    expect(await attemptsOf(fleet, payer)).toHaveLength(1)
    const taken = [...confirmedSeats, 'J.1', 'J.2'].map(indexOf).toSorted((a, b) => a - b)
    for (const viewer of viewers) await expect.poll(viewer.taken, pollOptions).toEqual(taken)
  },
)
