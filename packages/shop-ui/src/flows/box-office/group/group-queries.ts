import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '#server-state'

export const groupBookingsQuery = queryOptions({
  queryKey: ['counter', 'group-bookings'],
  queryFn: async () => (await unwrap(api.groupBookings.list())).bookings,
  staleTime: 0,
})

export const groupNamesQuery = (number: string) =>
  queryOptions({
    queryKey: ['counter', 'group-names', number],
    queryFn: () => unwrap(api.groupBookings.names({ params: { number } })),
    staleTime: 0,
  })

export const groupSeatsQuery = (number: string) =>
  queryOptions({
    queryKey: ['counter', 'group-seats', number],
    queryFn: () => unwrap(api.groupBookings.seats({ params: { number } })),
    staleTime: 0,
  })
