import { queryOptions } from '@tanstack/react-query'
import type { WaitingRoomStatus } from '@playhouse/api-client/contract'
import { api, ProblemError, unwrap } from '#server-state'

/** Milliseconds until asking again where the last answer was no answer. */
const retryMs = 5_000

/** When the server says that it is worth asking again; never where nothing changes by itself. */
function nextPollMs(place: WaitingRoomStatus | undefined, error: Error | null): number | false {
  if (error instanceof ProblemError && error.problem.code === 'too-many-requests') return error.problem.params.retryAfterSeconds * 1_000
  if (error || !place) return retryMs
  return 'askAgainIn' in place ? place.askAgainIn * 1_000 : false
}

const key = (instance: string) => ['queue', instance] as const
const timing = {
  staleTime: 0,
  // A failure is a matter for the next look.
  retry: false,
  // Somebody who does something else meanwhile must be told all the same.
  refetchIntervalInBackground: true,
} as const

/** Where this browser stands before a performance, asked again and again while somebody looks. */
export const queueStatusQuery = (instance: string) =>
  queryOptions({
    ...timing,
    queryKey: key(instance),
    queryFn: () => unwrap(api.queue.place({ params: { instance } })),
    refetchInterval: ({ state: { data, error } }) => nextPollMs(data, error),
  })

/** The same, and a place is taken as soon as one can be had: who comes here wants to wait. */
export const joinedQueueQuery = (instance: string) =>
  queryOptions({
    ...timing,
    queryKey: key(instance),
    queryFn: async () => {
      const place = await unwrap(api.queue.place({ params: { instance } }))
      return place.state === 'outside' && !place.isMoved && !place.hasLapsed ? unwrap(api.queue.join({ params: { instance } })) : place
    },
    refetchInterval: ({ state: { data, error } }) => nextPollMs(data, error),
  })
