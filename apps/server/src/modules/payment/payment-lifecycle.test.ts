import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { transact } from '#db'
import { applyCredit, applyVoucher } from '#modules/basket'
import { giveCredit, readCredit } from '#modules/credit'
import { findVoucher, issueVoucher } from '#modules/voucher'
import { customerOf, expectInvariants, openTestTheatre } from '#testing'
import { findAttempt } from './attempt.ts'
import { cancelPayment, checkPayment, processReturn, reconcilePayments, startPayment, applyCallback } from './index.ts'
import { closeSession } from './resolve-payment.ts'
import { actor, createBuyer, openManualProvider, openPaymentPage, callbackOf } from './testing/buyer.ts'

it('extends seat holds after a failed payment, for the first three attempts only', async () => {
  await using theatre = await openTestTheatre()
  const { shop, ...manual } = openManualProvider(theatre)
  const { start, customer, read, basket } = await createBuyer({ ...theatre, ...shop }, ['A.1', 'A.2'])
  const soonOver = () => sql`update basket set deadline = now() + interval '50 seconds' where id = ${basket}`.execute(theatre.db)
  const secondsLeft: number[] = []
  for (let turn = 0; turn < 6; turn++) {
    await soonOver()
    const startResult = await start()
    if (!startResult.ok) throw new Error(startResult.error.code)
    await cancelPayment(shop, customer.id, startResult.value.payment, actor)
    secondsLeft.push((Date.parse((await read()).deadline ?? '0') - Date.now()) / 1000)
  }
  expect(secondsLeft.slice(0, 3).every((left) => left > 100)).toBe(true)
  expect(secondsLeft.slice(3).every((left) => left <= 50)).toBe(true)
  expect(manual.sessions.size).toBe(6)
  await expectInvariants(theatre)
})

it('closes a page that was opened while the payment was cancelled', async () => {
  await using theatre = await openTestTheatre()
  const { shop, attempt, sessions, read } = await openPaymentPage(theatre, ['A.1'])
  // The attempt as read before its page was opened.
  const before = { ...(await findAttempt(theatre.db, attempt))!, state: 'created' as const, session_id: null, url: null }
  await closeSession(shop, before, 'cancelled', actor)
  expect([...sessions.values()]).toMatchObject([{ status: 'expired' }])
  expect(await read()).toMatchObject({ state: 'open', lastPayment: 'cancelled' })
  await expectInvariants(theatre)
})

it('rejects a payment by a former customer of the basket, and spends no credit', async () => {
  await using theatre = await openTestTheatre()
  const { shop } = openManualProvider(theatre)
  const [before, now] = [await customerOf(theatre), await customerOf(theatre)]
  const buyer = await createBuyer({ ...theatre, ...shop }, ['A.1'], now)
  await transact(theatre.db, (trx) => giveCredit(trx, { customer: now.id, amount: money(100_00), months: 6, from: 'issued' }, actor))
  await applyCredit(theatre, buyer.basket, actor)
  const { version } = await buyer.read()
  // A payment start in one tab, after another customer signed in in a second tab.
  expect(await startPayment(shop, before, buyer.basket, version, 'en', actor)).toMatchObject({ error: { code: 'basket-expired' } })
  expect(await theatre.db.selectFrom('customer_order').select('id').execute()).toEqual([])
  expect(await buyer.start()).toMatchObject({ ok: true })
  await expectInvariants(theatre)
})

it('polls a debit that was agreed to on a page that had been closed', async () => {
  await using theatre = await openTestTheatre()
  const { shop, attempt, customer, end, read } = await openPaymentPage(theatre, ['A.1'])
  await cancelPayment(shop, customer.id, attempt, actor)
  expect(await read()).toMatchObject({ state: 'open' })
  end(attempt, 'processing')
  await applyCallback(shop, callbackOf(attempt, { eventId: 'agreed', type: 'session.processing', amount: money(45_00) }), actor)
  // The bank pays days later, and its callback is lost.
  end(attempt, 'succeeded')
  await sql`update payment_attempt set ask_at = now() where ask_at is not null`.execute(theatre.db)
  await reconcilePayments(shop)
  expect(await theatre.db.selectFrom('customer_order').select('state').execute()).toEqual([{ state: 'confirmed' }])
  await expectInvariants(theatre)
})

it('saves a card once: after its removal, later callbacks of the same payment do not restore it', async () => {
  await using theatre = await openTestTheatre()
  const { shop, attempt, customer, end } = await openPaymentPage(theatre, ['A.1'])
  const keptCard = { token: 'card-1', masked: '•••• 4242', cardholder: 'Ada Quill', expires: '2031-04' }
  end(attempt, 'succeeded', { keptCard })
  await checkPayment(shop, customer.id, attempt, actor)
  const cards = () => theatre.db.selectFrom('payment_card').select('token').execute()
  expect(await cards()).toEqual([{ token: 'card-1' }])
  await theatre.db.deleteFrom('payment_card').execute()
  for (const eventId of ['again', 'and again'])
    await applyCallback(shop, callbackOf(attempt, { eventId, type: 'session.succeeded', amount: money(45_00) }), actor)
  expect(await cards()).toEqual([])
  await expectInvariants(theatre)
})

it('refunds the part of a voucher, though credit of the same order has expired and is replaced', async () => {
  await using theatre = await openTestTheatre()
  const { shop } = openManualProvider(theatre)
  const customer = await customerOf(theatre)
  await transact(theatre.db, (trx) => giveCredit(trx, { customer: customer.id, amount: money(45_00), months: 6, from: 'issued' }, actor))
  await issueVoucher(theatre.db, { amount: money(45_00), code: 'GIFT-OTHELLO' }, actor)
  const buyer = await createBuyer({ ...theatre, ...shop }, ['A.1', 'A.2'], customer)
  await applyVoucher(theatre, buyer.basket, actor, 'GIFT-OTHELLO')
  await applyCredit(theatre, buyer.basket, actor)
  expect(await buyer.start()).toMatchObject({ value: { redirectUrl: null } })
  await sql`update ledger_account set expires_on = '2020-01-01' where kind = 'credit'`.execute(theatre.db)
  const { number } = await theatre.db.selectFrom('customer_order').select('number').executeTakeFirstOrThrow()
  for (const { id } of await theatre.db.selectFrom('ticket').select('id').orderBy('seat').execute()) {
    const request = { tickets: [id], to: 'origin', value: money(45_00), reason: 'ill', isLateAllowed: false } as const
    expect(await processReturn(shop, number, request, actor)).toMatchObject({ ok: true })
  }
  expect((await findVoucher(theatre.db, 'GIFT-OTHELLO'))?.balance).toBe(45_00)
  expect((await readCredit(theatre.db, customer.id)).balance).toBe(45_00)
  await expectInvariants(theatre)
})
