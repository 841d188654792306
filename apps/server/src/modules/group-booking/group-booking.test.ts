import { expect, it } from 'vitest'
import { addReservedOrder, openBasket, readBasket, removeTicket, resetBasket } from '#modules/basket'
import { processReturn } from '#modules/payment'
import { lapseReservations } from '#modules/reservation'
import { ensureCounterBasket } from '#modules/counter'
import { expectInvariants, openTestTheatre } from '#testing'
import { money } from '@playhouse/domain/money'
import { plainOf } from '@playhouse/domain/time'
import { listGroupBookings } from './index.ts'
import { booked, deposited } from './testing/booked.ts'

it('stores the terms with the reservation, whose seats are kept until the option date', async () => {
  await using theatre = await openTestTheatre()
  const { id, number, optionUntil } = await booked(theatre)
  const row = await theatre.db.selectFrom('reservation').select(['held_until', 'note']).where('id', '=', id).executeTakeFirstOrThrow()
  const { timeZone } = (await theatre.catalogue.performanceDetails('tonight'))!
  expect(plainOf(Temporal.Instant.fromEpochMilliseconds(row.held_until.getTime()), timeZone)).toBe(optionUntil)
  expect(row.note).toBe('by coach')
  expect(await listGroupBookings(theatre)).toMatchObject([{ number, state: 'option', count: 2, deposit: 10_00, due: { what: 'deposit' } }])
  await expectInvariants(theatre)
})

it('frees the seats when the option has passed, and lists the booking as lapsed with its terms', async () => {
  await using theatre = await openTestTheatre()
  const { id, number, max } = await booked(theatre)
  await theatre.db
    .updateTable('reservation')
    .set({ held_until: new Date(0) })
    .where('id', '=', id)
    .execute()
  expect(await listGroupBookings(theatre), 'before the sweep').toMatchObject([{ number, state: 'lapsed', due: null }])
  await lapseReservations(theatre.db)
  expect(await listGroupBookings(theatre)).toMatchObject([{ number, state: 'lapsed', count: 2, total: 90_00 }])
  await max.hold(undefined, ['A.1', 'A.2'])
  await expectInvariants(theatre)
})

it('can be put into a basket by its contact on the web, and stays an option until it is paid', async () => {
  await using theatre = await openTestTheatre()
  const { number, customer } = await booked(theatre)
  const basket = await openBasket(theatre.db, theatre.brand, { customer_id: customer.id })
  expect(await addReservedOrder(theatre, basket, customer.id, number, { name: 'customer' })).toMatchObject({ ok: true })
  expect(await listGroupBookings(theatre)).toMatchObject([{ number, state: 'option', paid: 0 }])
  await expectInvariants(theatre)
})

it('keeps the seats of a paid deposit past the option date until the performance begins', async () => {
  await using theatre = await openTestTheatre()
  const booking = await booked(theatre)
  const { basket } = await deposited(theatre, booking, 10_00)
  expect(await booking.max.pay(basket)).toMatchObject({ ok: true })
  const { startsAt } = (await theatre.catalogue.performanceDetails('tonight'))!
  const { db } = theatre
  const row = await db.selectFrom('reservation').select('held_until').where('id', '=', booking.id).executeTakeFirstOrThrow()
  expect(row.held_until.getTime()).toBe(startsAt)
  const claims = await db.selectFrom('seat_claim').select('until').where('order_id', '=', booking.id).execute()
  expect(claims.map(({ until }) => until?.getTime())).toEqual([startsAt, startsAt])
  await lapseReservations(db)
  expect(await listGroupBookings(theatre)).toMatchObject([{ state: 'deposit-paid', paid: 10_00, due: { what: 'balance' } }])
  await expectInvariants(theatre)
})

it('takes no more than is due from two clerks at once', async () => {
  await using theatre = await openTestTheatre()
  const booking = await booked(theatre)
  // Each of them alone would be accepted.
  const sales = [await deposited(theatre, booking, 60_00), await deposited(theatre, booking, 60_00)]
  expect(sales.map(({ added }) => added)).toEqual(['ok', 'ok'])
  const paid = await Promise.all(sales.map(({ basket }) => booking.max.pay(basket)))
  expect(paid.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await listGroupBookings(theatre)).toMatchObject([{ paid: 60_00, total: 90_00 }])
  expect((await deposited(theatre, booking, 30_01)).added).toBe('invalid-input')
  await expectInvariants(theatre)
})

it('sets the deposits off when the rest is paid, and does not take a deposit meanwhile', async () => {
  await using theatre = await openTestTheatre()
  const booking = await booked(theatre)
  const { max, number, customer } = booking
  await max.pay((await deposited(theatre, booking, 25_00)).basket)
  const waiting = await deposited(theatre, booking, 5_00)
  const basket = await ensureCounterBasket(theatre, { staff: max.staff, customer: customer.id, basket: undefined })
  expect(await addReservedOrder(theatre, basket, customer.id, number, max.actor)).toMatchObject({ ok: true })
  expect((await readBasket(theatre, basket)).totals).toMatchObject({ total: 90_00, leftToPay: 65_00 })
  expect(await max.pay(waiting.basket), 'while it is in a basket').toMatchObject({ ok: false })
  expect(await max.pay(basket)).toMatchObject({ ok: true })
  expect(await listGroupBookings(theatre)).toMatchObject([{ state: 'paid', paid: 90_00 }])
  const { balance } = await theatre.db.selectFrom('ledger_account').select('balance').executeTakeFirstOrThrow()
  expect(balance).toBe(0)
  await expectInvariants(theatre)
})

it('keeps deposits and seats together in a basket, and lapses after a return of the deposit past the option date', async () => {
  await using theatre = await openTestTheatre()
  const booking = await booked(theatre)
  const { max, number, customer, id } = booking
  const { db } = theatre
  const sold = await max.pay((await deposited(theatre, booking, 25_00)).basket)
  if (!sold.ok) throw new Error(sold.error.code)
  const basket = await ensureCounterBasket(theatre, { staff: max.staff, customer: customer.id, basket: undefined })
  await addReservedOrder(theatre, basket, customer.id, number, max.actor)
  const [ticket] = (await readBasket(theatre, basket)).tickets
  expect(await removeTicket(theatre, basket, max.actor, ticket!.id)).toMatchObject({ error: { code: 'voucher-in-basket' } })
  await resetBasket(theatre, basket, max.actor)
  expect(await listGroupBookings(theatre)).toMatchObject([{ state: 'deposit-paid', paid: 25_00 }])

  const optionUntil = new Date(0)
  await db.updateTable('group_booking').set({ option_until: optionUntil }).where('reservation_id', '=', id).execute()
  const { id: item } = await db.selectFrom('order_item').select('id').executeTakeFirstOrThrow()
  const request = {
    tickets: [],
    items: [item],
    to: 'origin',
    value: money(25_00),
    reason: 'the trip is off',
    isLateAllowed: false,
  } as const
  expect(await processReturn(max.shop, sold.value.order, request, max.actor)).toMatchObject({ ok: true })
  await lapseReservations(db)
  expect(await db.selectFrom('seat_claim').select('seat').where('order_id', '=', id).execute()).toEqual([])
  expect(await db.selectFrom('reservation').select('state').executeTakeFirstOrThrow()).toEqual({ state: 'lapsed' })
  await expectInvariants(theatre)
})
