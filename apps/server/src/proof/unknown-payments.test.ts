import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { timeLimit } from '@playhouse/testing/time-limit'
import { readViolations } from '#modules/invariant'
import { keepUnmatched, listUnmatched } from '#modules/payment'
import { arbitraryJson } from './arbitrary.ts'
import { crowd } from './load.ts'
import { type Fleet, openFleet } from './fleet/fleet.ts'
import { callBack, ordersOf, readyToPay } from './fleet/records.ts'

/** Number of repetitions of the load: `pnpm test:soak` sets more than one. */
const repetitions = Number(process.env['PROOF_LONGER'] ?? 1)
const timeoutMs = timeLimit(180_000 * repetitions)
const buyers = 12

let fleet: Fleet
beforeAll(async () => {
  fleet = await openFleet(2, { size: { rows: 10, seatsInRow: 10, sold: [] } })
}, timeoutMs)
afterAll(() => fleet.close(), timeoutMs)

/** Resolves every unmatched payment as an operator does, so that no invariant is broken. */
async function keepAll(): Promise<void> {
  for (const { session_id } of await listUnmatched(fleet.theatre.db))
    await keepUnmatched(fleet.theatre.db, session_id, 'resolved', { name: 'operator' })
}

it(
  `${buyers} sales among signed events of unknown payments: no sale lost, no 500, and only the payments of this shop raise an alarm`,
  async () => {
    for (let time = 0; time < repetitions; time++) {
      const ownSessions: string[] = []
      const sold = await crowd(buyers, buyers, async (nth) => {
        const buyer = await readyToPay(fleet, `${String.fromCodePoint(65 + (time % 10))}.${nth % 10 === 0 ? 10 : nth % 10}`).catch(
          () => undefined,
        )
        const paid = { type: 'session.succeeded', amount: 45_00, attemptId: randomUUID() }
        const [lostSession, foreignSession] = [`ses_lost_${randomUUID()}`, `ses_foreign_${randomUUID()}`]
        ownSessions.push(lostSession)
        const responses = [
          callBack(fleet, { ...paid, sessionId: lostSession, shop: fleet.balancer.origin }),
          callBack(fleet, { ...paid, sessionId: lostSession, shop: fleet.balancer.origin }),
          callBack(fleet, { ...paid, sessionId: foreignSession, shop: 'https://another.example' }),
          callBack(fleet, { ...paid, sessionId: foreignSession, attemptId: 'no-uuid' }),
          callBack(fleet, { type: 'payment.changed', amount: 1, paymentId: foreignSession }),
        ]
        if (buyer) {
          const { payment, page } = await buyer.start()
          await buyer.pay(page)
          await buyer.outcome(payment)
        }
        expect(await Promise.all(responses)).toEqual([200, 200, 200, 200, 200])
        return buyer
      })
      const bought = sold.filter((buyer) => buyer !== undefined)
      expect(bought.length).toBeGreaterThanOrEqual(Math.min(buyers, 10) - 2)
      for (const buyer of bought) expect(await ordersOf(fleet, buyer)).toMatchObject([{ state: 'confirmed' }])
      const broken = await readViolations(fleet.theatre.db)
      expect(new Set(broken.map(({ name }) => name))).toEqual(new Set(['invariant_payment_without_attempt']))
      expect(broken.map(({ row }) => (row as { session_id: string }).session_id).toSorted()).toEqual(ownSessions.toSorted())
      await keepAll()
    }
  },
  timeoutMs,
)

it(
  'answers a signed callback of any content with 200, or 422 where a key could poison a prototype',
  async () => {
    const text = fc.oneof(arbitraryJson, fc.constantFrom('not-a-uuid', `ses_${'x'.repeat(300)}`, randomUUID(), '\u0000'))
    const event = fc.record(
      {
        eventId: fc.oneof(text, fc.uuid()),
        type: fc.oneof(fc.constantFrom('session.succeeded', 'session.declined', 'refund.failed', 'payment.changed'), text),
        sessionId: fc.oneof(text, fc.uuid()),
        attemptId: fc.oneof(text, fc.uuid()),
        refundId: text,
        paymentId: text,
        amount: fc.oneof(fc.constantFrom(0, 1, -1, 45_00, 1_000_000_00, 2 ** 40), arbitraryJson),
        currency: fc.oneof(fc.constant('GBP'), text),
        shop: fc.oneof(fc.constant(fleet.balancer.origin), text),
        deployment: text,
        at: fc.oneof(fc.constant(new Date().toISOString()), text),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(event, async (sent) => {
        const json = JSON.stringify(sent)
        // The JSON parser of the server rejects these keys before the handler of callbacks runs.
        const expected = /"(__proto__|constructor)":/.test(json) ? [200, 422] : [200]
        expect(expected, json).toContain(await callBack(fleet, sent))
      }),
      { numRuns: 150 * repetitions, endOnFailure: true },
    )
    await keepAll()
  },
  timeoutMs,
)
