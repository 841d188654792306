import { createMemoryRouter } from 'react-router'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Basket, Session } from '@playhouse/api-client/contract'
import { brandSchema } from '@playhouse/domain/brand'
import { basketQuery, queryClient, sessionQuery, siteQuery } from '@playhouse/shop-ui/server-state'
import { beforeEach, expect, it } from 'vitest'
import { requireCustomer, entry, summary, validBasket } from './guards.ts'

const brand = brandSchema.parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../../brands/bridge/brand.json'), 'utf8')))
const ada = { id: 'c1', email: 'ada@example.com', title: '', firstName: 'Ada', lastName: 'Lind', phone: '' }

function knows({
  customer = null,
  tickets = 0,
  hasDonation = false,
  underMaintenance = false,
  termsAccepted = true,
}: {
  customer?: Session['customer']
  tickets?: number
  hasDonation?: boolean
  underMaintenance?: boolean
  termsAccepted?: boolean
}): void {
  queryClient.setQueryData(siteQuery.queryKey, { brand, underMaintenance })
  queryClient.setQueryData(sessionQuery.queryKey, { customer } as Session)
  queryClient.setQueryData(basketQuery.queryKey, {
    tickets: Array.from({ length: tickets }, () => ({})),
    items: hasDonation ? [{ kind: 'donation' }] : [],
    termsAccepted,
  } as unknown as Basket)
}

/** The path to which a visitor is redirected, or the problem. */
async function arriveAt(path: string): Promise<string> {
  const page = (at: string, ...middleware: (typeof entry)[]) => ({ path: at, middleware, loader: () => null })
  const router = createMemoryRouter(
    [
      {
        middleware: [entry],
        children: [
          page('/'),
          page('/maintenance'),
          page('/login'),
          page('/checkout/basket'),
          page('/checkout/payment', validBasket, summary),
          page('/checkout/billing', validBasket, summary),
          page('/checkout/summary', validBasket),
          page('/checkout/delivery', validBasket, summary),
          page('/account/your-orders', requireCustomer),
          page('*'),
        ],
      },
    ],
    { initialEntries: [path] },
  )
  await new Promise<void>((resolve) => {
    const check = () => router.state.initialized && router.state.navigation.state === 'idle' && resolve()
    router.subscribe(check)
    check()
  })
  const { pathname, search } = router.state.location
  router.dispose()
  return pathname + search
}

beforeEach(() => queryClient.clear())

it('redirects to the path without a trailing slash', async () => {
  knows({})
  expect(await arriveAt('/checkout/basket/')).toBe('/checkout/basket')
  expect(await arriveAt('/events//?q=1')).toBe('/events?q=1')
})

it('redirects anonymous visitors to the sign-in, with the requested path', async () => {
  knows({})
  expect(await arriveAt('/account/your-orders?list=past')).toBe('/login?next=%2Faccount%2Fyour-orders%3Flist%3Dpast')
  knows({ customer: ada })
  expect(await arriveAt('/account/your-orders')).toBe('/account/your-orders')
})

it('rejects the checkout of an empty basket', async () => {
  knows({ customer: ada })
  expect(await arriveAt('/checkout/payment')).toBe('/checkout/basket')
  for (const basket of [{ tickets: 2 }, { hasDonation: true }]) {
    knows({ customer: ada, ...basket })
    expect(await arriveAt('/checkout/payment')).toBe('/checkout/payment')
  }
})

it('redirects from the maintenance page when there is no maintenance', async () => {
  knows({})
  expect(await arriveAt('/maintenance')).toBe('/')
})

it('shows visitors the maintenance page, and staff their pages, during maintenance', async () => {
  knows({ underMaintenance: true })
  for (const path of ['/', '/login', '/checkout/basket', '/smartphone']) expect(await arriveAt(path)).toBe('/maintenance')
  for (const path of ['/smart', '/smart/catalogue', '/your-tickets', '/maintenance-bypass']) expect(await arriveAt(path)).toBe(path)
})

it('requires a reviewed order with accepted terms before billing and payment, of a customer', async () => {
  knows({ customer: ada, tickets: 1, termsAccepted: false })
  for (const step of ['billing', 'payment']) expect(await arriveAt(`/checkout/${step}`)).toBe('/checkout/summary')
  expect(await arriveAt('/checkout/delivery'), 'a step before the summary').toBe('/checkout/delivery')
  knows({ customer: ada, tickets: 1 })
  for (const step of ['billing', 'payment']) expect(await arriveAt(`/checkout/${step}`)).toBe(`/checkout/${step}`)
  // Visitors are sent to the sign-in by the step itself.
  knows({ tickets: 1, termsAccepted: false })
  expect(await arriveAt('/checkout/payment')).toBe('/checkout/payment')
})
