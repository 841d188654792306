import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { transact } from '#db'
import { applyCredit, applyVoucher } from '#modules/basket'
import { giveCredit, readCredit } from '#modules/credit'
import { findVoucher, issueVoucher } from '#modules/voucher'
import { customerOf, expectSound, smallHouse } from '#testing'
import { findAttempt } from './attempt.ts'
import { cancelPayment, checkPayment, giveTicketsBack, reconcilePayments, startPayment, takeCallback } from './index.ts'
import { closeSession } from './resolve-payment.ts'
import { actor, buyerOf, openTill, paying } from './testing/buyer.ts'

it('keeps seats a little longer after a payment that came to nothing, but not for whoever does so on and on', async () => {
  await using house = await smallHouse()
  const { shop, ...till } = openTill(house)
  const { start, customer, read, basket } = await buyerOf({ ...house, ...shop }, ['A.1', 'A.2'])
  const soonOver = () => sql`update basket set deadline = now() + interval '50 seconds' where id = ${basket}`.execute(house.db)
  const secondsLeft: number[] = []
  for (let turn = 0; turn < 6; turn++) {
    await soonOver()
    const started = await start()
    if (!started.ok) throw new Error(started.error.code)
    await cancelPayment(shop, customer.id, started.value.payment, actor)
    secondsLeft.push((Date.parse((await read()).deadline ?? '0') - Date.now()) / 1000)
  }
  expect(secondsLeft.slice(0, 3).every((left) => left > 100)).toBe(true)
  expect(secondsLeft.slice(3).every((left) => left <= 50)).toBe(true)
  expect(till.sessions.size).toBe(6)
  await expectSound(house)
})

it('closes the page that was opened in the moment in which the payment was given up', async () => {
  await using house = await smallHouse()
  const { shop, attempt, sessions, read } = await paying(house, ['A.1'])
  // As it was read a moment before its page was opened.
  const before = { ...(await findAttempt(house.db, attempt))!, state: 'created' as const, session_id: null, url: null }
  await closeSession(shop, before, 'cancelled', actor)
  expect([...sessions.values()]).toMatchObject([{ status: 'expired' }])
  expect(await read()).toMatchObject({ state: 'open', lastPayment: 'cancelled' })
  await expectSound(house)
})

it('freezes no basket for somebody who is not its customer any more, nor their credit', async () => {
  await using house = await smallHouse()
  const { shop } = openTill(house)
  const [before, now] = [await customerOf(house), await customerOf(house)]
  const buyer = await buyerOf({ ...house, ...shop }, ['A.1'], now)
  await transact(house.db, (trx) => giveCredit(trx, { customer: now.id, amount: money(100_00), months: 6, from: 'issued' }, actor))
  await applyCredit(house, buyer.basket, actor)
  const { version } = await buyer.read()
  // Pressed in one tab, while in another somebody else signed in.
  expect(await startPayment(shop, before, buyer.basket, version, 'en', actor)).toMatchObject({ error: { code: 'basket-expired' } })
  expect(await house.db.selectFrom('customer_order').select('id').execute()).toEqual([])
  expect(await buyer.start()).toMatchObject({ ok: true })
  await expectSound(house)
})

it('goes on asking about a debit that was agreed to on a page that had been closed', async () => {
  await using house = await smallHouse()
  const { shop, attempt, customer, end, read } = await paying(house, ['A.1'])
  await cancelPayment(shop, customer.id, attempt, actor)
  expect(await read()).toMatchObject({ state: 'open' })
  end(attempt, 'processing')
  const told = { sessionId: `s-${attempt}`, attemptId: attempt, amount: money(45_00), currency: 'GBP', account: 'test' } as const
  await takeCallback(shop, { ...told, eventId: 'agreed', type: 'session.processing', at: new Date().toISOString() }, actor)
  // The bank pays days later, and the news of it is lost.
  end(attempt, 'succeeded')
  await sql`update payment_attempt set ask_at = now() where ask_at is not null`.execute(house.db)
  await reconcilePayments(shop)
  expect(await house.db.selectFrom('customer_order').select('state').execute()).toEqual([{ state: 'confirmed' }])
  await expectSound(house)
})

it('keeps a card once: removed, it does not come back with later news of the same payment', async () => {
  await using house = await smallHouse()
  const { shop, attempt, customer, end } = await paying(house, ['A.1'])
  const keptCard = { token: 'card-1', masked: '•••• 4242', cardholder: 'Ada Quill', expires: '2031-04' }
  end(attempt, 'succeeded', { keptCard })
  await checkPayment(shop, customer.id, attempt, actor)
  const cards = () => house.db.selectFrom('payment_card').select('token').execute()
  expect(await cards()).toEqual([{ token: 'card-1' }])
  await house.db.deleteFrom('payment_card').execute()
  const told = { sessionId: `s-${attempt}`, attemptId: attempt, amount: money(45_00), currency: 'GBP', account: 'test' } as const
  for (const eventId of ['again', 'and again'])
    await takeCallback(shop, { ...told, eventId, type: 'session.succeeded', at: new Date().toISOString() }, actor)
  expect(await cards()).toEqual([])
  await expectSound(house)
})

it('gives a voucher back what it paid, though credit beside it has ended and begins anew', async () => {
  await using house = await smallHouse()
  const { shop } = openTill(house)
  const customer = await customerOf(house)
  await transact(house.db, (trx) => giveCredit(trx, { customer: customer.id, amount: money(45_00), months: 6, from: 'issued' }, actor))
  await issueVoucher(house.db, { amount: money(45_00), code: 'GIFT-OTHELLO' }, actor)
  const buyer = await buyerOf({ ...house, ...shop }, ['A.1', 'A.2'], customer)
  await applyVoucher(house, buyer.basket, actor, 'GIFT-OTHELLO')
  await applyCredit(house, buyer.basket, actor)
  expect(await buyer.start()).toMatchObject({ value: { redirectUrl: null } })
  await sql`update ledger_account set expires_on = '2020-01-01' where kind = 'credit'`.execute(house.db)
  const { number } = await house.db.selectFrom('customer_order').select('number').executeTakeFirstOrThrow()
  for (const { id } of await house.db.selectFrom('ticket').select('id').orderBy('seat').execute()) {
    const wish = { tickets: [id], to: 'origin', value: money(45_00), reason: 'ill', isLateAllowed: false } as const
    expect(await giveTicketsBack(shop, number, wish, actor)).toMatchObject({ ok: true })
  }
  expect((await findVoucher(house.db, 'GIFT-OTHELLO'))?.balance).toBe(45_00)
  expect((await readCredit(house.db, customer.id)).balance).toBe(45_00)
  await expectSound(house)
})
