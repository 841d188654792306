import type { Problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { StoredWaitingRoom, WaitingRooms } from '#modules/queue'
import type { Throttle } from '#modules/throttle'
import type { KeptPlace } from './queue-cookies.ts'
import { type Holding, type Standing, standingWith } from './queue-status.ts'

/** Where somebody stands who asked for a place; `place` is the one they were given now. */
export type Joined = { readonly standing: Standing; readonly place: KeptPlace | undefined }
/** Takes a place in a waiting room for a browser that has none. */
export type Join = (room: StoredWaitingRoom, holding: Holding, network: string) => Promise<Result<Joined, Problem<'too-many-requests'>>>

export function createJoin({ rooms, throttle }: { readonly rooms: WaitingRooms; readonly throttle: Throttle }): Join {
  return async (room, holding, network) => {
    const standing = standingWith(rooms, room, holding)
    if (standing.state !== 'outside') return ok({ standing, place: undefined })
    const refused = await throttle.local('join', network)
    if (refused) return fail(refused)
    const taken = await rooms.join(room.performance)
    const place = taken && { ...taken, spentAt: 0 }
    return ok({ standing: standingWith(rooms, rooms.of(room.performance) ?? room, { place, pass: undefined }), place })
  }
}
