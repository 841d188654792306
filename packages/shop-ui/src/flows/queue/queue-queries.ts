import { queryOptions } from '@tanstack/react-query'
import type { WaitingRoomStatus } from '@playhouse/api-client/contract'
import { api, ProblemError, unwrap } from '#server-state'

/** Milliseconds until the next poll after a failure. */
const retryMs = 5_000

/** Milliseconds until the next poll, as the server requests; false if the status does not change by itself. */
function nextPollMs(place: WaitingRoomStatus | undefined, error: Error | null): number | false {
  if (error instanceof ProblemError && error.problem.code === 'too-many-requests') return error.problem.params.retryAfterSeconds * 1_000
  if (error || !place) return retryMs
  return 'askAgainIn' in place ? place.askAgainIn * 1_000 : false
}

const key = (instance: string) => ['queue', instance] as const
const timing = {
  staleTime: 0,
  // The next poll is the retry.
  retry: false,
  // Visitors in another tab must be notified as well.
  refetchIntervalInBackground: true,
} as const

/** The queue status of this browser for a performance, polled. */
export const queueStatusQuery = (instance: string) =>
  queryOptions({
    ...timing,
    queryKey: key(instance),
    queryFn: () => unwrap(api.queue.place({ params: { instance } })),
    refetchInterval: ({ state: { data, error } }) => nextPollMs(data, error),
  })

/** The same, and joins the queue as soon as possible: for visitors in the waiting room. */
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
