import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { WaitingRoomStatus } from '@playhouse/api-client/contract'
import { useIsOffline } from '#browser'
import { useApiMutation } from '#mutation'
import { type ApiProblem, api, ProblemError } from '#server-state'
import { joinedQueueQuery } from './queue-queries.ts'

/** Whether the queue status is current: `offline` and `unreached` keep the last one, with a notice. */
export type Connection = 'reached' | 'offline' | 'unreached'

export type QueueTicket = {
  readonly place: WaitingRoomStatus | undefined
  readonly reach: Connection
  /** A permanent problem: the performance does not exist. */
  readonly problem: ApiProblem | undefined
  /** Sets the queue status that another call has returned. */
  readonly know: (place: WaitingRoomStatus) => void
  /** Joins the queue again after the ticket was lost. */
  readonly joinAgain: () => void
}

/** This browser's queue status for a performance: joins the queue if necessary, and polls. */
export function useQueueStatus(instance: string): QueueTicket {
  const client = useQueryClient()
  const isOffline = useIsOffline()
  const { data: place, error } = useQuery(joinedQueueQuery(instance))
  const know = (status: WaitingRoomStatus): void => void client.setQueryData(joinedQueueQuery(instance).queryKey, status)
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
