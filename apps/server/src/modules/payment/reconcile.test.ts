import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { until } from '@playhouse/testing/until'
import { releaseStrayClaims, openBasket, readBasket } from '#modules/basket'
import { addTickets } from '#modules/hold'
import { expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { cancelPayment, closePayment, reopenStuckBaskets, type PaymentDeps, reconcilePayments, startPayment } from './index.ts'
import { ProviderRefused, ProviderUnreachable } from './provider.ts'
import { settlePayment } from './settle-payment.ts'
import { actor, createBuyer, openManualProvider, openPaymentPage } from './testing/buyer.ts'

const age = ({ db }: TestTheatre) =>
  sql`update payment_attempt set created_at = now() - interval '2 minutes', ask_at = ask_at - interval '15 minutes'`.execute(db)
const attemptOf = ({ db }: TestTheatre, id: string) =>
  db.selectFrom('payment_attempt').select(['state', 'session_id']).where('id', '=', id).executeTakeFirstOrThrow()
const topics = async ({ db }: TestTheatre) =>
  (await db.selectFrom('outbox').select('topic').orderBy('topic').execute()).map(({ topic }) => topic)
/** The provider with some calls replaced. */
const butFor = (shop: PaymentDeps, calls: Partial<PaymentDeps['provider']>): PaymentDeps => ({
  ...shop,
  provider: { ...shop.provider, ...calls },
})

describe('two tabs that open a payment page concurrently', () => {
  it('both get the page of the call that reached the provider', async () => {
    await using theatre = await openTestTheatre()
    const manual = openManualProvider(theatre)
    const buyer = await createBuyer({ ...theatre, ...manual.shop }, ['A.1'])
    let readCount = 0
    const reached = Promise.withResolvers<void>()
    const shop = butFor(manual.shop, {
      createSession: async (request) => {
        readCount += 1
        if (readCount === 1) {
          await reached.promise
          throw new ProviderUnreachable('this line broke')
        }
        return manual.provider.createSession(request)
      },
    })
    const tabs = await buyerTabs(shop, buyer)
    const first = tabs()
    await until('the provider is asked', () => readCount === 1)
    const second = await tabs()
    reached.resolve()
    expect(second).toMatchObject({ ok: true, value: { redirectUrl: expect.stringContaining('https://pay') } })
    expect(await first).toEqual(second)
    if (!second.ok) throw new Error(second.error.code)
    expect(await attemptOf(theatre, second.value.payment)).toMatchObject({ state: 'redirected' })
  })

  it('get no page once the attempt has ended: the late page is closed, and a payment on it is settled', async () => {
    await using theatre = await openTestTheatre()
    const manual = openManualProvider(theatre)
    const buyer = await createBuyer({ ...theatre, ...manual.shop }, ['A.1'])
    const slow = Promise.withResolvers<void>()
    let readCount = 0
    const shop = butFor(manual.shop, {
      createSession: async (request) => {
        readCount += 1
        await slow.promise
        return manual.provider.createSession(request)
      },
    })
    const pressed = (await buyerTabs(shop, buyer))()
    await until('the provider is asked', () => readCount === 1)
    await age(theatre)
    await reconcilePayments(shop)
    slow.resolve()
    expect(await pressed).toMatchObject({ error: { code: 'payment-unreachable' } })
    expect(await buyer.read()).toMatchObject({ state: 'open', tickets: [{}] })
    const { id } = await theatre.db.selectFrom('payment_attempt').select('id').executeTakeFirstOrThrow()
    expect(await attemptOf(theatre, id)).toEqual({ state: 'timed-out', session_id: `s-${id}` })
    expect(await topics(theatre)).toEqual(['payment.close'])
    await closePayment(manual.shop, id)
    expect(manual.sessions.get(`s-${id}`)).toMatchObject({ status: 'expired' })
    await expectInvariants(theatre)
  })
})

describe('the reconciler', () => {
  it('is not delayed by attempts that cannot be resolved', async () => {
    await using theatre = await openTestTheatre(undefined, { rows: 20, sold: [] })
    const manual = openManualProvider(theatre)
    const shop = { ...theatre, ...manual.shop }
    const payments: string[] = []
    for (const row of 'ABCDEFGH') {
      const started = await (await createBuyer(shop, [`${row}.1`])).start()
      if (started.ok) payments.push(started.value.payment)
    }
    const last = payments.at(-1)!
    manual.end(last, 'succeeded')
    await age(theatre)
    const readSessions: string[] = []
    const stubborn = butFor(manual.shop, {
      readSession: async (id) => {
        readSessions.push(id)
        if (id !== `s-${last}`) throw new ProviderUnreachable('no answer')
        return manual.provider.readSession(id)
      },
    })
    await expect(reconcilePayments(stubborn)).rejects.toThrow('7 payments could not be reconciled')
    expect(await attemptOf(theatre, last)).toMatchObject({ state: 'succeeded' })
    // Just polled: their next poll is later.
    readSessions.length = 0
    await reconcilePayments(stubborn)
    expect(readSessions).toEqual([])
  })

  it('ends an attempt that the provider does not know after its deadline, and not before', async () => {
    await using theatre = await openTestTheatre()
    const { shop, attempt, basket } = await openPaymentPage(theatre)
    const forgetful = butFor(shop, {
      readSession: async () => {
        throw new ProviderRefused(404, 'no such session')
      },
      expireSession: async () => {
        throw new ProviderRefused(404, 'no such session')
      },
    })
    await age(theatre)
    await expect(reconcilePayments(forgetful)).rejects.toThrow('could not be reconciled')
    expect(await attemptOf(theatre, attempt)).toMatchObject({ state: 'redirected' })
    await sql`update payment_attempt set pay_until = now() - interval '1 minute'`.execute(theatre.db)
    await age(theatre)
    await reconcilePayments(forgetful)
    expect(await attemptOf(theatre, attempt)).toMatchObject({ state: 'timed-out' })
    expect(await readBasket(theatre, basket)).toMatchObject({ state: 'open', tickets: [{}, {}] })
    await expectInvariants(theatre)
  })

  it('polls a debit of an attempt that was closed too late, and refunds its money', async () => {
    await using theatre = await openTestTheatre()
    const { shop, attempt, customer, start, end } = await openPaymentPage(theatre)
    await cancelPayment(shop, customer.id, attempt, actor)
    const second = await start()
    if (!second.ok) throw new Error(second.error.code)
    await settlePayment(shop, second.value.payment, { status: 'succeeded', amount: money(90_00), currency: 'GBP' }, actor)
    end(attempt, 'processing')
    await closePayment(shop, attempt)
    await age(theatre)
    await reconcilePayments(shop)
    end(attempt, 'succeeded')
    await age(theatre)
    await reconcilePayments(shop)
    expect(await attemptOf(theatre, attempt)).toMatchObject({ state: 'refund-due' })
    await expectInvariants(theatre)
  })
})

describe('inconsistent rows', () => {
  it('a basket whose payment has ended is reopened, with its seats', async () => {
    await using theatre = await openTestTheatre()
    const { attempt, basket } = await openPaymentPage(theatre)
    await sql`update payment_attempt set state = 'timed-out' where id = ${attempt}`.execute(theatre.db)
    expect(await reopenStuckBaskets(theatre.db)).toEqual([basket])
    expect(await readBasket(theatre, basket)).toMatchObject({ state: 'open', tickets: [{}, {}] })
    expect(await reopenStuckBaskets(theatre.db)).toEqual([])
  })

  it('seats kept for a payment without a basket are released, and no others', async () => {
    await using theatre = await openTestTheatre()
    const { basket } = await openPaymentPage(theatre, ['A.1'])
    const otherBasket = await openBasket(theatre.db, theatre.brand)
    await addTickets(theatre, otherBasket, actor, 'tonight', [{ seat: 'stalls.A.2', priceType: 'full' }])
    await sql`update seat_claim set state = 'paying' where basket_id = ${otherBasket}`.execute(theatre.db)
    expect(await releaseStrayClaims(theatre.db)).toEqual([{ performance: 'tonight', seat: 1 }])
    expect(await readBasket(theatre, basket)).toMatchObject({ state: 'paying', tickets: [{}] })
  })
})

async function buyerTabs(shop: PaymentDeps, { customer, basket, read }: Awaited<ReturnType<typeof createBuyer>>) {
  const { version } = await read()
  return () => startPayment(shop, customer, basket, version, 'en', actor)
}
