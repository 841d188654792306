import { createHash } from 'node:crypto'
import { packAvailability, seatAvailability } from '@playhouse/domain/seat'
import type { SeatDelta, SeatEvent } from '@playhouse/domain/seat-stream'
import type { SeatClaimEnd, ReadWindow } from './claim-feed.ts'

/** What anybody may know of a performance's seats at one moment: never who has them. */
export type AvailabilitySnapshot = {
  readonly version: number
  /** See `packAvailability`. */
  readonly packed: string
  readonly seatsLeft: number
  /** Equal for equal seats, in every process. */
  readonly etag: string
}

/** How many events are remembered for those who come back. */
const ringCapacity = 1_000

type RememberedChange = { readonly upTo: number; readonly seats: readonly number[] }

/**
 * One performance's seats in memory: a cache, fed by looks at the database. Versions are instants of the database's
 * clock, so that they mean the same in every process: whoever knows version v knows all that could be seen at v.
 */
export type SeatMirror = ReturnType<typeof createSeatMirror>

export function createSeatMirror(seatCount: number, atMost = ringCapacity) {
  const values = new Uint8Array(seatCount)
  /** Of seats whose claim ends by itself; microseconds. */
  const lapsesAt = new Map<number, number>()
  const ring: RememberedChange[] = []
  /** Changes seen by looks up to here are not in the ring. */
  let floor = Infinity
  let publishedVersion = 0
  let version = 0
  let snapshot = ''
  let cachedSnapshot: AvailabilitySnapshot | undefined

  const setUntil = (seat: number, until: number, now: number): boolean => {
    if (seat >= seatCount) return false
    const value = until > now ? seatAvailability.taken : seatAvailability.free
    if (value === seatAvailability.taken && until !== Infinity) lapsesAt.set(seat, until)
    else lapsesAt.delete(seat)
    const isChanged = values[seat] !== value
    values[seat] = value
    return isChanged
  }

  /** What a look showed, and what lapsed by then, as an event; nothing where no seat looks different. */
  const applyChanges = (look: ReadWindow, claims: Iterable<SeatClaimEnd>): SeatEvent | undefined => {
    // A clock that was set back: what was told before can't be compared with what comes.
    if (look.from < version) clearRing(look)
    const changed = new Set<number>()
    const touched = new Set<number>()
    const note = (seat: number, until: number): void => {
      if (setUntil(seat, until, look.from)) changed.add(seat)
      if (seat < seatCount) touched.add(seat)
    }
    for (const { seat, until } of claims) note(seat, until)
    for (const [seat, until] of lapsesAt) if (until <= look.from) note(seat, until)
    version = Math.max(version + 1, look.from)
    snapshot = look.snapshot
    // A seat that was taken and freed between two looks is as it was; another process may have shown it taken, though.
    if (touched.size > 0) ring.push({ upTo: Math.max(look.upTo, version), seats: [...touched] })
    if (ring.length > atMost) floor = ring.shift()!.upTo
    if (changed.size === 0) return undefined
    cachedSnapshot = undefined
    const event: SeatEvent = { kind: 'changes', after: publishedVersion, version, changes: deltas(changed) }
    publishedVersion = version
    return event
  }
  const clearRing = (look: ReadWindow): void => {
    ring.length = 0
    floor = Math.max(look.upTo, version + 1)
  }
  const deltas = (seats: Iterable<number>): SeatDelta[] => Array.from(seats, (seat) => [seat, values[seat]!])
  const read = (): AvailabilitySnapshot => {
    if (!cachedSnapshot) {
      const text = packAvailability(values)
      cachedSnapshot = {
        version,
        packed: text,
        seatsLeft: values.reduce((left, value) => left + Number(value === seatAvailability.free), 0),
        etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
      }
    }
    // The same object as long as nobody has looked again: what is written from it need not be written twice.
    if (cachedSnapshot.version !== version) cachedSnapshot = { ...cachedSnapshot, version }
    return cachedSnapshot
  }

  return {
    seatCount,
    version: (): number => version,
    /** Where the next look goes on from. */
    snapshot: (): string => snapshot,
    read,
    /** A copy, one value of `seatAvailability` a seat. */
    seats: (): Uint8Array => values.slice(),
    take: applyChanges,
    /** All claims, at first and whenever the mirror may have missed something. */
    load: (look: ReadWindow, claims: readonly SeatClaimEnd[]): SeatEvent | undefined => {
      const isFirst = snapshot === ''
      const until = new Map(claims.map((claim) => [claim.seat, claim.until]))
      const event = applyChanges(
        look,
        values.keys().map((seat) => ({ seat, until: until.get(seat) ?? 0 })),
      )
      // What came and went before this look is known to nobody here.
      ring.length = 0
      floor = Math.max(look.upTo, version)
      if (!isFirst) return event
      publishedVersion = version
      return undefined
    },
    /**
     * What somebody who knows `after` has missed: the seats that changed since, as they are now; or every seat, where
     * that is no longer remembered. To send a seat twice does no harm, to leave one out does: a change counts as missed
     * unless it could be seen before `after`.
     */
    since: (after: number | undefined): SeatEvent => {
      if (after === undefined || after < floor || after > version) return { kind: 'all', version, packed: read().packed }
      const seats = new Set(ring.filter(({ upTo }) => upTo > after).flatMap((event) => event.seats))
      return { kind: 'changes', after, version, changes: deltas(seats) }
    },
  }
}
