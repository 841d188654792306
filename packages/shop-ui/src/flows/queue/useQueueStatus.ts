import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { WaitingRoomStatus } from '@playhouse/api-client/contract'
import { useIsOffline } from '#browser'
import { useApiMutation } from '#mutation'
import { type ApiProblem, api, ProblemError } from '#server-state'
import { joinedQueueQuery } from './queue-queries.ts'

/** Whether what is shown is as the server knows it: `offline` and `unreached` keep the place and say so. */
export type Connection = 'reached' | 'offline' | 'unreached'

export type QueueTicket = {
  readonly place: WaitingRoomStatus | undefined
  readonly reach: Connection
  /** What no waiting mends: there is no such performance. */
  readonly problem: ApiProblem | undefined
  /** Takes what another call answered about the same place. */
  readonly know: (place: WaitingRoomStatus) => void
  /** A new place, where the old one went to another device. */
  readonly joinAgain: () => void
}

/** This browser's place before a performance: taken when there is none, and kept up to date. */
export function useQueueStatus(instance: string): QueueTicket {
  const client = useQueryClient()
  const isOffline = useIsOffline()
  const { data: place, error } = useQuery(joinedQueueQuery(instance))
  const know = (answer: WaitingRoomStatus): void => void client.setQueryData(joinedQueueQuery(instance).queryKey, answer)
  const { send } = useApiMutation()
  const problem = error instanceof ProblemError ? error.problem : undefined
  return {
    place,
    reach: isOffline ? 'offline' : error ? 'unreached' : 'reached',
    problem: problem?.code === 'instance-unavailable' ? problem : undefined,
    know,
    joinAgain: () => void send(() => api.queue.join({ params: { instance } }), { onSuccess: know }),
  }
}
