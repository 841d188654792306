import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { audit, newId, publish, transact } from '#db'
import { openBasket, readBasket, resetBasket } from '#modules/basket'
import { addTickets } from '#modules/hold'
import { cancelOrder, cancelPayment, checkPayment, makeRefund, reconcilePayments, refundOrder, settlePayment } from '#modules/payment'
import { money } from '@playhouse/domain/money'
import { readLetters } from '#modules/voucher'
import { expectInvariants, openTestTheatre } from '#testing'
import { openPaymentPage } from '../payment/testing/buyer.ts'
import { billing, createItemBuyer, friendForNan, gift, selling, vouchers } from '../payment/testing/item-buyer.ts'
import { applyRetention } from './index.ts'

it('deletes rows past their retention period, but neither recent rows nor the audit of staff', async () => {
  await using theatre = await openTestTheatre()
  const actor = { name: 'guest', network: '203.0.113.9' }
  const [old, young, gift] = [await openBasket(theatre.db, theatre.brand), await openBasket(theatre.db, theatre.brand), newId()]
  for (const [basket, seat] of [
    [old, 'stalls.A.1'],
    [young, 'stalls.A.2'],
  ] as const) {
    await addTickets(theatre, basket, actor, 'tonight', [{ seat, priceType: 'full' }])
    await resetBasket(theatre, basket, actor)
  }
  await sql`insert into basket (id, state, delivery, notes) values (${gift}, 'open', '{}', '{}')`.execute(theatre.db)
  await sql`insert into basket_item (id, basket_id, kind, amount, detail) values (${newId()}, ${gift}, 'donation', 10, '{}')`.execute(
    theatre.db,
  )
  await sql`update basket set created_at = now() - interval '31 days' where id in (${old}, ${gift})`.execute(theatre.db)
  await transact(theatre.db, async (trx) => {
    await publish(trx, 'mail.welcome', 'somebody', { customer: 'somebody' })
    await audit(trx, { actor: 'guest', subject: 'order', subjectId: newId(), verb: 'look' })
    await audit(trx, { actor: 'staff ada', subject: 'basket', subjectId: old, verb: 'look' })
  })
  await sql`update outbox set done_at = now() - interval '31 days'`.execute(theatre.db)
  for (const statement of [
    sql`alter table audit disable trigger user`,
    sql`update audit set at = now() - interval '10 years'`,
    sql`alter table audit enable trigger user`,
  ])
    await statement.execute(theatre.database.owner)
  const trail = () => theatre.db.selectFrom('audit').select(['actor', 'subject', 'subject_id', 'verb']).orderBy('id').execute()
  const before = await trail()

  const forgotten = await applyRetention(theatre.db)
  expect(Object.fromEntries(forgotten)).toEqual({
    'abandoned baskets': 1,
    'baskets without tickets': 1,
    'sent messages': 1,
  })
  expect(await trail()).toEqual(before.filter(({ actor, subject_id }) => subject_id !== old || actor.startsWith('staff ')))
  expect(before.length - (await trail()).length).toBe(2)
  const remainingRows = await theatre.db.selectFrom('basket').select(['id', 'network']).where('id', 'in', [old, young, gift]).execute()
  expect(remainingRows).toEqual([{ id: young, network: '203.0.113.9' }])
  expect((await applyRetention(theatre.db)).size).toBe(0)
  await expectInvariants(theatre)
})

it('keeps a basket with a failed payment and its audit, and deletes its content', async () => {
  await using theatre = await openTestTheatre()
  const { shop, customer, attempt, basket } = await openPaymentPage(theatre, ['A.1'])
  await cancelPayment(shop, customer.id, attempt, { name: 'guest' })
  await resetBasket(theatre, basket, { name: 'guest' })
  await sql`update basket set created_at = now() - interval '31 days', notes = '{"order":"call me","access":""}' where id = ${basket}`.execute(
    theatre.db,
  )
  expect(Object.fromEntries(await applyRetention(theatre.db))).toEqual({
    'tickets of baskets with a failed payment': 1,
    'notes and addresses of baskets with a failed payment': 1,
  })
  const remainingRows = await theatre.db
    .selectFrom('basket')
    .select(['id', 'network', 'notes', 'billing'])
    .where('id', '=', basket)
    .execute()
  expect(remainingRows).toEqual([{ id: basket, network: null, notes: { order: '', access: '' }, billing: null }])
  await expectInvariants(theatre)
})

