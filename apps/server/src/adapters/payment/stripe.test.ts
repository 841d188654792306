import { expect, test } from 'vitest'
import { ProviderUnreachable } from '#modules/payment'
import { createPaymentProvider } from './index.ts'
import { FakeStripe } from './testing/fake-stripe.ts'
import { requestTo } from './testing/payer.ts'
import { describeProvider } from './testing/provider-suite.ts'
import { freePort } from './testing/sandbox-process.ts'

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

async function open() {
  const stripe = new FakeStripe()
  const url = await stripe.listen()
  const { key: secret, webhookSecret } = stripe
  const at = (settings: { url?: string; secret?: string }) =>
    createPaymentProvider({ provider: 'stripe', url, secret, webhookSecret, ...settings })
  return { stripe, at }
}

describeProvider('Stripe Checkout', async () => {
  const { stripe, at } = await open()
  return {
    provider: at({}),
    unauthorized: at({ secret: 'sk_test_of_another_account' }),
    unreachable: at({ url: `http://localhost:${await freePort()}` }),
    request: (changes) => requestTo('http://shop.example/callback', { expiresAt: inAnHour(), ...changes }),
    pay: async ({ sessionId }) => stripe.pay(sessionId),
    payByMobile: async ({ sessionId }) => stripe.payByMobile(sessionId),
    agree: async ({ setupId }, isPaying) => stripe.mandates.agree(setupId, isPaying),
    decideMandate: async ({ setupId }, decision) =>
      stripe.mandates.decide(stripe.mandates.find(setupId), decision === 'accept' ? 'active' : 'inactive'),
    payAndKeep: async ({ sessionId }, behaviour) => stripe.pay(sessionId, behaviour),
    authenticate: async ({ sessionId }) => stripe.pay(sessionId),
    settleCharge: async (sessionId, isPaid) => stripe.settleCharge(sessionId.replace(/^pi_/, ''), isPaid),
    payWithClosingCard: async ({ sessionId }) => stripe.pay(sessionId),
    refundInDashboard: async ({ sessionId }, amount) => stripe.refundInDashboard(sessionId, amount),
    returnRefund: (refundId) => stripe.failRefund(refundId),
    dispute: async ({ sessionId }, state) => {
      const id = sessionId.replace(/^pi_/, '')
      if (state === 'open') stripe.dispute(id)
      else stripe.closeDispute(id, state === 'won')
    },
    decline: async ({ sessionId }) => stripe.decline(sessionId),
    debit: async ({ sessionId }) => stripe.promise(sessionId),
    settleDebit: async ({ sessionId }, isPaid) => stripe.settle(sessionId, isPaid),
    deliveries: async (id) =>
      stripe.events
        .filter(({ sessionId }) => sessionId === id.replace(/^pi_/, ''))
        .map(({ body }) => ({ rawBody: Buffer.from(body), headers: { 'stripe-signature': stripe.sign(body) } })),
    sign: (text, options) => ({ 'stripe-signature': stripe.sign(text, options) }),
    forgetKeys: () => stripe.forgetKeys(),
    disown: (text) => text.replace('"livemode":false', '"livemode":true'),
    close: async () => stripe.close(),
  }
})

test('retries with the same idempotency key after errors of Stripe, and reports it as unreachable after the last retry', async () => {
  const { stripe, at } = await open()
  const provider = at({})
  const request = requestTo('http://shop.example/callback', { expiresAt: inAnHour() })
  stripe.failures = 2
  const openResult = await provider.createSession(request)
  expect(await provider.createSession(request)).toEqual(openResult)
  stripe.failures = 9
  await expect(provider.readSession(openResult.sessionId)).rejects.toThrow(ProviderUnreachable)
  stripe.close()
})

test('Stripe rejects a session shorter than thirty minutes, and accepts one of minSessionSeconds by a clock that is four minutes ahead', async () => {
  const { stripe, at } = await open()
  const provider = at({})
  const createSession = (seconds: number) =>
    provider.createSession(requestTo('http://shop.example/callback', { expiresAt: new Date(Date.now() + seconds * 1000).toISOString() }))
  await expect(createSession(29 * 60)).rejects.toMatchObject({ name: 'ProviderRefused', status: 400 })
  expect(await createSession(provider.minSessionSeconds! - 4 * 60)).toHaveProperty('url')
  stripe.close()
})

test('an error contains neither the API key nor the webhook secret', async () => {
  const { stripe, at } = await open()
  const failure = await at({ secret: 'sk_test_hushhushhush' })
    .readSession('cs_any')
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Error)
  expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toMatch(/hush/)
  stripe.close()
})
