import { type MiddlewareFunction, redirect } from 'react-router'
import { hasAccountPage } from '@playhouse/domain/account'
import { problem } from '@playhouse/domain/problem'
import { restoreDrafts } from '@playhouse/shop-ui/client-state'
import { basketQuery, ProblemError, queryClient, sessionQuery, siteQuery } from '@playhouse/shop-ui/server-state'

/** Lets a navigation through, or throws a redirect or a problem. */
type Guard = (url: URL) => void | Promise<void>

const asMiddleware =
  (...guards: readonly Guard[]): MiddlewareFunction =>
  async ({ request }) => {
    const url = new URL(request.url)
    for (const guard of guards) await guard(url)
  }

/** `/events/` is `/events`: one address a page. */
const trimSlash: Guard = ({ pathname, search, hash }) => {
  if (pathname.length > 1 && pathname.endsWith('/')) throw redirect(`/${pathname.replace(/^\/+|\/+$/g, '')}${search}${hash}`)
}

/** Where those go in who work on the shop while it is closed. */
const bypassPath = '/maintenance-bypass'
/** Tickets are shown at the door, whether the shop is closed or there is no network to ask for anything. */
const ticketsPath = '/your-tickets'

/** In the maintenance window every path shows the maintenance page; after it, that page leads home. */
const maintenance: Guard = async ({ pathname }) => {
  if (pathname === ticketsPath) return
  const site = queryClient.getQueryData(siteQuery.queryKey)
  const { underMaintenance } = site?.underMaintenance
    ? await queryClient.fetchQuery({ ...siteQuery, staleTime: 10_000 })
    : await queryClient.ensureQueryData(siteQuery)
  if (underMaintenance && pathname !== '/maintenance' && pathname !== bypassPath) throw redirect('/maintenance')
  if (!underMaintenance && pathname === '/maintenance') throw redirect('/')
}

const unlessClosed =
  (guard: Guard): Guard =>
  (url) =>
    ['/maintenance', bypassPath, ticketsPath].includes(url.pathname) ? undefined : guard(url)

/** What this tab kept of an earlier page. */
const localStore: Guard = () => restoreDrafts()

const preferCached = { revalidateIfStale: true } as const
/** Who is here. Comes before the basket: the first answer sets the cookie by which the basket is found. */
const session: Guard = unlessClosed(async () => void (await queryClient.ensureQueryData({ ...sessionQuery, ...preferCached })))
const basket: Guard = unlessClosed(async () => void (await queryClient.ensureQueryData({ ...basketQuery, ...preferCached })))

/** Of every navigation, in the order of the spec (section 2). The language is spoken before the router starts. */
export const entry: MiddlewareFunction = asMiddleware(trimSlash, maintenance, localStore, session, basket)

/** What somebody without an account may see of one: the order they made. */
const guestPages = /^\/account\/your-orders\/./

/** For signed-in customers; others sign in first and come back. */
export const authenticated: MiddlewareFunction = asMiddleware(({ pathname, search }) => {
  const customer = queryClient.getQueryData(sessionQuery.queryKey)?.customer
  if (!customer || (customer.isGuest && !guestPages.test(pathname)))
    throw redirect(`/login?${new URLSearchParams({ next: pathname + search })}`)
})

/** For pages of the account that the house has; the others are not found, whoever asks. */
export const accountPage: MiddlewareFunction = asMiddleware(({ pathname }) => {
  const brand = queryClient.getQueryData(siteQuery.queryKey)!.brand
  if (!hasAccountPage(brand, pathname.split('/')[2] ?? '')) throw new ProblemError(problem('page-not-found'))
})

/** `/account` shows the first page of the brand's navigation. */
export const firstAccountPage = (): Response => {
  const { nav } = queryClient.getQueryData(siteQuery.queryKey)!.brand.account
  return redirect(`/account/${nav[0]}`)
}

/** For a basket with something in it; the empty one says so itself. */
export const validBasket: MiddlewareFunction = asMiddleware(() => {
  const held = queryClient.getQueryData(basketQuery.queryKey)
  if (!held || held.tickets.length === 0) throw redirect('/checkout/basket')
})
