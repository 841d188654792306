import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { customerFields } from '@playhouse/domain/customer'
import { money } from '@playhouse/domain/money'
import { cancelPayment, makeRefund, settleRefundByHand, settlePayment } from '#modules/payment'
import { expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { actor, createBuyer, openManualProvider } from '../payment/testing/buyer.ts'
import { accountColumns } from './account-columns.ts'
import { applyRetention } from './index.ts'

const day = 24 * 3_600_000

/** An id (UUIDv7) created a number of days ago. */
function idOf(days: number): string {
  const time = (Date.now() - days * day).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

const everything = {
  title: 'Dr',
  prefix: 'van',
  first_name: 'Gwen',
  middle_name: 'Ann',
  last_name: 'Guest',
  phone: '+44 20 7946 0000',
  birth_year: 1980,
  locale: 'en' as const,
}
/** A guest created a number of days ago, with every personal field set. */
async function guestOf({ db }: TestTheatre, days: number) {
  const id = idOf(days)
  return db
    .insertInto('customer')
    .values({ id, email: `${id}@example.org`, is_guest: true, password_hash: null, marketing_at: null, locked_at: null, ...everything })
    .returningAll()
    .executeTakeFirstOrThrow()
}
const emailOf = async ({ db }: TestTheatre, id: string) =>
  (await db.selectFrom('customer').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email

it('lists every column of a customer that can hold text or a birthday, and blanks all of them when a guest is erased', async () => {
  await using theatre = await openTestTheatre()
  const { rows } = await sql<{ column: string }>`
    select column_name as column from information_schema.columns where table_schema = current_schema() and table_name = 'customer'
      and (data_type in ('text', 'character varying', 'date', 'jsonb') or column_name like 'birth%')`.execute(theatre.db)
  const personal = customerFields.filter((field) => field.personal).map(({ column }) => column as string)
  expect(personal.toSorted()).toEqual(rows.map(({ column }) => column).toSorted())
  const all = await sql<{ column: string }>`
    select column_name as column from information_schema.columns
    where table_schema = current_schema() and table_name = 'customer'`.execute(theatre.db)
  expect([...customerFields.map(({ column }) => column as string), ...Object.keys(accountColumns)].toSorted()).toEqual(
    all.rows.map(({ column }) => column).toSorted(),
  )

  const guest = await guestOf(theatre, 31)
  const [provider, token] = ['sandbox', 'cus_1']
  await theatre.db.insertInto('provider_customer').values({ customer_id: guest.id, provider, token }).execute()
  const card = { masked: '•••• 4242', cardholder: 'Gwen Guest', expires: '2031-04', brand: 'visa', address: null }
  await theatre.db
    .insertInto('payment_card')
    .values({ id: randomUUID(), customer_id: guest.id, provider, token: 'card_1', ...card })
    .execute()
  expect(Object.fromEntries(await applyRetention(theatre.db))).toEqual({ 'guests without an order': 1 })
  const row: Record<string, unknown> = await theatre.db
    .selectFrom('customer')
    .selectAll()
    .where('id', '=', guest.id)
    .executeTakeFirstOrThrow()
  for (const { column, personal: isPersonal, blank } of customerFields) if (isPersonal) expect(row[column], column).toBe(blank)
  expect((await applyRetention(theatre.db)).size).toBe(0)
  for (const table of ['payment_card', 'provider_customer'] as const)
    expect(await theatre.db.selectFrom(table).select('token').execute(), table).toEqual([])
  const messages = await theatre.db.selectFrom('outbox').select(['topic', 'payload']).execute()
  expect(messages).toEqual([{ topic: 'payment.forget-customer', payload: { provider, token } }])
})

it('erases no guest to whom money is owed, until 60 days after its refund', async () => {
  await using theatre = await openTestTheatre()
  const manual = openManualProvider(theatre)
  const pay = async (seat: string) => {
    const guest = await guestOf(theatre, 31)
    const { start } = await createBuyer({ ...theatre, ...manual.shop }, [seat], guest)
    const startResult = await start()
    if (!startResult.ok) throw new Error(startResult.error.code)
    return { id: guest.id, payment: startResult.value.payment }
  }
  const [open, returnedOrder, owed] = [await pay('A.1'), await pay('A.2'), await pay('A.3')]
  await cancelPayment(manual.shop, returnedOrder.id, returnedOrder.payment, actor)
  manual.end(owed.payment, 'succeeded')
  await settlePayment(manual.shop, owed.payment, { status: 'succeeded', amount: money(20_00), currency: 'GBP' }, actor)
  const forget = async () => {
    await applyRetention(theatre.db)
    const names = { open, given: returnedOrder, owed }
    const emails = await Promise.all(Object.entries(names).map(async ([name, { id }]) => [name, await emailOf(theatre, id)] as const))
    return emails.filter(([, email]) => email === '').map(([name]) => name)
  }
  expect(await forget(), 'the cancelled payment owes nothing').toEqual(['given'])

  manual.refuse(owed.payment, 'charge_disputed')
  await makeRefund(manual.shop, owed.payment)
  expect(await forget(), 'the refund has failed and waits for staff').toEqual(['given'])
  expect(await settleRefundByHand(theatre.db, owed.payment, 'bank transfer 17', { name: 'operator' })).toBe(true)
  await sql`update refund set made_at = now() - interval '59 days'`.execute(theatre.db)
  expect(await forget(), 'the refund may still fail').toEqual(['given'])
  await sql`update refund set made_at = now() - interval '61 days'`.execute(theatre.db)
  expect(await forget()).toEqual(['given', 'owed'])
  await expectInvariants(theatre)
})

it('erases a guest whose refund was made long after the payment', async () => {
  await using theatre = await openTestTheatre()
  const manual = openManualProvider(theatre)
  const guest = await guestOf(theatre, 200)
  const { start } = await createBuyer({ ...theatre, ...manual.shop }, ['A.1'], guest)
  const startResult = await start()
  if (!startResult.ok) throw new Error(startResult.error.code)
  const { payment } = startResult.value
  manual.end(payment, 'succeeded')
  await settlePayment(manual.shop, payment, { status: 'succeeded', amount: money(20_00), currency: 'GBP' }, actor)
  await makeRefund(manual.shop, payment)
  await applyRetention(theatre.db)
  expect(await emailOf(theatre, guest.id)).not.toBe('')
  await sql`update refund set made_at = now() - interval '61 days'`.execute(theatre.db)
  expect(Object.fromEntries(await applyRetention(theatre.db))).toEqual({ 'guests with a refunded payment': 1 })
  expect(await emailOf(theatre, guest.id)).toBe('')
})
