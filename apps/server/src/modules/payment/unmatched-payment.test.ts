import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { money } from '@playhouse/domain/money'
import { readViolations } from '#modules/invariant'
import { expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import {
  adoptDatabase,
  checkPaidSessions,
  checkWhenDue,
  keepUnmatched,
  listUnmatched,
  makeUnmatchedRefund,
  ProviderRefused,
  readDeployment,
  readDueRefunds,
  reconcilePayments,
  refundUnmatched,
  applyCallback,
} from './index.ts'
import { makeRefund } from './refund.ts'
import { actor, openManualProvider, openPaymentPage } from './testing/buyer.ts'

type Till = Awaited<ReturnType<typeof open>>

async function open() {
  const theatre = await openTestTheatre()
  onTestFinished(() => theatre[Symbol.asyncDispose]())
  return { theatre, ...openManualProvider(theatre) }
}

/** A signed callback of a success. */
const paidEvent = (change: Partial<{ sessionId: string; attemptId: string; shop: string; deployment: string }> = {}) => ({
  eventId: randomUUID(),
  type: 'session.succeeded' as const,
  sessionId: `s-${randomUUID()}`,
  amount: money(90_00),
  currency: 'GBP' as const,
  account: 'test',
  at: new Date().toISOString(),
  ...change,
})

/** Creates a paid session at the provider, with the owner fields of this shop. */
async function paidAtProvider({ shop, sessions }: Till, change: Partial<{ attemptId: string; shop: string; deployment: string }> = {}) {
  const sessionId = `s-${randomUUID()}`
  const marks = {
    attemptId: randomUUID() as string,
    shop: shop.origin,
    deployment: (await readDeployment(shop.db, shop.origin)).id,
    ...change,
  }
  sessions.set(sessionId, { sessionId, status: 'succeeded', amount: money(90_00), currency: 'GBP', account: 'test', ...marks })
  return sessionId
}

const alarms = async (theatre: TestTheatre) => (await readViolations(theatre.db)).map(({ name }) => name)
const longAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000)
const states = async ({ db }: TestTheatre) =>
  Object.fromEntries(
    (await db.selectFrom('unmatched_payment').select(['session_id', 'state']).execute()).map((row) => [row.session_id, row.state]),
  )

describe('a signed success of an unknown attempt', () => {
  it('is recorded once with its amount, raises an invariant, and is not refunded automatically', async () => {
    const { theatre, shop } = await open()
    const { id } = await readDeployment(theatre.db, shop.origin)
    const event = paidEvent({ attemptId: randomUUID(), shop: shop.origin, deployment: id })
    expect(await applyCallback(shop, event, actor)).toBe('unmatched')
    expect(await applyCallback(shop, event, actor)).toBe('unmatched')
    const notices = await theatre.db.selectFrom('outbox').select('payload').where('topic', '=', 'mail.box-office-notice').execute()
    expect(notices).toMatchObject([{ payload: { notice: 'unmatched', session: event.sessionId } }])
    expect(await listUnmatched(theatre.db)).toMatchObject([
      { session_id: event.sessionId, amount: 90_00, currency: 'GBP', reason: 'unknown-attempt' },
    ])
    expect(await theatre.db.selectFrom('payment_event').selectAll().execute()).toMatchObject([
      { session_id: event.sessionId, amount: 90_00, currency: 'GBP', shop: shop.origin, deployment: id, attempt_id: null },
    ])
    expect(await alarms(theatre)).toEqual(['invariant_payment_without_attempt'])
    expect(await theatre.db.selectFrom('outbox').select('topic').execute()).toEqual([{ topic: 'mail.box-office-notice' }])
  })

  it('is recorded where the session names no attempt', async () => {
    const { theatre, shop } = await open()
    expect(await applyCallback(shop, paidEvent({ shop: shop.origin }), actor)).toBe('unmatched')
    expect(await alarms(theatre)).toEqual(['invariant_payment_without_attempt'])
  })

  it('is ignored where another shop opened the session', async () => {
    const { theatre, shop } = await open()
    for (const change of [{}, { attemptId: randomUUID() }, { attemptId: randomUUID(), shop: 'https://another.example' }])
      expect(await applyCallback(shop, paidEvent(change), actor)).toBe('foreign')
    await expectInvariants(theatre)
  })

  it('refunds a payment on a second session of a known attempt, once', async () => {
    await using theatre = await openTestTheatre()
    const manual = await openPaymentPage(theatre)
    const { shop, attempt, refunds } = manual
    const session = await paidAtProvider({ theatre, ...manual }, { attemptId: attempt })
    const { id } = await readDeployment(theatre.db, shop.origin)
    const event = paidEvent({ sessionId: session, attemptId: attempt, shop: shop.origin, deployment: id })
    expect(await applyCallback(shop, event, actor)).toBe('unmatched')
    expect(await states(theatre)).toEqual({ [session]: 'refund-due' })
    for (let time = 0; time < 2; time++) await makeUnmatchedRefund(shop, { provider: 'hand', session })
    expect(await states(theatre)).toEqual({ [session]: 'refunded' })
    expect([...refunds]).toEqual([[`unmatched.${session}`, 90_00]])
    expect(await theatre.db.selectFrom('payment_attempt').select('state').execute()).toEqual([{ state: 'redirected' }])
    await expectInvariants(theatre)
  })
})

