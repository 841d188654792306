import type { QueryClient } from '@tanstack/react-query'
import { bookable } from '@playhouse/domain/season'
import type { Journey } from '@playhouse/shop-ui/i18n'
import {
  ballotQuery,
  eventQuery,
  eventsQuery,
  flexListQuery,
  flexQuery,
  foodOfEventQuery,
  foodQuery,
  formQuery,
  instanceQuery,
  listingsQuery,
  membershipOffersQuery,
  packageQuery,
  packagesQuery,
  pricesQuery,
  performanceProductsQuery,
  productsQuery,
  sessionQuery,
  siteQuery,
} from '@playhouse/shop-ui/server-state'

/** Parameters of a path. */
export type Params = Readonly<Record<string, string | undefined>>

/** A page that the server renders. */
export type RenderedRoute = {
  readonly path: string
  /** End of the source path of the module that the route loads: the page links its styles and preloads its script. */
  readonly source?: string
  /** Texts that the route loads, besides those of every page. */
  readonly messages?: readonly Journey[]
  /** Fetches what the page shows. A query that fails is not rendered: the browser shows its problem. */
  readonly fetch?: (cache: QueryClient, params: Params) => Promise<unknown>
  /** Whether the page is rendered with this data; default: always. Else the browser renders it. */
  readonly isRendered?: (cache: QueryClient, params: Params) => boolean
}

/** The pages of productions and performances. */
const browse: Omit<RenderedRoute, 'path'> = { source: 'shop-ui/src/flows/browse/index.ts', messages: ['problem'] }

/** Sign-in and registration. The browser redirects customers who are signed in. */
const signIn: Omit<RenderedRoute, 'path'> = {
  source: 'shop-ui/src/flows/entry/index.ts',
  messages: ['entry', 'order', 'problem'],
  isRendered: (cache) => !cache.getQueryData(sessionQuery.queryKey)?.customer,
}

/** The pages of donations. */
const donations: Omit<RenderedRoute, 'path'> = { source: 'shop-ui/src/flows/giving/index.ts', messages: ['giving', 'order', 'problem'] }

/** Selection of seats while the hall loads. The browser redirects to the waiting room, or away from a performance without sale. */
const seats: Omit<RenderedRoute, 'path'> = {
  source: 'shop-ui/src/flows/seat/index.ts',
  messages: ['seat', 'problem'],
  fetch: async (cache, { instance = '' }) => {
    const { availability, waitingRoom } = await cache.fetchQuery(instanceQuery(instance))
    if (bookable(availability) && !waitingRoom) await cache.prefetchQuery(pricesQuery(instance))
  },
  isRendered: (cache, { event, instance = '' }) =>
    cache.getQueryData(pricesQuery(instance).queryKey) !== undefined &&
    cache.getQueryData(instanceQuery(instance).queryKey)?.event === event,
}

/** Gift vouchers, in the brand's word. */
const vouchers: Omit<RenderedRoute, 'path'> = {
  source: 'shop-ui/src/flows/voucher/index.ts',
  messages: ['voucher', 'order', 'problem'],
}

/** The pages of memberships, with what the visitor holds. */
const memberships: Omit<RenderedRoute, 'path'> = {
  source: 'shop-ui/src/flows/membership/index.ts',
  messages: ['membership', 'problem'],
  fetch: (cache) => cache.prefetchQuery(membershipOffersQuery),
}

/** The products of a type, with the pieces that are left. */
const products: Omit<RenderedRoute, 'path'> = {
  source: 'shop-ui/src/flows/product/index.ts',
  messages: ['product', 'order', 'problem'],
  fetch: async (cache, { type = '', instance }) => {
    const { products: listed } = await cache.fetchQuery(productsQuery(type))
    if (instance !== undefined && listed.every(({ product }) => product !== instance))
      await cache.prefetchQuery(performanceProductsQuery(instance))
  },
}

/** Food and drink, with the places that are left. */
const food: Omit<RenderedRoute, 'path'> = { source: 'shop-ui/src/flows/food/index.ts', messages: ['food', 'problem'] }

/** Packages, with the performances that can be chosen. */
const packages: Omit<RenderedRoute, 'path'> = { source: 'shop-ui/src/flows/package/index.ts', messages: ['package', 'problem'] }

/** Flexible subscriptions. */
const flex: Omit<RenderedRoute, 'path'> = { source: 'shop-ui/src/flows/flex/index.ts', messages: ['flex', 'problem'] }

