import { QueryClient, queryOptions } from '@tanstack/react-query'
import { api, apiOf, ProblemError, unwrap } from './api.ts'
import { useDrafts } from '#client-state'
import { setServerTime } from '#browser'

/** Cache of the server's data, of this tab. Problems are not retried, except that the server was unreachable. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && error instanceof ProblemError && error.problem.code === 'service-unavailable',
    },
  },
})

const minute = 60_000

export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ client }) => unwrap(apiOf(client).site.site()),
  staleTime: Infinity,
})

/**
 * An expired session keeps the drafts. If another tab has signed in another customer, the drafts and the page with data of the
 * former customer are discarded.
 */
function applySession(customer: string | undefined): void {
  if (customer === undefined) return
  const former = queryClient.getQueryData(sessionQuery.queryKey)?.customer?.id
  useDrafts.getState().changeOwner(customer)
  if (former !== undefined && former !== customer) location.reload()
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => {
    const session = await unwrap(api.site.session())
    setServerTime(session.serverTime)
    applySession(session.customer?.id)
    return session
  },
})

export const basketQuery = queryOptions({ queryKey: ['basket'], queryFn: ({ client }) => unwrap(apiOf(client).basket.read()) })

export const eventsQuery = queryOptions({
  queryKey: ['events'],
  queryFn: ({ client }) => unwrap(apiOf(client).catalogue.events()),
  staleTime: minute,
})

export const eventQuery = (event: string) =>
  queryOptions({
    queryKey: ['event', event],
    queryFn: ({ client }) => unwrap(apiOf(client).catalogue.event({ params: { event } })),
    staleTime: minute,
  })

export const instanceQuery = (instance: string) =>
  queryOptions({
    queryKey: ['instance', instance],
    queryFn: ({ client }) => unwrap(apiOf(client).catalogue.instance({ params: { instance } })),
  })

export const pricesQuery = (instance: string) =>
  queryOptions({
    queryKey: ['prices', instance],
    queryFn: ({ client }) => unwrap(apiOf(client).catalogue.prices({ params: { instance } })),
    staleTime: minute,
  })

/** The bytes of a seat plan, for `readPlanBytes`. They never change: the version is in the URL. */
export const planQuery = (venue: string, version: string) =>
  queryOptions({
    queryKey: ['plan', venue, version],
    queryFn: () => unwrap(api.catalogue.packedPlan({ params: { venue, version } })),
    staleTime: Infinity,
  })

/** The ballot of a performance with the visitor's entry. */
export const ballotQuery = (instance: string) =>
  queryOptions({ queryKey: ['ballot', instance], queryFn: ({ client }) => unwrap(apiOf(client).ballot.read({ params: { instance } })) })

/** The form of a performance. */
export const formQuery = (instance: string) =>
  queryOptions({ queryKey: ['form', instance], queryFn: ({ client }) => unwrap(apiOf(client).forms.read({ params: { instance } })) })

/** The memberships on sale. They depend on the customer and on the basket. */
export const membershipOffersQuery = queryOptions({
  queryKey: ['memberships'],
  queryFn: ({ client }) => unwrap(apiOf(client).catalogue.memberships()),
  staleTime: 0,
})

/** The products of a type. The pieces that are left change with each basket. */
export const productsQuery = (type: string) =>
  queryOptions({
    queryKey: ['products', type],
    queryFn: ({ client }) => unwrap(apiOf(client).catalogue.products({ params: { type } })),
    staleTime: 0,
  })

/** The products that are on sale for a performance, by type. The pieces that are left change with each basket. */
export const performanceProductsQuery = (instance: string) =>
  queryOptions({
    queryKey: ['products', 'performance', instance],
    queryFn: ({ client }) => unwrap(apiOf(client).catalogue.performanceProducts({ params: { instance } })),
    staleTime: 0,
  })

export const availabilityQuery = (instance: string) =>
  queryOptions({
    queryKey: ['availability', instance],
    queryFn: () => unwrap(api.catalogue.availability({ params: { instance } })),
    staleTime: 0,
  })

export const detailsQuery = queryOptions({ queryKey: ['me'], queryFn: () => unwrap(api.me.read()) })

/** Below `me`: removed at each sign-in and sign-out. */
export const addressesQuery = queryOptions({ queryKey: ['me', 'addresses'], queryFn: () => unwrap(api.me.addresses()) })
export const permissionsQuery = queryOptions({ queryKey: ['me', 'permissions'], queryFn: () => unwrap(api.me.contactPreferences()) })
export const householdQuery = queryOptions({ queryKey: ['me', 'household'], queryFn: () => unwrap(api.me.household()) })

export const ordersQuery = queryOptions({ queryKey: ['orders'], queryFn: () => unwrap(api.me.orders()) })

export const orderQuery = (number: string) =>
  queryOptions({ queryKey: ['order', number], queryFn: () => unwrap(api.me.order({ params: { number } })) })

/** Polls until the payment has succeeded or failed. */
export const paymentQuery = (payment: string) =>
  queryOptions({
    queryKey: ['payment', payment],
    queryFn: () => unwrap(api.checkout.status({ params: { payment } })),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data && ['created', 'redirected'].includes(data.state)
        ? 2_000
        : data?.order?.state === 'confirming' || data?.order?.state === 'completing'
          ? 1_000
          : false,
  })
