import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { timeLimit } from '@playhouse/testing/time-limit'
import { expectInvariants } from '#testing'
import { type Fleet, openFleet } from './fleet/fleet.ts'
import { attemptsOf, callBack, advance, mailsTo, ordersOf, readyToPay, sessionOf, stateOf, versionOf } from './fleet/records.ts'

/** Polling interval in milliseconds; the timeout is the default of the test runner. */
const pollOptions = { interval: 50 }
const timeoutMs = timeLimit(120_000)

let fleet: Fleet
beforeAll(async () => {
  fleet = await openFleet(2, { size: { rows: 10, seatsInRow: 10, sold: [] } })
}, timeoutMs)
afterEach(async () => {
  await fleet.recover()
  await expectInvariants(fleet.theatre)
}, timeoutMs)
afterAll(() => fleet.close(), timeoutMs)

describe('the database', () => {
  it.each([
    ['a hold', /claim_seats/, 'A.1'],
    ['the insert of its tickets', /insert into basket_ticket/, 'A.3'],
  ])(
    'that ends every session in the middle of %s rolls it back, and the server retries it',
    async (_what, words, seat) => {
      const buyer = await fleet.buyer()
      let hasEnded = false
      for (const { database } of fleet.members)
        database.after([words], async () => {
          await endSessions()
          hasEnded = true
        })
      const holdResult = await buyer.hold(seat, 'A.9')
      expect(hasEnded).toBe(true)
      expect(holdResult).toMatchObject({ ok: true, value: { tickets: [{ seat: `stalls.${seat}` }, { seat: 'stalls.A.9' }] } })
      await buyer.client.basket.reset()
    },
    timeoutMs,
  )

  it(
    'that ends every session before the response to a new visitor’s hold is sent: the seats are held once',
    async () => {
      const newcomer = fleet.guest()
      let hasEnded = false
      for (const { database } of fleet.members)
        database.after([/hold_for_newcomers/], async () => {
          await endSessions()
          hasEnded = true
        })
      const holdResult = await newcomer.hold('A.2', 'A.4')
      expect(hasEnded).toBe(true)
      expect(holdResult).toMatchObject({ ok: true, value: { tickets: [{ seat: 'stalls.A.2' }, { seat: 'stalls.A.4' }] } })
      expect(await newcomer.client.basket.read()).toMatchObject({ value: { tickets: [{ seat: 'stalls.A.2' }, { seat: 'stalls.A.4' }] } })
      await newcomer.client.basket.reset()
    },
    timeoutMs,
  )

  it(
    'that is cut off in the middle of a settlement: one order is placed',
    async () => {
      const buyer = await readyToPay(fleet, 'A.5')
      const { payment, page } = await buyer.start()
      let hasEnded = false
      for (const { database } of fleet.members)
        database.before([/insert into "ticket"/], async () => {
          database.cut()
          hasEnded = true
          setTimeout(() => database.repair(), 300)
        })
      await buyer.pay(page)
      await expect.poll(() => hasEnded, pollOptions).toBe(true)
      expect(await buyer.outcome(payment)).toBe('succeeded')
      expect(await ordersOf(fleet, buyer)).toHaveLength(1)
    },
    timeoutMs,
  )

  it(
    'that is down: productions are served from the cache, checkout answers 503, and the basket is unchanged afterwards',
    async () => {
      const [guest, buyer] = [fleet.guest(), await readyToPay(fleet, 'A.7')]
      const events = async () => Promise.all(Array.from({ length: 4 }, () => guest.client.catalogue.events()))
      expect((await events()).every(({ ok }) => ok)).toBe(true)
      const before = await buyer.client.basket.read()
      for (const { database } of fleet.members) database.cut()
      // Longer than the caches that a request waits for are fresh.
      const until = Date.now() + 7_000
      while (Date.now() < until)
        expect((await events()).map((response) => response.ok || response.error.code)).toEqual([true, true, true, true])
      expect(await buyer.client.catalogue.event({ params: { event: 'the-tempest' } })).toMatchObject({ ok: true })
      expect(await buyer.client.checkout.start({ body: { version: 1 } })).toMatchObject({ error: { code: 'service-unavailable' } })
      expect(await Promise.all(fleet.members.map(({ process }) => process.isReady()))).toEqual([false, false])
      await fleet.recover()
      expect(await buyer.retry(() => buyer.client.basket.read())).toEqual(before)
      const { payment, page } = await buyer.start()
      await buyer.pay(page)
      expect(await buyer.outcome(payment)).toBe('succeeded')
    },
    timeoutMs,
  )
})

