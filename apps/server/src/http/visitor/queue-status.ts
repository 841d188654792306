import type { WaitingRoomStatus } from '@playhouse/api-client/contract'
import type { StoredWaitingRoom, WaitingRooms } from '#modules/queue'
import type { KeptPlace, Pass } from './queue-cookies.ts'

/** What a browser holds of one waiting room. */
export type Holding = { readonly place: KeptPlace | undefined; readonly pass: Pass | undefined }
type WithSale = Extract<WaitingRoomStatus, { sale: unknown }>
type WithoutSale<P> = P extends { sale: unknown } ? Omit<P, 'sale'> : P
/** What it is told, but for how far the sale has got: that is the same for everybody. */
export type Standing = WithoutSale<WaitingRoomStatus>

const waitsFor: ReadonlySet<WaitingRoomStatus['state']> = new Set<WithSale['state']>(['early', 'waiting', 'admitted'])
/** Whether somebody who stands there is told how far the sale has got. */
export const hearsOfSale = (standing: Standing): standing is WithoutSale<WithSale> => waitsFor.has(standing.state)

/** Whether a pass opens the door now. */
export const isGood = (pass: Pass | undefined, room: StoredWaitingRoom, now: number): pass is Pass =>
  pass !== undefined && pass.round === room.round && now < pass.until

/** Where somebody stands by what their browser holds. Reckons only: it asks nobody. */
export function standingWith(rooms: WaitingRooms, room: StoredWaitingRoom, { place, pass }: Holding): Standing {
  const now = rooms.now()
  if (isGood(pass, room, now)) return { state: 'inside', until: instant(pass.until), askAgainIn: soonerThan(pass.until - now) }
  const outside = (why: { readonly isMoved?: true; readonly hasLapsed?: true } = {}): Standing =>
    now < room.gathersAt
      ? {
          state: 'closed',
          gathersAt: instant(room.gathersAt),
          opensAt: instant(room.opensAt),
          askAgainIn: soonerThan(room.gathersAt - now),
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
      : { state: 'admitted', until: instant(place.spentAt), askAgainIn: soonerThan(place.spentAt - now) }
  if (standing.state === 'early')
    return { state: 'early', opensAt: instant(room.opensAt), gathered: room.joined, askAgainIn: standing.askAgainIn }
  if (standing.state === 'admitted') return { ...standing, until: instant(standing.until) }
  return { ...standing, estimatedWait: standing.estimatedWait ?? null }
}

const instant = (at: number): string => new Date(at).toISOString()
/** Five minutes at most, and well before it is over. */
const soonerThan = (milliseconds: number): number => Math.max(1, Math.min(300, Math.ceil(milliseconds / 3_000)))
