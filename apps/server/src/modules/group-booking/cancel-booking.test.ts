import { describe, expect, it } from 'vitest'
import { addReservedOrder, readBasket } from '#modules/basket'
import { ensureCounterBasket } from '#modules/counter'
import { settlePayment } from '#modules/payment'
import { createPaymentLink, issuePaymentLink, payByLink } from '#modules/payment-link'
import { lapseReservations } from '#modules/reservation'
import { expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import type { DepositDestination } from '@playhouse/domain/group-booking'
import { money } from '@playhouse/domain/money'
import { codeVault, payer, selling } from '../payment-link/testing/test-link.ts'
import { openTestCounter } from '../counter/testing/test-counter.ts'
import { cancelGroupBooking, listGroupBookings, moveGroupDates } from './index.ts'
import { booked, deposited } from './testing/booked.ts'

type Booked = Awaited<ReturnType<typeof booked>>

/** @returns the problem, or `ok` */
async function cancel({ max, number }: Booked, deposit: DepositDestination, paid: number): Promise<string> {
  const cancelled = await cancelGroupBooking(max.shop, number, { deposit, paid: money(paid), reason: 'no trip' }, max.actor)
  return cancelled.ok ? 'ok' : cancelled.error.code
}
const claimsOf = ({ db }: TestTheatre, { id }: Booked) => db.selectFrom('seat_claim').select('seat').where('order_id', '=', id).execute()
const balanceOf = async ({ db }: TestTheatre, { account }: Booked): Promise<number> =>
  (await db.selectFrom('ledger_account').select('balance').where('id', '=', account).executeTakeFirstOrThrow()).balance
const sumOfRefunds = async ({ db }: TestTheatre): Promise<number> =>
  (await db.selectFrom('refund').select('amount').execute()).reduce((sum, { amount }) => sum + amount, 0)

describe('a cancelled booking', () => {
  it('frees its seats, and cannot be cancelled or moved again', async () => {
    await using theatre = await openTestTheatre()
    const booking = await booked(theatre)
    expect(await cancel(booking, 'keep', 0)).toBe('ok')
    expect(await claimsOf(theatre, booking)).toEqual([])
    expect(await listGroupBookings(theatre)).toMatchObject([{ state: 'cancelled', due: null, paid: 0, kept: 0 }])
    expect(await cancel(booking, 'keep', 0)).toBe('reserved-order-locked')
    const { optionUntil, depositDue, balanceDue } = booking.terms
    expect(await moveGroupDates(theatre.db, booking.number, { optionUntil, depositDue, balanceDue }, booking.max.actor)).toMatchObject({
      error: { code: 'reserved-order-locked' },
    })
    await booking.max.hold(undefined, ['A.1', 'A.2'])
    await expectInvariants(theatre)
  })

  it('returns every deposit to its payment', async () => {
    await using theatre = await openTestTheatre()
    const booking = await booked(theatre)
    for (const amount of [10_00, 5_00]) await booking.max.pay((await deposited(theatre, booking, amount)).basket)
    expect(await cancel(booking, 'origin', 10_00), 'another amount was shown').toBe('price-changed')
    expect(await listGroupBookings(theatre)).toMatchObject([{ state: 'deposit-paid', paid: 15_00 }])
    expect(await cancel(booking, 'origin', 15_00)).toBe('ok')
    expect(await sumOfRefunds(theatre)).toBe(15_00)
    expect(await listGroupBookings(theatre)).toMatchObject([{ state: 'cancelled', paid: 0, kept: 0 }])
    await expectInvariants(theatre)
  })

  it('gives its contact credit for the deposits', async () => {
    await using theatre = await openTestTheatre()
    const booking = await booked(theatre)
    await booking.max.pay((await deposited(theatre, booking, 10_00)).basket)
    expect(await cancel(booking, 'credit', 10_00)).toBe('ok')
    const credit = await theatre.db.selectFrom('ledger_account').select('balance').where('customer_id', '=', booking.customer.id).execute()
    expect(credit).toEqual([{ balance: 10_00 }])
    await expectInvariants(theatre)
  })

  it('leaves kept money with the theatre as income, after it has lapsed too', async () => {
    await using theatre = await openTestTheatre()
    const booking = await booked(theatre)
    await booking.max.pay((await deposited(theatre, booking, 5_00)).basket)
    await theatre.db
      .updateTable('reservation')
      .set({ held_until: new Date(0) })
      .execute()
    await lapseReservations(theatre.db)
    expect(await listGroupBookings(theatre)).toMatchObject([{ state: 'lapsed', paid: 5_00 }])
    expect(await cancel(booking, 'keep', 5_00)).toBe('ok')
    const kept = await theatre.db.selectFrom('ledger_entry').select('amount').where('house', '=', 'kept-deposits').execute()
    expect(kept).toEqual([{ amount: 5_00 }])
    expect(await listGroupBookings(theatre)).toMatchObject([{ state: 'cancelled', paid: 0, kept: 5_00 }])
    expect(await balanceOf(theatre, booking)).toBe(0)
    await expectInvariants(theatre)
  })

  it('is not in a basket, where it may be paid for', async () => {
    await using theatre = await openTestTheatre()
    const booking = await booked(theatre)
    const { max, customer, number } = booking
    await max.pay((await deposited(theatre, booking, 10_00)).basket)
    const basket = await ensureCounterBasket(theatre, { staff: max.staff, customer: customer.id, basket: undefined })
    await addReservedOrder(theatre, basket, customer.id, number, max.actor)
    for (const deposit of ['origin', 'keep'] as const) expect(await cancel(booking, deposit, 10_00)).toBe('reserved-order-locked')
    expect(await sumOfRefunds(theatre), 'nothing was returned').toBe(0)
    expect(await max.pay(basket)).toMatchObject({ ok: true })
    expect(await cancel(booking, 'keep', 0)).toBe('reserved-order-locked')
    await expectInvariants(theatre)
  })
})

it('moves the option: its seats are kept until then, and their customer is reminded again', async () => {
  await using theatre = await openTestTheatre()
  const { db } = theatre
  const booking = await booked(theatre)
  const { optionUntil, depositDue, balanceDue } = booking.terms
  // The option was to end in an hour, and its customer was reminded.
  const soon = new Date(Date.now() + 3_600_000)
  await db.updateTable('group_booking').set({ option_until: soon }).execute()
  await db.updateTable('reservation').set({ held_until: soon, reminded_at: new Date() }).execute()
  const moved = await moveGroupDates(db, booking.number, { optionUntil, depositDue, balanceDue }, booking.max.actor)
  expect(moved).toMatchObject({ ok: true })
  const { startsAt } = (await theatre.catalogue.performanceDetails('tonight'))!
  const until = new Date(Math.floor((startsAt - 60_000) / 60_000) * 60_000)
  expect(await db.selectFrom('reservation').select(['held_until', 'reminded_at']).execute()).toEqual([
    { held_until: until, reminded_at: null },
  ])
  expect(await db.selectFrom('seat_claim').select('until').where('order_id', '=', booking.id).execute()).toEqual([{ until }, { until }])
  await expectInvariants(theatre)
})

/** Starts the payment of a deposit by a payment link. @returns the payment, which the test settles */
async function startedByLink(theatre: TestTheatre, booking: Booked, amount: number): Promise<string> {
  const { max } = booking
  const { basket } = await deposited(theatre, booking, amount)
  const { version, quote } = await readBasket(theatre, basket)
  const created = await createPaymentLink(theatre, basket, { staff: max.staff, version, quote }, max.actor)
  if (!created.ok) throw new Error(created.error.code)
  await issuePaymentLink({ db: theatre.db, codeVault }, created.value.id)
  const rows = await theatre.db
    .selectFrom('outbox')
    .select('payload')
    .where('topic', '=', 'mail.payment-link')
    .orderBy('id', 'desc')
    .execute()
  const token = codeVault.decrypt((rows[0]!.payload as { token: string }).token)
  const started = await payByLink(max.shop, token, (await readBasket(theatre, basket)).quote ?? '', payer)
  if (!started.ok) throw new Error(started.error.code)
  return started.value.payment
}

describe('a payment link for a deposit that is paid while staff cancel the booking', () => {
  const open = async () => {
    const theatre = await openTestTheatre()
    return Object.assign(theatre, { brand: selling(theatre.brand) })
  }
  const settle = ({ max }: Booked, payment: string) =>
    settlePayment(max.shop, payment, { status: 'succeeded', amount: money(10_00), currency: 'GBP' }, payer.actor)

  it('is refunded after the cancellation', async () => {
    await using theatre = await open()
    const booking = await booked(theatre)
    const payment = await startedByLink(theatre, booking, 10_00)
    expect(await cancel(booking, 'keep', 0)).toBe('ok')
    await settle(booking, payment)
    expect(await sumOfRefunds(theatre)).toBe(10_00)
    expect(await balanceOf(theatre, booking)).toBe(0)
    await expectInvariants(theatre)
  })

  it('is either refunded or on the account of the booking, which stays', async () => {
    await using theatre = await open()
    const counter = await openTestCounter(theatre)
    const bookings: { readonly booking: Booked; readonly payment: string }[] = []
    for (const row of ['A', 'B', 'C']) {
      const booking = await booked(theatre, [`${row}.1`, `${row}.2`], counter)
      bookings.push({ booking, payment: await startedByLink(theatre, booking, 10_00) })
    }
    const outcomes = await Promise.all(
      bookings.map(async ({ booking, payment }) => (await Promise.all([cancel(booking, 'origin', 0), settle(booking, payment)]))[0]),
    )
    let refunded = 0
    for (const [nth, { booking }] of bookings.entries()) {
      const isCancelled = outcomes[nth] === 'ok'
      expect(['ok', 'price-changed']).toContain(outcomes[nth])
      expect(await balanceOf(theatre, booking)).toBe(isCancelled ? 0 : 10_00)
      if (isCancelled) refunded += 10_00
      if (!isCancelled) expect(await cancel(booking, 'origin', 10_00)).toBe('ok')
    }
    expect(await sumOfRefunds(theatre)).toBe(30_00)
    expect(refunded).toBeLessThanOrEqual(30_00)
    expect((await listGroupBookings(theatre)).map(({ state, paid }) => ({ state, paid }))).toEqual(
      bookings.map(() => ({ state: 'cancelled', paid: 0 })),
    )
    await expectInvariants(theatre)
  })
})