it('deletes the address and the texts of gift vouchers by post whose payment failed, and keeps those of an order', async () => {
  await using theatre = await openTestTheatre(selling)
  const posted = { ...vouchers(25_00), delivery: 'post', address: billing.address } as const
  const failed = await createItemBuyer(theatre, [posted, gift(5_00)])
  const started = await failed.start()
  if (!started.ok) throw new Error(started.error.code)
  await cancelPayment(failed.shop, failed.customer.id, started.value.payment, { name: 'guest' })
  const sold = await createItemBuyer(theatre, [posted])
  const number = await sold.pay()
  const texts = async () => {
    const { rows } = await sql<{ text: string }>`
      select detail::text as text from basket_item where basket_id = ${failed.basket}::uuid union all
      select quote::text from payment_attempt where basket_id = ${failed.basket}::uuid`.execute(theatre.db)
    return rows.map(({ text }) => text).filter((text) => text.includes('"Nan"') && text.includes('"line1": "1 Globe Lane"'))
  }
  await applyRetention(theatre.db)
  expect(await texts(), 'within 30 days').toHaveLength(2)
  await sql`update basket set created_at = created_at - interval '31 days', kept_until = now() - interval '1 day'`.execute(theatre.db)
  await sql`update payment_attempt set created_at = created_at - interval '31 days'`.execute(theatre.db)
  const deleted = await applyRetention(theatre.db)
  for (const name of ['gifts of baskets with a failed payment', 'gifts of payments that bought nothing'])
    expect(deleted.get(name), name).toBe(1)
  const { items } = await readBasket(theatre, failed.basket)
  expect(items).toMatchObject([{ amount: 27_50, detail: { delivery: 'print', to: '' } }, { amount: 5_00 }])
  expect(items[0]!.detail).not.toHaveProperty('address')
  const { quote } = await theatre.db
    .selectFrom('payment_attempt')
    .select('quote')
    .where('basket_id', '=', failed.basket)
    .executeTakeFirstOrThrow()
  expect(quote.items).toMatchObject([{ amount: 27_50, detail: { delivery: 'print', to: '' } }, { amount: 5_00 }])
  expect(quote.items![0]!.detail).not.toHaveProperty('address')
  expect(await readLetters(theatre.db)).toMatchObject([{ order: number, to: 'Nan', address: billing.address }])
  // Money that arrives after all buys the vouchers for the buyer to print.
  failed.end(started.value.payment, 'succeeded')
  await checkPayment(failed.shop, failed.customer.id, started.value.payment, { name: 'guest' })
  expect(await readLetters(theatre.db)).toHaveLength(1)
  await expectInvariants(theatre)
})

it('deletes who was to get gifts by e-mail, and the addresses of the payer, where the payment failed', async () => {
  await using theatre = await openTestTheatre(selling)
  const email = 'celia@example.org'
  const failed = await createItemBuyer(theatre, [
    { ...vouchers(25_00), delivery: 'email', email },
    { ...friendForNan, email },
  ])
  const started = await failed.start()
  if (!started.ok) throw new Error(started.error.code)
  await cancelPayment(failed.shop, failed.customer.id, started.value.payment, { name: 'guest' })
  const texts = async () => {
    const { rows } = await sql<{ text: string }>`
      select detail::text as text from basket_item union all select quote::text from payment_attempt`.execute(theatre.db)
    return rows.map(({ text }) => text).filter((text) => text.includes(email) || text.includes('1 Globe Lane'))
  }
  await applyRetention(theatre.db)
  expect(await texts(), 'within 30 days').toHaveLength(3)
  await sql`update basket set created_at = created_at - interval '31 days', kept_until = now() - interval '1 day'`.execute(theatre.db)
  await sql`update payment_attempt set created_at = created_at - interval '31 days'`.execute(theatre.db)
  await applyRetention(theatre.db)
  expect(await texts()).toEqual([])
  // Money that arrives after all is refunded: the recipient of the membership is erased.
  failed.end(started.value.payment, 'succeeded')
  await checkPayment(failed.shop, failed.customer.id, started.value.payment, { name: 'guest' })
  expect(await theatre.db.selectFrom('customer_order').select('id').execute()).toEqual([])
  await expectInvariants(theatre)
})

