import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { transact } from '#db'
import { applyCredit } from '#modules/basket'
import { giveCredit } from '#modules/credit'
import { customerOf, expectSound, smallHouse } from '#testing'
import { cancelPayment, checkPayment, reconcilePayments, startPayment, takeCallback } from './index.ts'
import { actor, buyerOf, openTill, paying } from './testing/buyer.ts'

it('keeps seats a little longer after a payment that came to nothing, but not for whoever does so on and on', async () => {
  await using house = await smallHouse()
  const { shop, ...till } = openTill(house)
  const { start, customer, read, basket } = await buyerOf({ ...house, ...shop }, ['A.1', 'A.2'])
  const soonOver = () => sql`update basket set deadline = now() + interval '2 seconds' where id = ${basket}`.execute(house.db)
  const secondsLeft: number[] = []
  for (let turn = 0; turn < 6; turn++) {
    await soonOver()
    const started = await start()
    if (!started.ok) throw new Error(started.error.code)
    await cancelPayment(shop, customer.id, started.value.payment, actor)
    secondsLeft.push((Date.parse((await read()).deadline ?? '0') - Date.now()) / 1000)
  }
  expect(secondsLeft.slice(0, 3).every((left) => left > 100)).toBe(true)
  expect(secondsLeft.slice(3).every((left) => left < 5)).toBe(true)
  expect(till.sessions.size).toBe(6)
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
  for (const type of ['session.succeeded', 'refund.succeeded'] as const)
    await takeCallback(shop, { ...told, eventId: type, type, at: new Date().toISOString() }, actor)
  expect(await cards()).toEqual([])
  await expectSound(house)
})
