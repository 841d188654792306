import { keepPreviousData, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { contract, CounterState, QueryOf } from '@playhouse/api-client/contract'
import { type ApiMutation, useApiMutation } from '#mutation'
import { type ApiProblem, api, queryClient, unwrap } from '#server-state'

/** The staff session, its current customer and its basket. The problem `not-allowed` means that there is no staff session. */
export const counterStateQuery = queryOptions({ queryKey: ['desk'], queryFn: () => unwrap(api.staff.desk()), retry: false })

export const counterInstancesQuery = queryOptions({
  queryKey: ['counter', 'instances'],
  queryFn: async () => (await unwrap(api.counter.instances())).instances,
})

export const counterInstanceQuery = (instance: string) =>
  queryOptions({ queryKey: ['counter', 'instance', instance], queryFn: () => unwrap(api.counter.instance({ params: { instance } })) })

/** The initial availability of a seat screen; the stream of changes keeps it current. */
export const counterSeatsQuery = (instance: string) =>
  queryOptions({
    queryKey: ['counter', 'seats', instance],
    queryFn: () => unwrap(api.counter.seats({ params: { instance } })),
    staleTime: Infinity,
    gcTime: 0,
  })

export const soldOrderQuery = (number: string) =>
  queryOptions({
    queryKey: ['counter', 'order', number],
    queryFn: () => unwrap(api.afterSale.order({ params: { number } })),
    staleTime: 0,
  })

/**
 * The counter basket of this version as an exchange sells it: vouchers of subscriptions that paid for the exchanged tickets can pay for its
 * tickets.
 */
export const exchangeBasketQuery = (version: number, tickets: readonly string[]) =>
  queryOptions({
    queryKey: ['counter', 'exchange', version, tickets],
    queryFn: async () => (await unwrap(api.counter.exchangeBasket({ body: { tickets: [...tickets] } }))).basket,
    staleTime: 0,
  })

/** The memberships on sale for the customer whom the counter serves. */
export const counterMembershipsQuery = (customer: string | undefined) =>
  queryOptions({
    queryKey: ['counter', 'memberships', customer],
    queryFn: async () => (await unwrap(api.counter.memberships())).memberships,
    staleTime: 0,
  })

export const unfinishedSalesQuery = queryOptions({
  queryKey: ['counter', 'unfinished-sales'],
  queryFn: async () => (await unwrap(api.afterSale.unfinishedSales())).sales,
  staleTime: 0,
})

export const takingsQuery = (day: string | undefined) =>
  queryOptions({
    queryKey: ['counter', 'takings', day],
    queryFn: () => unwrap(api.afterSale.takings(day === undefined ? {} : { query: { day } })),
    staleTime: 0,
  })

export const voucherQuery = (voucher: string) =>
  queryOptions({
    queryKey: ['counter', 'voucher', voucher],
    queryFn: () => unwrap(api.staffVouchers.read({ params: { voucher } })),
    staleTime: 0,
  })

export const orderVouchersQuery = (order: string) =>
  queryOptions({
    queryKey: ['counter', 'order-vouchers', order],
    queryFn: async () => (await unwrap(api.staffVouchers.ofOrder({ params: { number: order } }))).vouchers,
    staleTime: 0,
  })

export const voucherLettersQuery = queryOptions({
  queryKey: ['counter', 'voucher-letters'],
  queryFn: async () => (await unwrap(api.staffVouchers.letters())).letters,
  staleTime: 0,
})

export const paymentLinksQuery = queryOptions({
  queryKey: ['counter', 'payment-links'],
  queryFn: async () => (await unwrap(api.staffPaymentLinks.list())).links,
  staleTime: 0,
})

/** What visitors sent with forms. Without a filter: the key of all such queries. */
export const formEntriesQuery = (filter: QueryOf<typeof contract.staffForms.list> = {}) =>
  queryOptions({
    queryKey: ['counter', 'forms', ...Object.values(filter)],
    queryFn: () => unwrap(api.staffForms.list({ query: filter })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const kitchenQuery = (instance: string) =>
  queryOptions({
    queryKey: ['counter', 'kitchen', instance],
    queryFn: () => unwrap(api.food.kitchen({ params: { instance } })),
    staleTime: 0,
  })

export const tablesQuery = (instance: string) =>
  queryOptions({
    queryKey: ['counter', 'tables', instance],
    queryFn: () => unwrap(api.tables.booked({ params: { instance } })),
    staleTime: 0,
  })

export const auditLogQuery = (instance: string) =>
  queryOptions({
    queryKey: ['counter', 'book', instance],
    queryFn: async () => (await unwrap(api.counter.book({ params: { instance } }))).entries,
    staleTime: 0,
  })

/** The last known state of the counter. The frame loads it before any screen is shown. */
export const useCounterState = (): CounterState => useSuspenseQuery(counterStateQuery).data

/** Stores the state that the server returned. */
export function setCounterState(desk: CounterState): void {
  queryClient.setQueryData(counterStateQuery.queryKey, desk)
}

/** Removes all counter data from this browser, after the sign-out. */
export function clearCounterState(): void {
  queryClient.removeQueries({ queryKey: ['desk'] })
  queryClient.removeQueries({ queryKey: ['counter'] })
}

/** Problems after which the counter on this screen is out of date, or its staff session has ended. */
const outdatingProblems: readonly ApiProblem['code'][] = ['not-allowed', 'basket-expired', 'basket-paying', 'price-changed']

/** Sends changes of the counter. A staff session that has ended leads to the sign-in page. */
export const useStaffMutation = (): ApiMutation =>
  useApiMutation({
    onProblem: async ({ code }) => {
      if (outdatingProblems.includes(code)) await queryClient.invalidateQueries(counterStateQuery)
    },
  })

/** Whether a code of the second factor was wrong: its field shows it. */
export const isCodeWrong = ({ code }: ApiProblem): boolean => code === 'login-failed' || code === 'invalid-input'