it('deletes the address and the texts of gift vouchers by post whose debit failed', async () => {
  await using theatre = await openTestTheatre(selling)
  const { start, shop } = await createItemBuyer(theatre, [{ ...vouchers(25_00), delivery: 'post', address: billing.address }])
  const started = await start()
  if (!started.ok) throw new Error(started.error.code)
  await settlePayment(shop, started.value.payment, { status: 'processing' }, { name: 'guest' })
  await settlePayment(shop, started.value.payment, { status: 'failed' }, { name: 'guest' })
  const texts = async () => {
    const { rows } = await sql<{ text: string }>`
      select detail::text as text from basket_item union all select detail::text from order_item
      union all select quote::text from payment_attempt`.execute(theatre.db)
    return rows.map(({ text }) => text).filter((text) => text.includes('"address": {') && text.includes('"Nan"'))
  }
  await applyRetention(theatre.db)
  expect(await texts(), 'within 30 days').toHaveLength(3)
  await sql`update customer_order set placed_at = now() - interval '31 days'`.execute(theatre.db)
  await sql`update payment_attempt set created_at = now() - interval '31 days'`.execute(theatre.db)
  await applyRetention(theatre.db)
  expect(await texts()).toEqual([])
  await expectInvariants(theatre)
})

it('applies the other rules where one fails', async () => {
  await using theatre = await openTestTheatre()
  await sql`insert into network (id, seen_at) values ('203.0.113.9', now() - interval '8 days')`.execute(theatre.db)
  await sql`alter table basket_item rename to basket_thing`.execute(theatre.database.owner)
  await expect(applyRetention(theatre.db)).rejects.toThrow('retention rule failed: abandoned baskets')
  expect(await theatre.db.selectFrom('network').selectAll().execute()).toEqual([])
})

