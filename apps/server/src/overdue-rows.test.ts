import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { publish } from '#db'
import { sweepBaskets, sweepClaims } from '#modules/basket'
import { readBroken } from '#modules/invariant'
import { cancelPayment, makeRefund, reconcilePayments, settlePayment } from '#modules/payment'
import { lapseReservations, reserveSeats } from '#modules/reservation'
import { ageOpenRows, customerOf, expectSound, smallHouse, type SmallHouse } from '#testing'
import { actor, buyerOf, openTill, paying } from './modules/payment/testing/buyer.ts'

/** A row that waits, and what ends it. */
type Waiting = { readonly id: string; readonly end: () => Promise<unknown> }

async function heldSeats(house: SmallHouse): Promise<Waiting> {
  await buyerOf({ ...house, ...openTill(house).shop }, ['A.1'])
  const end = async (): Promise<void> => {
    await sweepBaskets(house.db)
    await sweepClaims(house.db)
  }
  return { id: 'tonight', end }
}

async function message(house: SmallHouse): Promise<Waiting> {
  await house.db.transaction().execute((trx) => publish(trx, 'mail.order-confirmed', 'an-order', { order: 'an-order' }))
  const { id } = await house.db.selectFrom('outbox').select('id').executeTakeFirstOrThrow()
  return { id, end: () => sql`update outbox set done_at = now()`.execute(house.db) }
}

async function openPayment(house: SmallHouse): Promise<Waiting> {
  const { attempt, shop } = await paying(house)
  return { id: attempt, end: () => reconcilePayments(shop) }
}

async function dueRefund(house: SmallHouse): Promise<Waiting> {
  const { attempt, customer, end, shop } = await paying(house, ['A.1'])
  await cancelPayment(shop, customer.id, attempt, actor)
  await sql`update basket set deadline = now() - interval '1 minute'`.execute(house.db)
  await sweepBaskets(house.db)
  // Another buyer has the seat by now, and the money comes late.
  await buyerOf({ ...house, ...shop }, ['A.1'])
  end(attempt, 'succeeded')
  await settlePayment(shop, attempt, { status: 'succeeded', amount: money(45_00), currency: 'GBP' }, actor)
  await sql`update outbox set done_at = now()`.execute(house.db)
  const { id } = await house.db.selectFrom('refund').select('id').where('state', '=', 'due').executeTakeFirstOrThrow()
  return { id, end: () => makeRefund(shop, id) }
}

async function reservation(house: SmallHouse): Promise<Waiting> {
  const customer = await customerOf(house)
  const seats = [{ performance: 'tonight', seat: 0, band: 'a' as const, priceType: 'full', price: 40_00, fee: 4_00 }]
  const until = new Date(Date.now() + 600_000)
  const reserved = await reserveSeats(house.db, { customer: customer.id, seats, until, note: '' }, actor)
  if (!reserved.ok) throw new Error(reserved.error.code)
  await sql`update outbox set done_at = now()`.execute(house.db)
  const { id } = await house.db.selectFrom('reservation').select('id').executeTakeFirstOrThrow()
  return { id, end: () => lapseReservations(house.db) }
}

describe('a row that waited too long', () => {
  it.each([
    ['invariant_claim_overdue', heldSeats],
    ['invariant_outbox_overdue', message],
    ['invariant_payment_in_doubt', openPayment],
    ['invariant_refund_overdue', dueRefund],
    ['invariant_reservation_overdue', reservation],
  ] as const)('is in %s an hour later, and in no view once its job has run', async (view, make) => {
    await using house = await smallHouse()
    const { id, end } = await make(house)
    await expectSound(house)
    await ageOpenRows(house)
    const broken = (await readBroken(house.db)).filter(({ name }) => name === view)
    expect(broken.map(({ row }) => Object.values(row as object)[0])).toEqual([id])
    await end()
    await sql`update outbox set done_at = now()`.execute(house.db)
    expect((await readBroken(house.db)).filter(({ name }) => name === view)).toEqual([])
  })
})