describe('the session of an attempt itself', () => {
  /** A signed success of the attempt's own session, which the provider refuses to return. */
  async function unreadable(theatre: TestTheatre, status: number) {
    const manual = await openPaymentPage(theatre)
    manual.end(manual.attempt, 'succeeded')
    const { id } = await readDeployment(theatre.db, manual.shop.origin)
    const session = `s-${manual.attempt}`
    const event = paidEvent({ sessionId: session, attemptId: manual.attempt, shop: manual.shop.origin, deployment: id })
    const readSession = () => Promise.reject(new ProviderRefused(status, 'not readable'))
    const shut = { ...manual.shop, provider: { ...manual.shop.provider, readSession } }
    return { ...manual, session, event, shut }
  }

  it.each([401, 403, 404])('is not refunded where reading it was refused with %i, and is settled by the next callback', async (status) => {
    await using theatre = await openTestTheatre()
    const { shop, shut, event, refunds } = await unreadable(theatre, status)
    await expect(applyCallback(shut, event, actor)).rejects.toThrow(/not readable|can't be read/)
    await expect(checkPaidSessions(shut, longAgo(72))).rejects.toThrow(/not readable|can't be read/)
    expect(await states(theatre)).toEqual({})
    expect(await applyCallback(shop, event, actor)).toBe('ours')
    expect(await theatre.db.selectFrom('customer_order').select('state').execute()).toEqual([{ state: 'confirmed' }])
    expect(refunds.size).toBe(0)
    await expectInvariants(theatre)
  })

  it('is rejected as an unmatched payment, by the command and by the outbox', async () => {
    await using theatre = await openTestTheatre()
    const { shop, session, event, attempt, refunds } = await unreadable(theatre, 404)
    await applyCallback(shop, event, actor)
    const noted = { provider: 'hand', session_id: session, attempt_id: attempt, amount: 90_00, currency: 'GBP' } as const
    await theatre.db
      .insertInto('unmatched_payment')
      .values({ ...noted, deployment: null, reason: 'other-session', state: 'open', decided_at: null })
      .execute()
    expect(await refundUnmatched(theatre.db, [session], actor)).toBe(0)
    await theatre.db.updateTable('unmatched_payment').set({ state: 'refund-due' }).execute()
    await makeUnmatchedRefund(shop, { provider: 'hand', session })
    expect(await states(theatre)).toEqual({ [session]: 'open' })
    expect(refunds.size).toBe(0)
  })
})

describe('the comparison with the provider', () => {
  it('settles a payment whose callback was lost, and finds the one without an attempt', async () => {
    await using theatre = await openTestTheatre()
    const manual = await openPaymentPage(theatre)
    manual.end(manual.attempt, 'succeeded')
    const lostPayment = await paidAtProvider({ theatre, ...manual })
    await paidAtProvider({ theatre, ...manual }, { shop: 'https://another.example' })
    expect(await checkPaidSessions(manual.shop, longAgo(72))).toEqual({ paidSessions: 2, unmatchedSessions: 1 })
    expect(await theatre.db.selectFrom('customer_order').select('state').execute()).toEqual([{ state: 'confirmed' }])
    expect((await listUnmatched(theatre.db)).map(({ session_id }) => session_id)).toEqual([lostPayment])
    expect(await alarms(theatre)).toEqual(['invariant_payment_without_attempt'])
    expect(await checkPaidSessions(manual.shop, longAgo(72))).toEqual({ paidSessions: 2, unmatchedSessions: 1 })
    expect(await listUnmatched(theatre.db)).toHaveLength(1)
  })

  it('is run by one of several processes, and again after a failure', async () => {
    const { theatre, shop, goAway, comeBack } = await open()
    goAway()
    await expect(checkWhenDue(shop, 600)).rejects.toThrow('away')
    comeBack()
    const reports = await Promise.all(Array.from({ length: 5 }, () => checkWhenDue(shop, 600)))
    expect(reports.filter((report) => report !== undefined)).toEqual([{ paidSessions: 0, unmatchedSessions: 0 }])
    expect(await checkWhenDue(shop, 86_400)).toBeUndefined()
    await sql`update deployment set checked_at = now() - interval '25 hours'`.execute(theatre.db)
    expect(await checkWhenDue(shop, 86_400)).toEqual({ paidSessions: 0, unmatchedSessions: 0 })
  })

  it('lets an operator refund the money, or keep it with a reason', async () => {
    const manual = await open()
    const { theatre, shop, refunds } = manual
    const [refundedPayment, keptPayment] = [await paidAtProvider(manual), await paidAtProvider(manual)]
    await checkPaidSessions(shop, longAgo(72))
    expect(await refundUnmatched(theatre.db, [refundedPayment, 's-unknown'], actor)).toBe(1)
    expect(await keepUnmatched(theatre.db, keptPayment, 'entered anew as order 12', actor)).toBe(true)
    expect(await keepUnmatched(theatre.db, refundedPayment, 'too late', actor)).toBe(false)
    expect(await readDueRefunds(theatre.db)).toEqual([{ amount: 90_00, currency: 'GBP' }])
    await makeUnmatchedRefund(shop, { provider: 'hand', session: refundedPayment })
    expect(await states(theatre)).toEqual({ [refundedPayment]: 'refunded', [keptPayment]: 'kept' })
    expect(refunds.size).toBe(1)
    expect(await listUnmatched(theatre.db)).toEqual([])
    await expectInvariants(theatre)
  })

  it('reopens a payment whose refund the provider refuses', async () => {
    const manual = await open()
    const session = await paidAtProvider(manual)
    await checkPaidSessions(manual.shop, longAgo(72))
    await manual.provider.refund({ sessionId: session, amount: money(90_00), key: 'in the dashboard' })
    await refundUnmatched(manual.theatre.db, [session], actor)
    await makeUnmatchedRefund(manual.shop, { provider: 'hand', session })
    expect(await listUnmatched(manual.theatre.db)).toMatchObject([{ session_id: session, state: 'open', note: 'more than was paid' }])
  })
})

describe('a database that was restored or copied', () => {
  it('accepts a new origin over plain http, and is a copy where the origin of a live shop differs', async () => {
    const { theatre } = await open()
    const { id } = await readDeployment(theatre.db, 'http://localhost:3000')
    expect(await readDeployment(theatre.db, 'https://tickets.example')).toEqual({ id, isOwn: true, mayLackCommits: false })
    expect(await readDeployment(theatre.db, 'https://staging.example')).toEqual({ id, isOwn: false, mayLackCommits: true })
    expect(await readDeployment(theatre.db, 'http://localhost:3000')).toEqual({ id, isOwn: false, mayLackCommits: true })
    await adoptDatabase(theatre.db, 'https://staging.example', actor)
    expect(await readDeployment(theatre.db, 'https://staging.example')).toEqual({ id, isOwn: true, mayLackCommits: false })
  })

  it('is recognised by the identifier of its cluster and by its timeline', async () => {
    const { theatre } = await open()
    const origin = 'https://tickets.example'
    await readDeployment(theatre.db, origin)
    expect(await theatre.db.selectFrom('deployment').select(['system_identifier', 'timeline']).execute()).toEqual([
      { system_identifier: expect.stringMatching(/^\d{15,}$/), timeline: expect.stringMatching(/^[0-9A-F]{8}$/) },
    ])
    await sql`update deployment set timeline = '0000FFFF'`.execute(theatre.db)
    expect(await readDeployment(theatre.db, origin)).toMatchObject({ isOwn: true, mayLackCommits: true })
    await sql`update deployment set system_identifier = '1'`.execute(theatre.db)
    expect(await readDeployment(theatre.db, origin)).toMatchObject({ isOwn: false, mayLackCommits: true })
  })

  it('sends no refund before an operator has confirmed it, neither of an order nor of a second session', async () => {
    await using theatre = await openTestTheatre()
    const manual = await openPaymentPage(theatre)
    const { shop, attempt, refunds } = manual
    const second = await paidAtProvider({ theatre, ...manual }, { attemptId: attempt })
    manual.end(attempt, 'succeeded', { amount: money(1_00) })
    await reconcileNow(theatre, shop)
    const [owed] = await theatre.db.selectFrom('refund').selectAll().execute()
    expect(owed).toMatchObject({ state: 'due', amount: 1_00 })
    await sql`update deployment set system_identifier = '1'`.execute(theatre.db)
    expect(await checkPaidSessions(shop, longAgo(72))).toMatchObject({ unmatchedSessions: 1 })
    expect(await states(theatre), 'a copy refunds nothing automatically').toEqual({ [second]: 'open' })
    await refundUnmatched(theatre.db, [second], actor)
    await expect(makeRefund(shop, owed!.id)).rejects.toThrow('pnpm payments adopt')
    await expect(makeUnmatchedRefund(shop, { provider: 'hand', session: second })).rejects.toThrow('pnpm payments adopt')
    expect(refunds.size).toBe(0)
    await sql`update outbox set tries = 80, parked_at = now() where topic like 'payment.refund%'`.execute(theatre.db)
    await adoptDatabase(theatre.db, shop.origin, actor)
    const waiting = await theatre.db.selectFrom('outbox').select(['tries', 'parked_at']).where('topic', 'like', 'payment.refund%').execute()
    expect(waiting).toEqual([1, 2].map(() => ({ tries: 0, parked_at: null })))
    await makeRefund(shop, owed!.id)
    await makeUnmatchedRefund(shop, { provider: 'hand', session: second })
    expect([...refunds.values()].toSorted()).toEqual([1_00, 90_00])
    await expectInvariants(theatre)
  })
})

async function reconcileNow({ db }: TestTheatre, shop: Till['shop']): Promise<void> {
  await sql`update payment_attempt set created_at = created_at - interval '1 minute'`.execute(db)
  await reconcilePayments(shop)
}
