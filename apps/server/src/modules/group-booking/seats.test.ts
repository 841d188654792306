import { expect, it } from 'vitest'
import { expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import type { GroupSeatsEdit } from '@playhouse/domain/group-seats'
import { addReservedOrder } from '#modules/basket'
import { ensureCounterBasket } from '#modules/counter'
import { changeSeatsOfGroup, issueGroupInvoice, listGroupBookings, readGroupSeats } from './index.ts'
import { booked, deposited } from './testing/booked.ts'

type Booked = Awaited<ReturnType<typeof booked>>

async function seatsOf(theatre: TestTheatre, { number }: Booked) {
  const read = await readGroupSeats(theatre, number)
  if (!read.ok) throw new Error(read.error.code)
  return read.value
}
/** @returns the problem, or `ok` */
async function change(theatre: TestTheatre, { max, number }: Booked, edit: GroupSeatsEdit): Promise<string> {
  const changed = await changeSeatsOfGroup(theatre, number, edit, max.actor)
  return changed.ok ? 'ok' : changed.error.code
}

it('refuses the second of two clerks who change the seats at once, and frees the released seats for others', async () => {
  await using theatre = await openTestTheatre()
  const booking = await booked(theatre)
  const { version, seats, choices } = await seatsOf(theatre, booking)
  const [first, second] = seats as [(typeof seats)[number], (typeof seats)[number]]
  const choice = choices.find(({ band, priceType }) => band === second.band && priceType !== second.priceType)!
  const outcomes = await Promise.all([
    change(theatre, booking, { version, seats: [{ ticket: first.ticket, priceType: null }] }),
    change(theatre, booking, { version, seats: [{ ticket: second.ticket, priceType: choice.priceType }] }),
  ])
  expect(outcomes.toSorted()).toEqual(['changed-meanwhile', 'ok'])
  await expectInvariants(theatre)
  const left = await seatsOf(theatre, booking)
  const edit = {
    version: left.version,
    seats: left.seats.map(({ ticket }, nth) => ({ ticket, priceType: nth === 0 ? choice.priceType : null })),
  }
  const both = { ...edit, seats: left.seats.length === 2 ? edit.seats : [{ ticket: left.seats[0]!.ticket, priceType: choice.priceType }] }
  expect(await change(theatre, booking, both)).toBe('ok')
  const [one] = await listGroupBookings(theatre)
  expect(one).toMatchObject({ count: 1, total: choice.price, deposit: Math.min(10_00, choice.price) })
  await booking.max.hold(undefined, [left.seats.length === 2 ? 'A.2' : 'A.1'])
  // The contact gets a mail for each change.
  const mails = await theatre.db.selectFrom('outbox').select('payload').where('topic', '=', 'mail.group-changed').execute()
  expect(mails.map(({ payload }) => payload)).toEqual([{ booking: booking.number }, { booking: booking.number }])
  await expectInvariants(theatre)
})

it('keeps the seats for a deposit that the new total lowers, cancels the invoice, and changes no seats in a basket', async () => {
  await using theatre = await openTestTheatre()
  const booking = await booked(theatre)
  await issueGroupInvoice(theatre, booking.number, { isMailed: true }, booking.max.actor)
  const { seats } = await seatsOf(theatre, booking)
  const price = seats[0]!.price
  await booking.max.pay((await deposited(theatre, booking, price)).basket)
  const { version } = await seatsOf(theatre, booking)
  const release = { version, seats: [{ ticket: seats[1]!.ticket, priceType: null }] }
  expect(await change(theatre, booking, release)).toBe('ok')
  const [left] = await listGroupBookings(theatre)
  expect(left).toMatchObject({ count: 1, total: price, paid: price, state: 'deposit-paid' })
  expect(left!.invoices.map(({ kind, isMailed }) => [kind, isMailed])).toEqual([
    ['invoice', true],
    ['credit-note', true],
  ])
  await expectInvariants(theatre)
  const basket = await ensureCounterBasket(theatre, { staff: booking.max.staff, customer: booking.customer.id, basket: undefined })
  expect(await addReservedOrder(theatre, basket, booking.customer.id, booking.number, booking.max.actor)).toMatchObject({ ok: true })
  const { seats: paying, version: current } = await seatsOf(theatre, booking)
  const again = { version: current, seats: [{ ticket: paying[0]!.ticket, priceType: null }] }
  expect(await change(theatre, booking, again)).toBe('reserved-order-locked')
  await expectInvariants(theatre)
})