/** The pages that the server renders, by the path of their route. All others are rendered by the browser alone. */
export const renderedPages: readonly RenderedRoute[] = [
  { path: '/', source: 'shop-ui/src/flows/browse/home.ts', fetch: (cache) => cache.prefetchQuery(eventsQuery) },
  {
    path: '/events/:event',
    ...browse,
    fetch: async (cache, { event = '' }) => {
      const data = await cache.fetchQuery(eventQuery(event))
      if (data.availability === 'passed') await cache.prefetchQuery(eventsQuery)
      else if (cache.getQueryData(siteQuery.queryKey)?.brand.packages) await cache.prefetchQuery(packagesQuery)
    },
  },
  {
    path: '/events/:event/:instance',
    ...browse,
    fetch: async (cache, { instance = '' }) => {
      const { availability } = await cache.fetchQuery(instanceQuery(instance))
      if (bookable(availability)) await cache.prefetchQuery(pricesQuery(instance))
      if (availability === 'not-on-sale') await cache.prefetchQuery(ballotQuery(instance))
    },
  },
  {
    path: '/events/:event/:instance/priority-booking',
    ...browse,
    fetch: (cache, { instance = '' }) => cache.fetchQuery(instanceQuery(instance)),
    isRendered: (cache, { event, instance = '' }) => {
      const data = cache.getQueryData(instanceQuery(instance).queryKey)
      return data?.availability === 'priority' && data.event === event
    },
  },
  {
    path: '/events/:event/:instance/form',
    source: 'shop-ui/src/flows/form/index.ts',
    messages: ['form', 'problem'],
    fetch: (cache, { instance = '' }) => Promise.all([cache.fetchQuery(instanceQuery(instance)), cache.fetchQuery(formQuery(instance))]),
  },
  { path: '/contributions/donations', ...donations },
  { path: '/contributions/donations/:fund', ...donations },
  { path: '/events/:event/:instance/syos/:view?', ...seats },
  { path: '/events/:event/:instance/price-selection', ...seats },
  ...['/gift-vouchers', '/gift-certificates'].flatMap((path) => [
    { path, ...vouchers },
    { path: `${path}/purchase`, ...vouchers },
    { path: `${path}/balance`, ...vouchers },
  ]),
  { path: '/contributions/memberships', ...memberships },
  { path: '/contributions/memberships/:membership', ...memberships },
  { path: '/aux/:type', ...products },
  { path: '/aux/:type/:instance', ...products },
  { path: '/food-and-drink/:event', ...food, fetch: (cache, { event = '' }) => cache.prefetchQuery(foodOfEventQuery(event)) },
  { path: '/food-and-drink/:event/:instance', ...food, fetch: (cache, { instance = '' }) => cache.prefetchQuery(foodQuery(instance)) },
  {
    path: '/subscriptions/fixed-series/:seriesId',
    source: 'shop-ui/src/flows/subscription/index.ts',
    messages: ['subscription', 'problem'],
    fetch: (cache, { seriesId = '' }) => cache.prefetchQuery(packageQuery(seriesId)),
  },
  { path: '/subscriptions/flex', ...flex, fetch: (cache) => cache.prefetchQuery(flexListQuery) },
  { path: '/subscriptions/flex/:flexId', ...flex, fetch: (cache, { flexId = '' }) => cache.prefetchQuery(flexQuery(flexId)) },
  {
    path: '/listings',
    source: 'shop-ui/src/flows/listings/index.ts',
    messages: ['listings', 'problem'],
    fetch: (cache) => cache.prefetchQuery(listingsQuery),
  },
  {
    path: '/listings-packages',
    ...packages,
    fetch: async (cache) => {
      const { packages: listed } = await cache.fetchQuery(packagesQuery)
      await Promise.all(listed.map((each) => cache.prefetchQuery(packageQuery(each.package))))
    },
  },
  { path: '/packages', ...packages, fetch: (cache) => cache.prefetchQuery(packagesQuery) },
  ...['packages', 'package-builder', 'flex-package-builder', 'super-package-builder'].map((path) => ({
    ...{ path: `/${path}/:package`, ...packages },
    fetch: (cache: QueryClient, { package: id = '' }: Params) => cache.prefetchQuery(packageQuery(id)),
  })),
  { path: '/login', ...signIn },
  { path: '/register', ...signIn },
  { path: '/terms', source: 'src/page/TermsPage.tsx' },
  { path: '/accessibility', source: 'src/page/StatementPage.tsx' },
  { path: '/maintenance' },
  { path: '*', fetch: (cache) => cache.prefetchQuery(eventsQuery) },
]
