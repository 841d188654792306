import { expect, it } from 'vitest'
import { customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { cancelPayment, ProviderRefused, type SessionRequest } from './index.ts'
import { actor, createBuyer } from './testing/buyer.ts'
import { openManualCards } from './testing/manual-cards.ts'

/** A shop whose provider keeps cards, and the requests that it received. */
function openShop(theatre: TestTheatre) {
  const manual = openManualCards(theatre)
  const requests: SessionRequest[] = []
  let refusal: ((request: SessionRequest) => number | undefined) | undefined
  const provider = {
    ...manual.provider,
    createSession: async (request: SessionRequest) => {
      requests.push(request)
      const status = refusal?.(request)
      if (status !== undefined) throw new ProviderRefused(status, 'refused')
      return manual.provider.createSession(request)
    },
  }
  const shop = { ...manual.shop, provider }
  return { ...manual, shop, requests, refuse: (rule: typeof refusal) => (refusal = rule) }
}

it('opens payments of an account with one customer at the provider and the tokens of the saved cards', async () => {
  await using theatre = await openTestTheatre()
  const { shop, save, requests, customers } = openShop(theatre)
  const { customer, start } = await createBuyer(shop, ['A.1'])
  const first = await start()
  expect(requests[0]).toMatchObject({ customerId: 'c-1', keptCards: [] })
  if (first.ok) await cancelPayment(shop, customer.id, first.value.payment, actor)
  await save(customer.id, 'pays')
  expect(await start()).toMatchObject({ ok: true })
  expect(requests[1]).toMatchObject({ customerId: 'c-1', keptCards: ['pays'] })
  expect(customers.size).toBe(1)
  await expectInvariants(theatre)
})

it('opens payments of guests, and of a brand without the page for cards, without a customer', async () => {
  await using theatre = await openTestTheatre()
  const { shop, requests, customers } = openShop(theatre)
  const guest = await customerOf(theatre)
  await theatre.db.updateTable('customer').set({ is_guest: true }).where('id', '=', guest.id).execute()
  expect(await (await createBuyer(shop, ['A.1'], { ...guest, is_guest: true })).start()).toMatchObject({ ok: true })
  const nav = theatre.brand.account.nav.filter((page) => page !== 'payment-cards')
  const brand = { ...theatre.brand, account: { ...theatre.brand.account, nav } }
  expect(await (await createBuyer({ ...shop, brand }, ['B.1'])).start()).toMatchObject({ ok: true })
  for (const request of requests) expect(request).not.toHaveProperty('customerId')
  expect(customers.size).toBe(0)
})

it('opens a payment without a customer where the provider refuses to create one', async () => {
  await using theatre = await openTestTheatre()
  const { shop, requests } = openShop(theatre)
  const createCustomer = async (): Promise<never> => {
    throw new ProviderRefused(403, 'the key may not create customers')
  }
  const refused = { ...shop, provider: { ...shop.provider, createCustomer } }
  expect(await (await createBuyer(refused, ['A.1'])).start()).toMatchObject({ ok: true })
  expect(requests[0]).not.toHaveProperty('customerId')
})

it('creates another customer after the stored one was deleted at the provider', async () => {
  await using theatre = await openTestTheatre()
  const { shop, requests, customers, refuse } = openShop(theatre)
  const { customer, start } = await createBuyer(shop, ['A.1'])
  refuse(({ customerId }) => (customerId === 'c-1' ? 404 : undefined))
  expect(await start()).toMatchObject({ error: { code: 'payment-unreachable' } })
  customers.delete(customer.id)
  customers.set('another customer', 'c-1')
  expect(await start()).toMatchObject({ ok: true })
  expect(requests.map(({ customerId }) => customerId)).toEqual(['c-1', 'c-2'])
  await expectInvariants(theatre)
})
