import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { timeLimit } from '@playhouse/testing/time-limit'
import { expectInvariants, expectInvariantsAfterAnHour } from '#testing'
import { type Fleet, openFleet } from './fleet/fleet.ts'
import type { ProviderFault } from './fleet/provider-proxy.ts'
import { attemptsOf, advance, endLeases, mailsTo, ordersOf, readyToPay, stateOf, versionOf } from './fleet/records.ts'

/** Polling interval in milliseconds; the timeout is the default of the test runner. */
const pollOptions = { interval: 50 }
const timeoutMs = timeLimit(120_000)

/** Real processes, killed at moments that are picked by the statements and calls on their proxies. */
describe('kill -9 of every server', () => {
  let fleet: Fleet
  beforeAll(async () => {
    fleet = await openFleet(2)
  }, timeoutMs)
  afterEach(async () => {
    await fleet.recover()
    await expectInvariants(fleet.theatre)
  }, timeoutMs)
  afterAll(() => fleet.close(), timeoutMs)
  const killAll = () => Promise.all(fleet.members.map(({ process }) => process.kill()))

  it(
    'before the provider’s session exists: a retry uses the same attempt, and without one the attempt times out and the basket opens',
    async () => {
      const [patient, lateBuyer] = [await readyToPay(fleet, 'A.1', 'A.2'), await readyToPay(fleet, 'A.3')]
      fleet.provider.chooseOutcome = async (): Promise<ProviderFault> => {
        await killAll()
        return 'refused'
      }
      const versions = [await versionOf(patient), await versionOf(lateBuyer)]
      const tries = await Promise.all(
        [patient, lateBuyer].map(({ client }, at) => client.checkout.start({ body: { version: versions[at]! } })),
      )
      expect(tries.map(({ ok }) => ok)).toEqual([false, false])
      await fleet.recover()

      const { payment, page } = await patient.start()
      await patient.pay(page)
      expect(await patient.outcome(payment)).toBe('succeeded')
      expect(await attemptsOf(fleet, patient)).toHaveLength(1)

      // The kill may have come before the second payer's attempt was stored.
      if ((await stateOf(fleet, lateBuyer)) !== undefined) {
        await advance(fleet, lateBuyer, 90)
        await expect.poll(() => stateOf(fleet, lateBuyer), pollOptions).toBe('timed-out')
      }
      expect(await lateBuyer.client.basket.read()).toMatchObject({ value: { state: 'open', tickets: [{ seat: 'stalls.A.3' }] } })
    },
    timeoutMs,
  )

  it(
    'after the provider’s session exists, before the response: a retry returns the same session and page',
    async () => {
      const buyer = await readyToPay(fleet, 'B.1', 'B.2')
      fleet.provider.onResponse = async () => void (await killAll())
      expect(await buyer.client.checkout.start({ body: { version: await versionOf(buyer) } })).toMatchObject({ ok: false })
      await fleet.recover()
      const { payment, page } = await buyer.start()
      expect([...fleet.provider.pages.values()].filter((each) => each === page)).toHaveLength(1)
      expect(fleet.provider.pages.get(payment)).toBe(page)
      await buyer.pay(page)
      expect(await buyer.outcome(payment)).toBe('succeeded')
    },
    timeoutMs,
  )

  it.each([
    ['between the callback and its commit', 'before', 'C.1', 0],
    ['after the commit, before the response and the mail', 'after', 'C.2', 1],
  ] as const)(
    '%s: the provider repeats the callback; one order, one mail',
    async (_when, moment, seat, orderCount) => {
      const buyer = await readyToPay(fleet, seat)
      const { page } = await buyer.start()
      let isKilled = false
      for (const { database } of fleet.members)
        database[moment]([/insert into "customer_order"/, /\bcommit\b/], async () => {
          await killAll()
          isKilled = true
        })
      await buyer.pay(page)
      await expect.poll(() => isKilled, pollOptions).toBe(true)
      expect(await ordersOf(fleet, buyer)).toHaveLength(orderCount)
      await fleet.recover()
      await expect.poll(() => ordersOf(fleet, buyer), pollOptions).toHaveLength(1)
      // A process may have leased the mail between the commit and its kill.
      await endLeases(fleet)
      const [order] = await ordersOf(fleet, buyer)
      await expect.poll(() => mailsTo(fleet, order!.id), pollOptions).toBe(1)
    },
    timeoutMs,
  )

  it(
    'while a mail is being sent: the recipient gets it once, though two processes may send it',
    async () => {
      const buyer = await readyToPay(fleet, 'D.1')
      const { page } = await buyer.start()
      let isKilled = false
      for (const { database } of fleet.members)
        database.before([/update "outbox" set "done_at"/], async () => {
          await killAll()
          isKilled = true
        })
      await buyer.pay(page)
      await expect.poll(() => isKilled, pollOptions).toBe(true)
      await fleet.recover()
      await endLeases(fleet)
      await expect
        .poll(() => fleet.theatre.db.selectFrom('outbox').select('id').where('done_at', 'is', null).execute(), pollOptions)
        .toEqual([])
      const [order] = await ordersOf(fleet, buyer)
      expect(await mailsTo(fleet, order!.id)).toBe(1)
    },
    timeoutMs,
  )

  it('leaves no row that still waits an hour later', { timeout: timeoutMs }, async () => {
    await expect(expectInvariantsAfterAnHour(fleet.theatre)).resolves.toBeUndefined()
  })
})
