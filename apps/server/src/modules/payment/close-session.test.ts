import { expect, it } from 'vitest'
import { expectInvariants, openTestTheatre } from '#testing'
import { cancelPayment, settlePayment } from './index.ts'
import { actor, openPaymentPage } from './testing/buyer.ts'

it.each(['open', 'declined'] as const)('keeps attempt and seats where the session is still %s after the close call', async (status) => {
  await using theatre = await openTestTheatre()
  const { shop, customer, attempt, end, provider, read } = await openPaymentPage(theatre)
  end(attempt, status)
  const stubborn = { ...shop, provider: { ...provider, expireSession: provider.readSession } }
  expect(await cancelPayment(stubborn, customer.id, attempt, actor)).toMatchObject({ error: { code: 'payment-unreachable' } })
  expect(await theatre.db.selectFrom('payment_attempt').select('state').execute()).toEqual([{ state: 'redirected' }])
  expect(await read()).toMatchObject({ state: 'paying', tickets: [{}, {}] })
  await expectInvariants(theatre)
  expect(await cancelPayment(shop, customer.id, attempt, actor)).toMatchObject({ ok: true })
  await expectInvariants(theatre)
})

it('ends as cancelled where the callback of the closed page arrives before the reply to the shop', async () => {
  await using theatre = await openTestTheatre()
  const { shop, customer, attempt, provider, read } = await openPaymentPage(theatre)
  const expireSession: typeof provider.expireSession = async (session) => {
    const closed = await provider.expireSession(session)
    await settlePayment(shop, attempt, { status: 'expired' }, actor)
    return closed
  }
  const cancelled = await cancelPayment({ ...shop, provider: { ...provider, expireSession } }, customer.id, attempt, actor)
  expect(cancelled).toMatchObject({ ok: true, value: { state: 'cancelled' } })
  expect(await read()).toMatchObject({ state: 'open', lastPayment: 'cancelled' })
  await expectInvariants(theatre)
})
