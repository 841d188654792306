import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { transact } from '#db'
import { expectInvariants, openTestTheatre } from '#testing'
import { money } from '@playhouse/domain/money'
import { openTestCounter } from '../counter/testing/test-counter.ts'
import { cancelGroupBooking, cancelGroupInvoice, issueGroupInvoice, listGroupBookings, readGroupInvoice } from './index.ts'
import { booked, deposited } from './testing/booked.ts'

it('names lines, tax and what was paid at that moment, and stays what it was', async () => {
  await using theatre = await openTestTheatre()
  const booking = await booked(theatre)
  const { max, number } = booking
  await max.pay((await deposited(theatre, booking, 4_00)).basket)
  await issueGroupInvoice(theatre, number, { isMailed: false }, max.actor)
  const [{ invoices } = { invoices: [] }] = await listGroupBookings(theatre)
  const invoice = (await readGroupInvoice(theatre, number, invoices[0]!.number))!
  expect(invoice).toMatchObject({
    ...{ kind: 'invoice', booking: number, group: 'Athens Academy', deposit: 10_00 },
    lines: [{ count: 2, price: 45_00, amount: 90_00 }],
    totals: { total: 90_00, paid: 4_00, leftToPay: 86_00 },
  })
  expect(invoice.totals.vat).toBeGreaterThan(0)
  await max.pay((await deposited(theatre, booking, 6_00)).basket)
  expect(await readGroupInvoice(theatre, number, invoice.number)).toEqual(invoice)
  await expect(transact(theatre.db, (trx) => sql`update group_invoice set position = 7`.execute(trx))).rejects.toThrow(
    /never changed|permission denied/,
  )
  await expectInvariants(theatre)
})

it('is numbered without gaps, also where bookings are invoiced and cancelled at once and some are rolled back', async () => {
  await using theatre = await openTestTheatre()
  const counter = await openTestCounter(theatre)
  const bookings = []
  for (const row of ['A', 'B', 'C', 'D']) bookings.push(await booked(theatre, [`${row}.1`], counter))
  const issue = (number: string, isMailed = false) => issueGroupInvoice(theatre, number, { isMailed }, counter.actor)
  // Two clerks issue the invoice of each booking. A cancellation for another amount than was paid is rolled back as a whole.
  await Promise.all(
    bookings.flatMap(({ number }) => [
      issue(number),
      issue(number, true),
      cancelGroupBooking(counter.shop, number, { deposit: 'keep', paid: money(1_00), reason: 'no trip' }, counter.actor),
    ]),
  )
  await Promise.all(bookings.map(({ number }) => cancelGroupInvoice(theatre, number, counter.actor)))
  const { rows } = await sql<{ position: number; kind: string }>`select position, kind from group_invoice order by position`.execute(
    theatre.db,
  )
  expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(rows.filter(({ kind }) => kind === 'invoice')).toHaveLength(4)
  const mails = await theatre.db.selectFrom('outbox').select('topic').where('topic', '=', 'mail.group-invoice').execute()
  // Of each booking the invoice, and the credit note of it.
  expect(mails).toHaveLength(8)
  await expectInvariants(theatre)
})
