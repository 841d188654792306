import { expect, it } from 'vitest'
import { readBasket } from '#modules/basket'
import { sellAtCounter } from '#modules/counter'
import { cancelGroupBooking, issueGroupInvoice, listGroupBookings } from '#modules/group-booking'
import { openTestTheatre } from '#testing'
import { money } from '@playhouse/domain/money'
import { timeLimit } from '@playhouse/testing/time-limit'
import { booked, deposited } from '../modules/group-booking/testing/booked.ts'
import { runWithKills } from './run-with-kills.ts'

it('a deposit of a group, its invoice and its cancellation', { timeout: timeLimit(120_000) }, async () => {
  await using theatre = await openTestTheatre()
  const booking = await booked(theatre)
  const { max, number } = booking
  const seller = { staff: max.staff, role: 'manager', actor: max.actor, locale: 'en' } as const
  const { basket } = await deposited(theatre, booking, 10_00)
  await runWithKills(max.shop, async (dying) => {
    const { version } = await readBasket(dying, basket)
    const sale = await sellAtCounter(dying, basket, seller, { version, way: 'cash', delivery: 'print' })
    expect(sale.ok).toBe(true)
  })
  expect(await listGroupBookings(theatre)).toMatchObject([{ number, state: 'deposit-paid', paid: 10_00 }])
  const sold = () => theatre.db.selectFrom('customer_order').select(['state', 'total']).execute()
  expect(await sold()).toEqual([{ state: 'confirmed', total: 10_00 }])

  await runWithKills(theatre, (dying) => issueGroupInvoice(dying, number, { isMailed: true }, max.actor))
  const cancellation = { deposit: 'origin', paid: money(10_00), reason: 'no trip' } as const
  await runWithKills(max.shop, (dying) => cancelGroupBooking(dying, number, cancellation, max.actor))
  const [cancelled] = await listGroupBookings(theatre)
  expect(cancelled).toMatchObject({ number, state: 'cancelled', paid: 0, kept: 0 })
  expect(cancelled!.invoices.map(({ kind, isMailed }) => [kind, isMailed])).toEqual([
    ['invoice', true],
    ['credit-note', true],
  ])
  expect(await sold()).toEqual([{ state: 'returned', total: 10_00 }])
  const mails = await theatre.db.selectFrom('outbox').select('topic').where('topic', '=', 'mail.group-invoice').execute()
  expect(mails).toHaveLength(2)
})
