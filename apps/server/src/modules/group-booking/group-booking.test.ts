import { expect, it } from 'vitest'
import { openTestCounter } from '../counter/testing/test-counter.ts'
import { addReservedOrder, openBasket } from '#modules/basket'
import { lapseReservations } from '#modules/reservation'
import { customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { money } from '@playhouse/domain/money'
import { plainOf } from '@playhouse/domain/time'
import { createGroupBooking, listGroupBookings } from './index.ts'

/** Books seats A.1 and A.2 of tonight for a school, with an option that ends a minute before the start. */
async function booked(theatre: TestTheatre) {
  const max = await openTestCounter(theatre)
  const customer = await customerOf(theatre)
  const basket = await max.hold(customer.id, ['A.1', 'A.2'])
  const { startsAt, timeZone } = (await theatre.catalogue.performanceDetails('tonight'))!
  const optionUntil = plainOf(Temporal.Instant.fromEpochMilliseconds(startsAt - 60_000), timeZone)
  const day = optionUntil.slice(0, 10)
  const terms = {
    kind: 'school',
    name: 'Athens Academy',
    optionUntil,
    deposit: { amount: money(10_00) },
    depositDue: day,
    balanceDue: day,
  } as const
  const booking = await createGroupBooking(theatre, basket, 'tonight', max.actor, { ...terms, note: 'by coach' })
  if (!booking.ok) throw new Error(booking.error.code)
  return { max, customer, terms, optionUntil, ...booking.value }
}

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
