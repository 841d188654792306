import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { publish } from '#db'
import { expireBaskets, releaseLapsedClaims } from '#modules/basket'
import { readViolations } from '#modules/invariant'
import { cancelPayment, makeRefund, makeUnmatchedRefund, reconcilePayments, refundUnmatched, settlePayment } from '#modules/payment'
import { lapseReservations, reserveSeats } from '#modules/reservation'
import { ageOpenRows, customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { actor, createBuyer, openManualProvider, openPaymentPage } from '../modules/payment/testing/buyer.ts'

/** The id of a row that waits for something, and the job that ends the wait. */
type Waiting = { readonly id: string; readonly end: () => Promise<unknown> }

async function heldSeats(theatre: TestTheatre): Promise<Waiting> {
  await createBuyer({ ...theatre, ...openManualProvider(theatre).shop }, ['A.1'])
  const end = async (): Promise<void> => {
    await expireBaskets(theatre.db)
    await releaseLapsedClaims(theatre.db)
  }
  return { id: 'tonight', end }
}

async function message(theatre: TestTheatre): Promise<Waiting> {
  await theatre.db.transaction().execute((trx) => publish(trx, 'mail.order-confirmed', 'an-order', { order: 'an-order' }))
  const { id } = await theatre.db.selectFrom('outbox').select('id').executeTakeFirstOrThrow()
  return { id, end: () => sql`update outbox set done_at = now()`.execute(theatre.db) }
}

async function openPayment(theatre: TestTheatre): Promise<Waiting> {
  const { attempt, shop } = await openPaymentPage(theatre)
  return { id: attempt, end: () => reconcilePayments(shop) }
}

async function dueRefund(theatre: TestTheatre): Promise<Waiting> {
  const { attempt, customer, end, shop } = await openPaymentPage(theatre, ['A.1'])
  await cancelPayment(shop, customer.id, attempt, actor)
  await sql`update basket set deadline = now() - interval '1 minute'`.execute(theatre.db)
  await expireBaskets(theatre.db)
  // Another buyer holds the seat when the money arrives.
  await createBuyer({ ...theatre, ...shop }, ['A.1'])
  end(attempt, 'succeeded')
  await settlePayment(shop, attempt, { status: 'succeeded', amount: money(45_00), currency: 'GBP' }, actor)
  await sql`update outbox set done_at = now()`.execute(theatre.db)
  const { id } = await theatre.db.selectFrom('refund').select('id').where('state', '=', 'due').executeTakeFirstOrThrow()
  return { id, end: () => makeRefund(shop, id) }
}

async function unmatchedRefund(theatre: TestTheatre): Promise<Waiting> {
  const { shop, sessions } = openManualProvider(theatre)
  const [sessionId, attemptId] = ['s-unmatched', randomUUID()]
  const paid = { sessionId, amount: money(45_00), currency: 'GBP' } as const
  sessions.set(sessionId, { ...paid, attemptId, status: 'succeeded', account: 'test' })
  await theatre.db
    .insertInto('unmatched_payment')
    .values({
      provider: shop.provider.name,
      session_id: sessionId,
      attempt_id: attemptId,
      amount: paid.amount,
      currency: paid.currency,
      deployment: null,
      reason: 'unknown-attempt',
      state: 'open',
      decided_at: null,
    })
    .execute()
  await refundUnmatched(theatre.db, [sessionId], actor)
  await sql`update outbox set done_at = now()`.execute(theatre.db)
  return { id: shop.provider.name, end: () => makeUnmatchedRefund(shop, { provider: shop.provider.name, session: sessionId }) }
}

async function reservation(theatre: TestTheatre): Promise<Waiting> {
  const customer = await customerOf(theatre)
  const seats = [{ performance: 'tonight', seat: 0, band: 'a' as const, priceType: 'full', price: 40_00, fee: 4_00 }]
  const until = new Date(Date.now() + 600_000)
  const reserved = await reserveSeats(theatre.db, { customer: customer.id, seats, until, note: '' }, actor)
  if (!reserved.ok) throw new Error(reserved.error.code)
  await sql`update outbox set done_at = now()`.execute(theatre.db)
  const { id } = await theatre.db.selectFrom('reservation').select('id').executeTakeFirstOrThrow()
  return { id, end: () => lapseReservations(theatre.db) }
}

describe('a row that waited too long', () => {
  it.each([
    ['invariant_claim_overdue', heldSeats],
    ['invariant_outbox_overdue', message],
    ['invariant_payment_in_doubt', openPayment],
    ['invariant_refund_overdue', dueRefund],
    ['invariant_payment_without_attempt', unmatchedRefund],
    ['invariant_reservation_overdue', reservation],
  ] as const)('is in %s an hour later, and in no view once its job has run', async (view, make) => {
    await using theatre = await openTestTheatre()
    const { id, end } = await make(theatre)
    await expectInvariants(theatre)
    await ageOpenRows(theatre)
    const violations = (await readViolations(theatre.db)).filter(({ name }) => name === view)
    expect(violations.map(({ row }) => Object.values(row as object)[0])).toEqual([id])
    await end()
    await sql`update outbox set done_at = now()`.execute(theatre.db)
    expect((await readViolations(theatre.db)).filter(({ name }) => name === view)).toEqual([])
  })
})
