import { addItem } from '#modules/basket'
import { ensureCounterBasket } from '#modules/counter'
import { customerOf, type TestTheatre } from '#testing'
import { money } from '@playhouse/domain/money'
import { plainOf } from '@playhouse/domain/time'
import { openTestCounter } from '../../counter/testing/test-counter.ts'
import { createGroupBooking } from '../index.ts'

type Counter = Awaited<ReturnType<typeof openTestCounter>>
type Booked = Awaited<ReturnType<typeof booked>>

/** Books two seats of tonight, by default A.1 and A.2, for a school, with a deposit and an option that ends a minute before the start. */
export async function booked(theatre: TestTheatre, seats = ['A.1', 'A.2'], counter?: Counter) {
  const max = counter ?? (await openTestCounter(theatre))
  const customer = await customerOf(theatre)
  const basket = await max.hold(customer.id, seats)
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
  const { account_id: account } = await theatre.db
    .selectFrom('group_booking')
    .select('account_id')
    .where('reservation_id', '=', booking.value.id)
    .executeTakeFirstOrThrow()
  return { max, customer, terms, optionUntil, account, ...booking.value }
}

/** Puts a deposit of a booking into a new counter basket. @returns the basket, and the problem or `ok` */
export async function deposited(theatre: TestTheatre, { max, customer, number, account: voucher }: Booked, amount: number) {
  const basket = await ensureCounterBasket(theatre, { staff: max.staff, customer: customer.id, basket: undefined })
  const added = await addItem(theatre, basket, max.actor, { kind: 'voucher-top-up', voucher, booking: number, amount: money(amount) })
  return { basket, added: added.ok ? 'ok' : added.error.code }
}
