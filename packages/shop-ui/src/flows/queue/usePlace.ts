import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { WaitingRoomStatus } from '@playhouse/api-client/contract'
import { useOffline } from '#browser'
import { useApiMutation } from '#mutation'
import { type AnsweredProblem, api, ProblemError } from '#server-state'
import { waitingQuery } from './place-query.ts'

/** Whether what is shown is as the server knows it: `offline` and `unreached` keep the place and say so. */
export type Reach = 'reached' | 'offline' | 'unreached'

export type WaitingPlace = {
  readonly place: WaitingRoomStatus | undefined
  readonly reach: Reach
  /** What no waiting mends: there is no such performance. */
  readonly problem: AnsweredProblem | undefined
  /** Takes what another call answered about the same place. */
  readonly know: (place: WaitingRoomStatus) => void
  /** A new place, where the old one went to another device. */
  readonly joinAgain: () => void
}

/** This browser's place before a performance: taken when there is none, and kept up to date. */
export function usePlace(instance: string): WaitingPlace {
  const client = useQueryClient()
  const isOffline = useOffline()
  const { data: place, error } = useQuery(waitingQuery(instance))
  const know = (answer: WaitingRoomStatus): void => void client.setQueryData(waitingQuery(instance).queryKey, answer)
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
