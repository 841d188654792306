import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import type { MandateState } from '@playhouse/domain/payment'
import { timeLimit } from '@playhouse/testing/time-limit'
import { customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import {
  applyCallback,
  cancelMandate,
  chargeOffSession,
  checkMandate,
  listMandates,
  type OffSessionCharge,
  readOffSessionCharge,
  reconcilePayments,
  setUpMandate,
} from './index.ts'
import { actor, callbackOf } from './testing/buyer.ts'
import { openManualCards } from './testing/manual-cards.ts'
import { gift, selling } from './testing/item-buyer.ts'

const job = { name: 'renewals' }
let events = 0
/** A donor, and the steps of a mandate. */
async function openDonor(theatre: TestTheatre) {
  const manual = openManualCards(theatre)
  const customer = await customerOf(theatre)
  const setUp = async () => {
    const setup = await setUpMandate(manual.shop, customer, 'en', actor)
    if (!setup.ok) throw new Error(setup.error.code)
    return setup.value
  }
  /** The provider's callback about a mandate, under one of its two ids. */
  const call = (mandate: string, ref: 'm' | 'bank' = 'm', eventId = `${++events}`) =>
    applyCallback(
      manual.shop,
      { eventId, type: 'mandate.changed', account: 'test', at: new Date().toISOString(), mandate: `${ref}-${mandate}` },
      actor,
    )
  const stateOf = async (id: string) => (await checkMandate(manual.shop, customer.id, id, actor, false))?.state
  const charge = (mandate: string, key = 'January'): OffSessionCharge => ({
    key,
    purpose: 'monthly-donation',
    customer: customer.id,
    mandate,
    amount: money(10_00),
    currency: 'GBP',
    items: [gift(10_00)],
    locale: 'en',
  })
  const send = async (mandate: string, key?: string) => {
    const result = await chargeOffSession(manual.shop, charge(mandate, key), job)
    if (!result.ok) throw new Error(result.error.code)
    return result.value
  }
  const activate = async () => {
    const { mandate } = await setUp()
    manual.decide(mandate, 'active')
    await call(mandate)
    return mandate
  }
  return { ...manual, customer, setUp, call, stateOf, send, activate }
}

it('sets up one mandate at a time, and follows its callbacks to active', async () => {
  await using theatre = await openTestTheatre(selling)
  const { shop, customer, setUp, decide, call, stateOf } = await openDonor(theatre)
  const first = await setUp()
  expect(first.redirectUrl).toBe(`https://pay.example/m-${first.mandate}`)
  expect(await setUp(), 'the same page').toEqual(first)
  expect(await listMandates(theatre.db, customer.id), 'not agreed yet').toEqual([])
  decide(first.mandate, 'pending')
  expect(await call(first.mandate)).toBe('ours')
  expect(await stateOf(first.mandate)).toBe('pending')
  decide(first.mandate, 'active')
  expect(await call(first.mandate, 'bank')).toBe('ours')
  expect(await setUp()).toEqual({ mandate: first.mandate, redirectUrl: null })
  expect(await listMandates(theatre.db, customer.id)).toEqual([
    {
      id: first.mandate,
      planId: expect.stringMatching(/^DD-\w{8}$/),
      scheme: 'bacs',
      state: 'active',
      reference: 'ABC123',
      maskedAccount: '•••• 6819',
    },
  ])
  expect(await call('of another shop')).toBe('foreign')
  const { id: stranger } = await customerOf(theatre)
  expect(await checkMandate(shop, stranger, first.mandate, actor)).toBeUndefined()
  expect(await cancelMandate(shop, stranger, first.mandate, actor)).toMatchObject({ error: { code: 'page-not-found' } })
  await expectInvariants(theatre)
})

it('sets up another mandate after the first one failed, and none for guests or in a currency without a scheme', async () => {
  await using theatre = await openTestTheatre(selling)
  const { shop, customer, setUp, decide, call, stateOf } = await openDonor(theatre)
  const { mandate } = await setUp()
  decide(mandate, 'failed')
  await call(mandate)
  expect(await stateOf(mandate)).toBe('failed')
  expect((await setUp()).mandate).not.toBe(mandate)
  expect(await setUpMandate(shop, { ...customer, is_guest: true }, 'en', actor)).toMatchObject({ error: { code: 'page-not-found' } })
  const swedish = { ...shop, brand: { ...theatre.brand, currency: 'SEK' as const } }
  expect(await setUpMandate(swedish, customer, 'en', actor)).toMatchObject({ error: { code: 'page-not-found' } })
})

it.each([true, false])('debits an active mandate: the order is confirmed or fails when the bank has decided; paid: %s', async (isPaid) => {
  await using theatre = await openTestTheatre(selling)
  const { shop, activate, send, end, charges } = await openDonor(theatre)
  const mandate = await activate()
  const firstResult = await send(mandate)
  expect(firstResult).toMatchObject({ status: 'processing', order: expect.any(String) })
  const payment = firstResult.status === 'processing' ? firstResult.payment : ''
  end(payment, isPaid ? 'succeeded' : 'failed', isPaid ? {} : { declineCode: 'insufficient_funds' })
  const type = isPaid ? 'session.succeeded' : 'session.failed'
  for (const eventId of ['1', '1', '2']) await applyCallback(shop, callbackOf(payment, { eventId, type, amount: money(10_00) }), actor)
  expect(await send(mandate)).toMatchObject(isPaid ? { status: 'paid' } : { status: 'declined', code: 'insufficient_funds' })
  expect(charges).toHaveLength(1)
  const topics = (await theatre.db.selectFrom('outbox').select('topic').execute()).map(({ topic }) => topic)
  expect(topics).toContain(isPaid ? 'mail.order-confirmed' : 'mail.order-failed')
  await expectInvariants(theatre)
})

it('debits nothing by a mandate that was cancelled at the bank, also where its callback was lost', async () => {
  await using theatre = await openTestTheatre(selling)
  const { activate, send, decide, call, stateOf, charges } = await openDonor(theatre)
  const mandate = await activate()
  decide(mandate, 'cancelled')
  expect(await send(mandate)).toMatchObject({ status: 'declined', code: 'refused' })
  expect(await stateOf(mandate), 'read after the refusal').toBe('cancelled')
  expect(await send(mandate, 'February')).toEqual({ status: 'no-mandate' })
  await call(mandate)
  expect(charges).toEqual([])
  await expectInvariants(theatre)
})

it('cancels a mandate at the provider and here, and polls mandates whose callbacks were lost', async () => {
  await using theatre = await openTestTheatre(selling)
  const { shop, customer, setUp, activate, decide, stateOf, mandates } = await openDonor(theatre)
  const first = await activate()
  expect(await cancelMandate(shop, customer.id, first, actor)).toMatchObject({ ok: true })
  expect(mandates.get(`m-${first}`)).toMatchObject({ state: 'cancelled' })
  expect(await stateOf(first)).toBe('cancelled')
  const { mandate } = await setUp()
  for (const state of ['pending', 'active', 'cancelled'] as const) {
    decide(mandate, state)
    await sql`update mandate set ask_at = now() - interval '1 second' where ask_at is not null`.execute(theatre.db)
    await reconcilePayments(shop)
    expect(await stateOf(mandate)).toBe(state)
  }
})

/** The states that the bank reports, in their order; a callback may arrive after any later one. */
const histories = [
  ['pending', 'active', 'cancelled'],
  ['pending', 'failed'],
  ['active', 'cancelled'],
  ['pending', 'cancelled'],
] as const
const ends: Readonly<Record<string, MandateState>> = { active: 'active', failed: 'failed' }

it(
  'ends in the state of the bank, and debits each key once at most, whatever callbacks are repeated, lost or out of order',
  { timeout: timeLimit(240_000) },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...histories),
        fc.array(fc.record({ isTold: fc.boolean(), twice: fc.boolean(), ref: fc.constantFrom('m', 'bank'), isCharging: fc.boolean() }), {
          minLength: 3,
          maxLength: 3,
        }),
        async (history, steps) => {
          await using theatre = await openTestTheatre(selling)
          const { shop, setUp, decide, call, stateOf, send, charges } = await openDonor(theatre)
          const { mandate } = await setUp()
          const states: (MandateState | undefined)[] = []
          for (const [nth, state] of history.entries()) {
            const { isTold, twice, ref, isCharging } = steps[nth]!
            decide(mandate, state)
            if (isTold) await call(mandate, ref as 'm' | 'bank')
            if (isTold && twice) await call(mandate, ref as 'm' | 'bank')
            states.push(await stateOf(mandate))
            if (isCharging) for (let time = 0; time < 2; time++) await send(mandate, `month ${nth}`)
          }
          await sql`update mandate set ask_at = now() - interval '1 second' where ask_at is not null`.execute(theatre.db)
          await reconcilePayments(shop)
          const wasActive = states.includes('active')
          expect(await stateOf(mandate)).toBe(ends[history.at(-1)!] ?? (wasActive ? 'cancelled' : 'failed'))
          expect(new Set(charges).size).toBe(charges.length)
          for (const nth of [0, 1, 2]) {
            const outcome = await readOffSessionCharge(theatre.db, `month ${nth}`)
            if (outcome?.status === 'processing') expect(states[nth]).toBe('active')
          }
          await expectInvariants(theatre)
        },
      ),
      { numRuns: 6 },
    )
  },
)
