import { expect, it } from 'vitest'
import { timeLimit } from '@playhouse/testing/time-limit'
import { aTicket, anOrder, shippedBrand } from './order.fixture.ts'
import { ticketsPdf } from './pdf.ts'
import { printTickets } from './print-tickets.ts'

const brand = shippedBrand('bridge')
const print = { brand, locale: 'en', order: anOrder(Array.from({ length: 50 }, (_, seat) => aTicket(seat + 1))) } as const

/** The number of event loop iterations of this thread while `work` ran. */
async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let isOver = false
  let turns = 0
  const watching = (async () => {
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve))
      turns += 1
    }
  })()
  await work()
  isOver = true
  await watching
  return turns
}

it('draws 50 tickets without blocking the event loop, unlike drawing them in this thread', { timeout: timeLimit(120_000) }, async () => {
  // Loads the fonts of both.
  const [inProcess, inWorker] = [await ticketsPdf(print), await printTickets(print)]
  expect(Buffer.from(inWorker).equals(inProcess), 'the same document').toBe(true)
  const ownTurns = await countTurns(() => ticketsPdf(print))
  const workerTurns = await countTurns(() => printTickets(print))
  expect(workerTurns, `${ownTurns} turns in this thread`).toBeGreaterThan(ownTurns * 5)
})

it('rejects an order without tickets, as drawing it in this thread does', async () => {
  await expect(printTickets({ ...print, order: anOrder([]) })).rejects.toThrow(RangeError)
})
