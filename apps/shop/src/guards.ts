import type { QueryClient } from '@tanstack/react-query'
import { createContext, type MiddlewareFunction, redirect } from 'react-router'
import { hasAccountPage } from '@playhouse/domain/account'
import { termsStep } from '@playhouse/domain/checkout'
import { hasDonationPage } from '@playhouse/domain/donation-path'
import { hasFoodPage } from '@playhouse/domain/food-path'
import { hasListingsPage } from '@playhouse/domain/listings-path'
import { hasFlexPage } from '@playhouse/domain/flex-path'
import { hasPackagePage } from '@playhouse/domain/package-path'
import { hasProductPage } from '@playhouse/domain/product-path'
import { voucherPathOf } from '@playhouse/domain/voucher-path'
import { hasMembershipPage } from '@playhouse/domain/membership-page'
import { isEmpty } from '@playhouse/domain/item-kind'
import { problem } from '@playhouse/domain/problem'
import { previewPath } from '@playhouse/shop-ui/browser'
import { restoreDrafts } from '@playhouse/shop-ui/client-state'
import { basketQuery, isPlaceholder, ProblemError, queryClient, sessionQuery, siteQuery } from '@playhouse/shop-ui/server-state'

/** The query cache that the guards read: the tab's, or on the server the request's. */
export const cacheContext = createContext<QueryClient>(queryClient)

/** Allows a navigation, or throws a redirect or a problem. */
type Guard = (url: URL, cache: QueryClient) => void | Promise<void>

const asMiddleware =
  (...guards: readonly Guard[]): MiddlewareFunction =>
  async ({ request, context }) => {
    const [url, cache] = [new URL(request.url), context.get(cacheContext)]
    url.pathname = url.pathname.slice(previewPath.length)
    for (const guard of guards) await guard(url, cache)
  }

/** Redirects `/events/` to `/events`. */
const trimSlash: Guard = ({ pathname, search, hash }) => {
  if (pathname.length > 1 && pathname.endsWith('/')) throw redirect(`/${pathname.replace(/^\/+|\/+$/g, '')}${search}${hash}`)
}

/** Path of the maintenance bypass. */
const bypassPath = '/maintenance-bypass'
/** Path of the tickets, which are shown during maintenance and offline as well. */
const ticketsPath = '/your-tickets'

/** Paths of staff, who plan maintenance and end it. */
const staffPath = /^\/smart(\/|$)/

/** During maintenance redirects every path of visitors to the maintenance page; afterwards redirects that page to the home page. */
const maintenance: Guard = async ({ pathname }, cache) => {
  if (pathname === ticketsPath || staffPath.test(pathname)) return
  const site = cache.getQueryData(siteQuery.queryKey)
  const { underMaintenance } = site?.underMaintenance
    ? await cache.fetchQuery({ ...siteQuery, staleTime: 10_000 })
    : await cache.ensureQueryData(siteQuery)
  if (underMaintenance && pathname !== '/maintenance' && pathname !== bypassPath) throw redirect('/maintenance')
  if (!underMaintenance && pathname === '/maintenance') throw redirect('/')
}

const unlessClosed =
  (guard: Guard): Guard =>
  (url, cache) =>
    ['/maintenance', bypassPath, ticketsPath].includes(url.pathname) ? undefined : guard(url, cache)

/** Restores the drafts of this tab. */
const localStore: Guard = (_, cache) => (cache === queryClient ? restoreDrafts() : undefined)

const preferCached = { revalidateIfStale: true } as const
/** Loads the session, before the basket: the first response sets the cookie that identifies the basket. */
const session: Guard = unlessClosed(async (_, cache) => {
  if (isPlaceholder(cache, sessionQuery.queryKey)) await cache.fetchQuery(sessionQuery)
  else await cache.ensureQueryData({ ...sessionQuery, ...preferCached })
})
const basket: Guard = unlessClosed(async (_, cache) => void (await cache.ensureQueryData({ ...basketQuery, ...preferCached })))

/** Guards of every navigation, in the order of the specification (section 2). The locale is loaded before the router starts. */
export const entry: MiddlewareFunction = asMiddleware(trimSlash, maintenance, localStore, session, basket)

/** Account pages that guests may open: their order. */
const guestPages = /^\/account\/your-orders\/./

/** Requires a customer; redirects others to the sign-in and back. */
export const requireCustomer: MiddlewareFunction = asMiddleware(({ pathname, search }, cache) => {
  const customer = cache.getQueryData(sessionQuery.queryKey)?.customer
  if (!customer || (customer.isGuest && !guestPages.test(pathname)))
    throw redirect(`/login?${new URLSearchParams({ next: pathname + search })}`)
})

/** Requires an account page that the brand has; others are not found. */
export const accountPage: MiddlewareFunction = asMiddleware(({ pathname }, cache) => {
  const brand = cache.getQueryData(siteQuery.queryKey)!.brand
  if (!hasAccountPage(brand, pathname.split('/')[2] ?? '')) throw new ProblemError(problem('page-not-found'))
})

/** Redirects a page of gift vouchers to the path in the brand's word. A brand without vouchers has none. */
export const voucherPage: MiddlewareFunction = asMiddleware(({ pathname, search, hash }, cache) => {
  const path = voucherPathOf(cache.getQueryData(siteQuery.queryKey)!.brand, pathname)
  if (path === null) throw new ProblemError(problem('page-not-found'))
  if (path !== undefined && path !== pathname) throw redirect(`${path}${search}${hash}`)
})

/** Requires what the brand sells: donations to a fund that it has, a membership in the exact spelling of its link, a type of product, food and drink, packages, flexible subscriptions, or their listings. */
export const salesPage: MiddlewareFunction = asMiddleware(({ pathname }, cache) => {
  const { brand } = cache.getQueryData(siteQuery.queryKey)!
  if (
    !(
      hasDonationPage(brand, pathname) ??
      hasMembershipPage(brand, pathname) ??
      hasProductPage(brand, pathname) ??
      hasFoodPage(brand, pathname) ??
      hasListingsPage(brand, pathname) ??
      hasPackagePage(brand, pathname) ??
      hasFlexPage(brand, pathname)
    )
  )
    throw new ProblemError(problem('page-not-found'))
})

/** Redirects `/account` to the first page of the brand's navigation. */
export const firstAccountPage = (): Response => {
  const { nav } = queryClient.getQueryData(siteQuery.queryKey)!.brand.account
  return redirect(`/account/${nav[0]}`)
}

/** Requires a basket that is not empty; the basket page shows the empty one. */
export const validBasket: MiddlewareFunction = asMiddleware((_, cache) => {
  const basketData = cache.getQueryData(basketQuery.queryKey)
  if (!basketData || isEmpty(basketData)) throw redirect('/checkout/basket')
})

/** The summary middleware of the specification, for billing and payment: the order is reviewed and its terms accepted before. */
export const summary: MiddlewareFunction = asMiddleware(({ pathname }, cache) => {
  const { steps } = cache.getQueryData(siteQuery.queryKey)!.brand
  const review = termsStep(steps)
  const isBefore = steps.findIndex((step) => step === review) < steps.findIndex((step) => pathname.endsWith(`/${step}`))
  if (isBefore && cache.getQueryData(sessionQuery.queryKey)?.customer && !cache.getQueryData(basketQuery.queryKey)?.termsAccepted)
    throw redirect(`/checkout/${review}`)
})
