import type { WaitingRoomStatus } from '@playhouse/api-client/contract'
import type { StoredWaitingRoom, WaitingRooms } from '#modules/queue'
import type { QueueTicketCookie, QueuePass } from './queue-cookies.ts'

/** The queue ticket and pass of a browser for one waiting room. */
export type QueueHolding = { readonly ticket: QueueTicketCookie | undefined; readonly pass: QueuePass | undefined }
type WithSale = Extract<WaitingRoomStatus, { sale: unknown }>
type WithoutSale<P> = P extends { sale: unknown } ? Omit<P, 'sale'> : P
/** A queue status without the progress of the sale, which is the same for all visitors. */
export type QueueStatus = WithoutSale<WaitingRoomStatus>

const statesWithSale: ReadonlySet<WaitingRoomStatus['state']> = new Set<WithSale['state']>(['early', 'waiting', 'admitted'])
/** Whether this status includes the progress of the sale. */
export const includesSale = (status: QueueStatus): status is WithoutSale<WithSale> => statesWithSale.has(status.state)

/** Whether a pass admits now. */
export const isPassValid = (pass: QueuePass | undefined, room: StoredWaitingRoom, now: number): pass is QueuePass =>
  pass !== undefined && pass.round === room.round && now < pass.until

/** Computes the queue status of a browser, without I/O. */
export function queueStatusOf(rooms: WaitingRooms, room: StoredWaitingRoom, { ticket, pass }: QueueHolding): QueueStatus {
  const now = rooms.now()
  if (isPassValid(pass, room, now)) return { state: 'inside', until: instant(pass.until), askAgainIn: pollInterval(pass.until - now) }
  const outsideStatus = (why: { readonly isMoved?: true; readonly hasLapsed?: true } = {}): QueueStatus =>
    now < room.gathersAt
      ? {
          state: 'closed',
          gathersAt: instant(room.gathersAt),
          opensAt: instant(room.opensAt),
          askAgainIn: pollInterval(room.gathersAt - now),
        }
      : { state: 'outside', opensAt: instant(room.opensAt), isMoved: false, hasLapsed: false, ...why }
  if (!ticket || (ticket.spentAt !== 0 && ticket.spentAt <= now)) return outsideStatus()
  const status = rooms.status(ticket)
  if (status.state === 'void') return outsideStatus()
  if (status.state === 'moved') return outsideStatus({ isMoved: true })
  // A visitor with a used ticket may re-enter until its end.
  if (status.state === 'lapsed')
    return ticket.spentAt === 0
      ? outsideStatus({ hasLapsed: true })
      : { state: 'admitted', until: instant(ticket.spentAt), askAgainIn: pollInterval(ticket.spentAt - now) }
  if (status.state === 'early')
    return { state: 'early', opensAt: instant(room.opensAt), gathered: room.joined, askAgainIn: status.askAgainIn }
  if (status.state === 'admitted') return { ...status, until: instant(status.until) }
  return { ...status, estimatedWait: status.estimatedWait ?? null }
}

const instant = (at: number): string => new Date(at).toISOString()
/** Seconds until the next poll: a third of the remaining time, at most five minutes. */
const pollInterval = (milliseconds: number): number => Math.max(1, Math.min(300, Math.ceil(milliseconds / 3_000)))
