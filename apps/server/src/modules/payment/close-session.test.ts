import { expect, it } from 'vitest'
import { expectInvariants, openTestTheatre } from '#testing'
import { cancelPayment } from './index.ts'
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
