import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { CounterState } from '@playhouse/api-client/contract'
import { type ApiMutation, useApiMutation } from '#mutation'
import { type AnsweredProblem, api, queryClient, unwrap } from '#server-state'

/** Who works here, whom they serve and what they hold for them. A refusal is the answer: nobody is at the counter. */
export const counterStateQuery = queryOptions({ queryKey: ['desk'], queryFn: () => unwrap(api.staff.desk()), retry: false })

export const counterInstancesQuery = queryOptions({
  queryKey: ['counter', 'instances'],
  queryFn: async () => (await unwrap(api.counter.instances())).instances,
})

export const counterInstanceQuery = (instance: string) =>
  queryOptions({ queryKey: ['counter', 'instance', instance], queryFn: () => unwrap(api.counter.instance({ params: { instance } })) })

/** What a screen of seats begins with; from there on the stream tells. */
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

export const auditLogQuery = (instance: string) =>
  queryOptions({
    queryKey: ['counter', 'book', instance],
    queryFn: async () => (await unwrap(api.counter.book({ params: { instance } }))).entries,
    staleTime: 0,
  })

/** The counter as it was last told. The frame has fetched it before any screen shows. */
export const useCounterState = (): CounterState => useSuspenseQuery(counterStateQuery).data

/** Shows what the server returned. */
export function setCounterState(desk: CounterState): void {
  queryClient.setQueryData(counterStateQuery.queryKey, desk)
}

/** After signing out: nothing of the counter stays in this browser. */
export function clearCounterState(): void {
  queryClient.removeQueries({ queryKey: ['desk'] })
  queryClient.removeQueries({ queryKey: ['counter'] })
}

/** Problems after which the counter on this screen is out of date, or its staff session has ended. */
const outdatingProblems: readonly AnsweredProblem['code'][] = ['not-allowed', 'basket-expired', 'basket-paying', 'price-changed']

/** Sends changes of the counter. A staff session that has ended leads to the sign-in page. */
export const useStaffMutation = (): ApiMutation =>
  useApiMutation({
    onProblem: async ({ code }) => {
      if (outdatingProblems.includes(code)) await queryClient.invalidateQueries(counterStateQuery)
    },
  })