describe('a callback', () => {
  it(
    'that arrives a hundred times at once makes one order, and each is answered with 200 or 503',
    async () => {
      const buyer = await readyToPay(fleet, 'B.1', 'B.2')
      const { page } = await buyer.start()
      await buyer.pay(page, 'callback-lost')
      const [attempt] = await attemptsOf(fleet, buyer)
      const event = {
        type: 'session.succeeded',
        eventId: 'a hundred times',
        sessionId: attempt!.session_id,
        attemptId: attempt!.id,
        amount: attempt!.amount,
      }
      const responses = await Promise.all(Array.from({ length: 100 }, () => callBack(fleet, event)))
      // A hundred wait for one row: a slow machine rejects some, and a provider sends those again.
      expect(responses).toContain(200)
      expect(responses.filter((status) => status !== 200 && status !== 503)).toEqual([])
      const orders = await ordersOf(fleet, buyer)
      expect(orders).toHaveLength(1)
      await expect.poll(() => mailsTo(fleet, orders[0]!.id), pollOptions).toBe(1)
    },
    timeoutMs,
  )

  it(
    'that is lost is replaced by the status check of the return page, or by the reconciliation job',
    async () => {
      const [returns, sleeps] = [await readyToPay(fleet, 'B.3'), await readyToPay(fleet, 'B.4')]
      const [first, second] = [await returns.start(), await sleeps.start()]
      await Promise.all([returns.pay(first.page, 'callback-lost'), sleeps.pay(second.page, 'callback-lost')])
      expect(await returns.outcome(first.payment)).toBe('succeeded')
      expect(await stateOf(fleet, sleeps)).toBe('redirected')
      await advance(fleet, sleeps, 40)
      await expect.poll(() => stateOf(fleet, sleeps), pollOptions).toBe('succeeded')
    },
    timeoutMs,
  )

  it(
    'that arrives out of order, or for an unknown attempt or account, changes nothing',
    async () => {
      const buyer = await readyToPay(fleet, 'B.5')
      const { payment, page } = await buyer.start()
      await buyer.pay(page, 'callback-out-of-order')
      expect(await buyer.outcome(payment)).toBe('succeeded')
      const { session_id: sessionId, amount } = (await attemptsOf(fleet, buyer))[0]!
      const claims = () => fleet.theatre.db.selectFrom('seat_claim').selectAll().orderBy('seat').execute()
      const before = await claims()
      expect(await callBack(fleet, { type: 'session.expired', sessionId, attemptId: payment, amount })).toBe(200)
      expect(await callBack(fleet, { type: 'session.succeeded', sessionId, attemptId: crypto.randomUUID(), amount })).toBe(200)
      expect(
        await callBack(fleet, { type: 'session.succeeded', sessionId, attemptId: payment, amount, account: 'another' }),
      ).toBeGreaterThanOrEqual(400)
      expect(await claims()).toEqual(before)
      expect(await stateOf(fleet, buyer)).toBe('succeeded')
    },
    timeoutMs,
  )
})

describe('money that arrives late', () => {
  /** A payment session whose URL never reached the shop, for a basket that was emptied; the payer’s browser has the URL. */
  async function orphan(...seats: string[]) {
    const buyer = await readyToPay(fleet, ...seats)
    fleet.provider.chooseOutcome = ({ path }) => (path === '/sessions' ? 'lost' : 'through')
    expect(await buyer.client.checkout.start({ body: { version: await versionOf(buyer) } })).toMatchObject({
      error: { code: 'payment-unreachable' },
    })
    await fleet.recover()
    const [attempt] = await attemptsOf(fleet, buyer)
    expect(await buyer.client.basket.reset()).toMatchObject({ ok: true })
    return { buyer, page: fleet.provider.pages.get(attempt!.id)! }
  }

  it(
    'for seats that are still free buys them',
    async () => {
      const { buyer, page } = await orphan('C.1', 'C.2')
      await buyer.pay(page)
      await expect.poll(() => stateOf(fleet, buyer), pollOptions).toBe('succeeded')
      expect(await ordersOf(fleet, buyer)).toHaveLength(1)
    },
    timeoutMs,
  )

  it(
    'for a seat that was sold again is refunded once, though the provider’s responses are lost',
    async () => {
      const { buyer, page } = await orphan('C.3', 'C.4')
      const rival = await readyToPay(fleet, 'C.4')
      const { payment, page: paid } = await rival.start()
      await rival.pay(paid)
      expect(await rival.outcome(payment)).toBe('succeeded')
      let lostCount = 0
      fleet.provider.chooseOutcome = ({ path }) => (path.endsWith('/refunds') && lostCount++ < 2 ? 'lost' : 'through')
      await buyer.pay(page)
      await expect.poll(() => stateOf(fleet, buyer), pollOptions).toBe('refunded')
      expect(lostCount).toBeGreaterThan(2)
      const { session_id } = (await attemptsOf(fleet, buyer))[0]!
      const { amount, refunded } = await sessionOf(fleet, session_id!)
      expect(refunded).toBe(amount)
      expect(await ordersOf(fleet, buyer)).toEqual([])
      expect(await fleet.theatre.db.selectFrom('seat_claim').select('seat').where('seat', '=', 22).execute()).toEqual([])
    },
    timeoutMs,
  )
})

