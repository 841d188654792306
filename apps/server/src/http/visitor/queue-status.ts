import type { WaitingRoomStatus } from '@playhouse/api-client/contract'
import type { StoredWaitingRoom, WaitingRooms } from '#modules/queue'
import type { QueueTicketCookie, QueuePass } from './queue-cookies.ts'

/** What a browser holds of one waiting room. */
export type QueueHolding = { readonly ticket: QueueTicketCookie | undefined; readonly pass: QueuePass | undefined }
type WithSale = Extract<WaitingRoomStatus, { sale: unknown }>
type WithoutSale<P> = P extends { sale: unknown } ? Omit<P, 'sale'> : P
/** What it is told, but for how far the sale has got: that is the same for everybody. */
export type QueueStatus = WithoutSale<WaitingRoomStatus>

const statesWithSale: ReadonlySet<WaitingRoomStatus['state']> = new Set<WithSale['state']>(['early', 'waiting', 'admitted'])
/** Whether somebody who stands there is told how far the sale has got. */
export const includesSale = (standing: QueueStatus): standing is WithoutSale<WithSale> => statesWithSale.has(standing.state)

/** Whether a pass opens the door now. */
export const isPassValid = (pass: QueuePass | undefined, room: StoredWaitingRoom, now: number): pass is QueuePass =>
  pass !== undefined && pass.round === room.round && now < pass.until

/** Where somebody stands by what their browser holds. Reckons only: it asks nobody. */
export function queueStatusOf(rooms: WaitingRooms, room: StoredWaitingRoom, { ticket: place, pass }: QueueHolding): QueueStatus {
  const now = rooms.now()
  if (isPassValid(pass, room, now)) return { state: 'inside', until: instant(pass.until), askAgainIn: pollInterval(pass.until - now) }
  const outside = (why: { readonly isMoved?: true; readonly hasLapsed?: true } = {}): QueueStatus =>
    now < room.gathersAt
      ? {
          state: 'closed',
          gathersAt: instant(room.gathersAt),
          opensAt: instant(room.opensAt),
          askAgainIn: pollInterval(room.gathersAt - now),
        }
      : { state: 'outside', opensAt: instant(room.opensAt), isMoved: false, hasLapsed: false, ...why }
  if (!place || (place.spentAt !== 0 && place.spentAt <= now)) return outside()
  const standing = rooms.status(place)
  if (standing.state === 'void') return outside()
  if (standing.state === 'moved') return outside({ isMoved: true })
  // Who was inside may come back for as long as anybody may stay.
  if (standing.state === 'lapsed')
    return place.spentAt === 0
      ? outside({ hasLapsed: true })
      : { state: 'admitted', until: instant(place.spentAt), askAgainIn: pollInterval(place.spentAt - now) }
  if (standing.state === 'early')
    return { state: 'early', opensAt: instant(room.opensAt), gathered: room.joined, askAgainIn: standing.askAgainIn }
  if (standing.state === 'admitted') return { ...standing, until: instant(standing.until) }
  return { ...standing, estimatedWait: standing.estimatedWait ?? null }
}

const instant = (at: number): string => new Date(at).toISOString()
/** Five minutes at most, and well before it is over. */
const pollInterval = (milliseconds: number): number => Math.max(1, Math.min(300, Math.ceil(milliseconds / 3_000)))
