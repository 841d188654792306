import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { aTicket, anOrder, shippedBrand } from './order.fixture.ts'
import { ticketsPdf } from './pdf.ts'
import { printTickets } from './print-tickets.ts'

const brand = shippedBrand('bridge')
const print = { brand, locale: 'en', order: anOrder(Array.from({ length: 50 }, (_, seat) => aTicket(seat + 1))) } as const

/** The longest time, in milliseconds, for which the event loop did nothing else while `work` ran. */
async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let isOver = false
  let longest = 0
  const watching = (async () => {
    for (let last = performance.now(); !isOver;) {
      await nextTurn()
      const now = performance.now()
      longest = Math.max(longest, now - last)
      last = now
    }
  })()
  await work()
  isOver = true
  await watching
  return longest
}
/** The lesser of two: what else runs on the machine blocks now and then. */
async function leastBlock(work: () => Promise<unknown>): Promise<number> {
  const blocks = []
  for (let nth = 0; nth < 2; nth++) blocks.push(await longestBlock(work))
  return Math.min(...blocks)
}

it('draws 50 tickets without blocking the event loop, unlike drawing them in this thread', { timeout: 180_000 }, async () => {
  // Both have loaded their fonts.
  const [drawn, printed] = [await ticketsPdf(print), await printTickets(print)]
  expect(Buffer.from(printed).equals(drawn), 'the same document').toBe(true)
  const here = await leastBlock(() => ticketsPdf(print))
  const there = await leastBlock(() => printTickets(print))
  expect(there, `${here} ms in this thread`).toBeLessThan(here / 2)
})

it('refuses an order without tickets, as drawing it in this thread does', async () => {
  await expect(printTickets({ ...print, order: anOrder([]) })).rejects.toThrow(RangeError)
})