describe('a payer', () => {
  it(
    'that starts a payment six times at once has one attempt and one page',
    async () => {
      const buyer = await readyToPay(fleet, 'D.1')
      const version = await versionOf(buyer)
      const starts = await Promise.all(Array.from({ length: 6 }, () => buyer.client.checkout.start({ body: { version } })))
      expect(
        new Set(starts.map((response) => (response.ok ? `${response.value.payment} ${response.value.redirectUrl}` : response.error.code)))
          .size,
      ).toBe(1)
      expect(await attemptsOf(fleet, buyer)).toHaveLength(1)
      const { payment, page } = await buyer.start()
      await buyer.pay(page)
      expect(await buyer.outcome(payment)).toBe('succeeded')
      // Starting once more returns the settled payment, and charges nothing.
      expect(await buyer.client.checkout.start({ body: { version } })).toMatchObject({ value: { payment, redirectUrl: null } })
      expect(await attemptsOf(fleet, buyer)).toHaveLength(1)
    },
    timeoutMs,
  )

  it(
    'that releases a seat in another tab is not charged for the old basket',
    async () => {
      const buyer = await readyToPay(fleet, 'D.2', 'D.3')
      const version = await versionOf(buyer)
      const basket = await buyer.client.basket.read()
      const [first, second] = basket.ok ? basket.value.tickets : []
      expect(await buyer.client.basket.removeTicket({ params: { id: first!.id } })).toMatchObject({ ok: true })
      expect(await buyer.client.checkout.start({ body: { version: version } })).toMatchObject({ error: { code: 'price-changed' } })
      const { payment, page } = await buyer.start()
      expect(await buyer.client.basket.removeTicket({ params: { id: second!.id } })).toMatchObject({ error: { code: 'basket-paying' } })
      await buyer.pay(page)
      expect(await buyer.outcome(payment)).toBe('succeeded')
    },
    timeoutMs,
  )

  it(
    'whose response is lost requests the same seats again, and holds them once',
    async () => {
      const buyer = await fleet.buyer()
      await buyer.hold('D.5')
      const responses = await Promise.all(Array.from({ length: 5 }, () => buyer.hold('D.5', 'D.6')))
      expect(responses.every(({ ok }) => ok)).toBe(true)
      expect(await buyer.client.basket.read()).toMatchObject({ value: { tickets: [{ seat: 'stalls.D.5' }, { seat: 'stalls.D.6' }] } })
      await buyer.client.basket.reset()
    },
    timeoutMs,
  )
})

describe('the provider', () => {
  it(
    'that fails at every call gives payment-unreachable, keeps the seats held, and works again later',
    async () => {
      const buyer = await readyToPay(fleet, 'E.1')
      fleet.provider.chooseOutcome = () => 'refused'
      const version = await versionOf(buyer)
      expect(await buyer.client.checkout.start({ body: { version } })).toMatchObject({ error: { code: 'payment-unreachable' } })
      expect(await buyer.client.basket.read()).toMatchObject({ value: { state: 'open', tickets: [{ seat: 'stalls.E.1' }] } })
      await fleet.recover()
      const startedPayment = await buyer.start()
      fleet.provider.chooseOutcome = () => 'refused'
      expect(await buyer.client.checkout.cancel({ params: { payment: startedPayment.payment } })).toMatchObject({
        error: { code: 'payment-unreachable' },
      })
      expect(await buyer.client.basket.read()).toMatchObject({ value: { state: 'paying' } })
      await fleet.recover()
      expect(await buyer.client.checkout.cancel({ params: { payment: startedPayment.payment } })).toMatchObject({
        value: { state: 'cancelled' },
      })
      const { payment, page } = await buyer.start()
      await buyer.pay(page)
      expect(await buyer.outcome(payment)).toBe('succeeded')
    },
    timeoutMs,
  )
})

/** Ends every database session of the servers, as a restart by an administrator does. */
async function endSessions(): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'playhouse %'`.execute(fleet.theatre.db)
}
