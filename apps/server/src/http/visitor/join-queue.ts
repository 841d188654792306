import type { Problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { StoredWaitingRoom, WaitingRooms } from '#modules/queue'
import type { Throttle } from '#modules/throttle'
import { networkOf, wideNetworkOf } from './network.ts'
import type { QueueTicketCookie } from './queue-cookies.ts'
import { type QueueHolding, type QueueStatus, queueStatusOf } from './queue-status.ts'

/** The queue status of a visitor who asked for a ticket; `ticket` is the new one, if any. */
export type JoinResult = { readonly status: QueueStatus; readonly ticket: QueueTicketCookie | undefined }
/** Issues a queue ticket to a browser that has none. `address`: the IP address, whose networks are limited. */
export type JoinQueue = (
  room: StoredWaitingRoom,
  holding: QueueHolding,
  address: string,
) => Promise<Result<JoinResult, Problem<'too-many-requests'>>>

export function createJoinQueue({
  waitingRooms,
  throttle,
}: {
  readonly waitingRooms: WaitingRooms
  readonly throttle: Throttle
}): JoinQueue {
  return async (room, holding, address) => {
    const status = queueStatusOf(waitingRooms, room, holding)
    if (status.state !== 'outside') return ok({ status, ticket: undefined })
    const rejection = (await throttle.local('join', networkOf(address))) ?? (await throttle.local('join-wide', wideNetworkOf(address)))
    if (rejection) return fail(rejection)
    const joinResult = await waitingRooms.join(room.performance)
    const ticket = joinResult && { ...joinResult, spentAt: 0 }
    return ok({ status: queueStatusOf(waitingRooms, waitingRooms.of(room.performance) ?? room, { ticket, pass: undefined }), ticket })
  }
}