/** Ages all rows by two years, and applies the retention rules until nothing is left to delete. */
async function forgetAfterYears({ db }: Awaited<ReturnType<typeof openTestTheatre>>): Promise<void> {
  for (const [table, column] of [
    ['basket', 'created_at'],
    ['payment_attempt', 'created_at'],
    ['payment_event', 'received_at'],
    ['network', 'seen_at'],
  ] as const)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} - interval '2 years'`.execute(db)
  await sql`update outbox set done_at = now() - interval '2 years' where done_at is not null`.execute(db)
  for (let rounds = 0; rounds < 3; rounds++) await applyRetention(db)
}

it('keeps the rows of open payments: a late payment buys its frozen quote, and an owed refund is made', async () => {
  await using theatre = await openTestTheatre((brand) => ({ ...brand, features: { ...brand.features, cancelOrders: true } }))
  const guest = { name: 'guest' }
  const late = await openPaymentPage(theatre, ['A.1'])
  await cancelPayment(late.shop, late.customer.id, late.attempt, guest)
  await resetBasket(theatre, late.basket, guest)
  const bought = await openPaymentPage(theatre, ['B.1', 'B.2'])
  bought.end(bought.attempt, 'succeeded')
  await checkPayment(bought.shop, bought.customer.id, bought.attempt, guest)
  const { number } = await theatre.db.selectFrom('customer_order').select('number').executeTakeFirstOrThrow()
  await refundOrder(bought.shop, number, { amount: money(20_00), reason: 'ill' }, guest)
  const { id } = await theatre.db.selectFrom('refund').select('id').executeTakeFirstOrThrow()

  await forgetAfterYears(theatre)
  const paid = { status: 'succeeded', amount: money(45_00), currency: 'GBP' } as const
  expect(await settlePayment(late.shop, late.attempt, paid, guest), 'its seat is free').toBe(true)
  await makeRefund(bought.shop, id)
  bought.bounce(bought.attempt, id)
  await sql`update refund set ask_at = now() - interval '1 second'`.execute(theatre.db)
  await reconcilePayments(bought.shop)
  await forgetAfterYears(theatre)
  await makeRefund(bought.shop, id)
  expect([...bought.refunds.values()]).toEqual([20_00])
  expect(await cancelOrder(theatre, bought.customer.id, number, guest)).toMatchObject({ ok: true })
  await forgetAfterYears(theatre)
  const credit = await theatre.db.selectFrom('ledger_account').select('balance').executeTakeFirstOrThrow()
  expect(credit.balance).toBe(90_00 - 20_00)
  await expectInvariants(theatre)
})

it('erases the dietary note of an order 30 days after its last performance, everywhere, and keeps the other notes', async () => {
  await using theatre = await openTestTheatre()
  const guest = { name: 'guest' }
  const bought = await openPaymentPage(theatre, ['B.1'])
  bought.end(bought.attempt, 'succeeded')
  await checkPayment(bought.shop, bought.customer.id, bought.attempt, guest)
  const notes = JSON.stringify({ order: 'A birthday', access: '', dietary: 'No nuts' })
  const stored = async () => {
    const { rows } = await sql<{ notes: object }>`
      select notes from customer_order union all select notes from basket where id = ${bought.basket}
      union all select quote -> 'notes' from payment_attempt`.execute(theatre.db)
    return rows.map((row) => row.notes)
  }
  await sql`update customer_order set notes = ${notes}::jsonb, placed_at = now() - interval '60 days'`.execute(theatre.db)
  await sql`update basket set notes = ${notes}::jsonb`.execute(theatre.db)
  await sql`update payment_attempt set quote = jsonb_set(quote, '{notes}', ${notes}::jsonb)`.execute(theatre.db)
  await sql`update performance set starts_at = now() - interval '29 days' where id = 'tonight'`.execute(theatre.db)
  await applyRetention(theatre.db)
  expect(await stored()).toEqual(Array(3).fill(JSON.parse(notes)))
  await sql`update performance set starts_at = now() - interval '31 days' where id = 'tonight'`.execute(theatre.db)
  await applyRetention(theatre.db)
  expect(await stored()).toEqual(Array(3).fill({ order: 'A birthday', access: '' }))
})

it('erases the notes of a payment that bought nothing after 30 days, and keeps those of an open one', async () => {
  await using theatre = await openTestTheatre()
  const { end, attempt, shop, customer } = await openPaymentPage(theatre, ['B.1'])
  const notes = async () => (await theatre.db.selectFrom('payment_attempt').select('quote').execute()).map(({ quote }) => quote.notes)
  const diet = { order: 'A birthday', access: '', dietary: 'No nuts' }
  await sql`update payment_attempt set created_at = now() - interval '31 days',
    quote = jsonb_set(quote, '{notes}', ${JSON.stringify(diet)}::jsonb)`.execute(theatre.db)
  await applyRetention(theatre.db)
  expect(await notes()).toEqual([diet])
  end(attempt, 'cancelled')
  await checkPayment(shop, customer.id, attempt, { name: 'guest' })
  await applyRetention(theatre.db)
  expect(await notes()).toEqual([{ order: '', access: '' }])
})

it('deletes admissions of an ended waiting room, and keeps the places of an open one', async () => {
  await using theatre = await openTestTheatre()
  await sql`insert into queue (performance_id, round, joined, gathers_at, opens_at, rate)
    values ('tonight', 2, 9, now() - interval '90 days', now() - interval '90 days', 10)`.execute(theatre.db)
  // Entries of the previous round, 31 days and one day old, and entries of the open round.
  await sql`insert into queue_entry (performance_id, round, number, session_key, until) values
    ('tonight', 1, 1, 'a', now() - interval '31 days'), ('tonight', 1, 2, 'b', now() - interval '1 day'),
    ('tonight', 2, 3, 'c', now() - interval '31 days')`.execute(theatre.db)
  await sql`insert into queue_move (performance_id, round, number, generation, moved_at) values
    ('tonight', 1, 1, 1, now() - interval '31 days'), ('tonight', 1, 2, 1, now() - interval '1 day'),
    ('tonight', 2, 3, 1, now() - interval '31 days')`.execute(theatre.db)
  const placesIn = async (table: 'queue_entry' | 'queue_move') =>
    (await theatre.db.selectFrom(table).select('number').orderBy('number').execute()).map(({ number }) => Number(number))
  const rules = ['admissions of ended waiting rooms', 'moved places of ended waiting rooms']
  expect(Object.fromEntries(await applyRetention(theatre.db))).toEqual(Object.fromEntries(rules.map((rule) => [rule, 1])))
  expect([await placesIn('queue_entry'), await placesIn('queue_move')]).toEqual([
    [2, 3],
    [2, 3],
  ])
  await sql`update queue set is_over = true`.execute(theatre.db)
  expect(Object.fromEntries(await applyRetention(theatre.db))).toEqual(Object.fromEntries(rules.map((rule) => [rule, 1])))
  expect([await placesIn('queue_entry'), await placesIn('queue_move')]).toEqual([[2], [2]])
  await expectInvariants(theatre)
})
