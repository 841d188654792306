import { createHash } from 'node:crypto'
import { packAvailability, seatAvailability } from '@playhouse/domain/seat'
import type { SeatDelta, SeatEvent } from '@playhouse/domain/seat-stream'
import type { SeatClaimEnd, ReadWindow } from './claim-feed.ts'

/** The public availability of a performance's seats at one version. It does not reveal who has them. */
export type AvailabilitySnapshot = {
  readonly version: number
  /** See `packAvailability`. */
  readonly packedSeats: string
  readonly seatsLeft: number
  /** Equal for equal seats, in every process. */
  readonly etag: string
}

/** Number of changes that are remembered for reconnecting subscribers. */
const ringCapacity = 1_000

type RememberedChange = { readonly upTo: number; readonly seats: readonly number[] }

/**
 * One performance's seats in memory: a cache, fed by reads of the database. Versions are instants of the database's clock, so
 * they mean the same in every process: version v includes everything that was visible at v.
 */
export type SeatMirror = ReturnType<typeof createSeatMirror>

export function createSeatMirror(seatCount: number, atMost = ringCapacity) {
  const values = new Uint8Array(seatCount)
  /** By seat the end of its claim in microseconds, for claims that end by themselves. */
  const lapsesAt = new Map<number, number>()
  const ring: RememberedChange[] = []
  /** The version up to which changes are no longer in the ring. */
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

  /** Applies a read and the holds that lapsed by then. Returns an event; undefined if no seat has changed. */
  const applyChanges = (look: ReadWindow, claims: Iterable<SeatClaimEnd>): SeatEvent | undefined => {
    // The clock was set back: earlier versions can't be compared any more.
    if (look.from < version) clearRing(look)
    const changedSeats = new Set<number>()
    const touchedSeats = new Set<number>()
    const note = (seat: number, until: number): void => {
      if (setUntil(seat, until, look.from)) changedSeats.add(seat)
      if (seat < seatCount) touchedSeats.add(seat)
    }
    for (const { seat, until } of claims) note(seat, until)
    for (const [seat, until] of lapsesAt) if (until <= look.from) note(seat, until)
    version = Math.max(version + 1, look.from)
    snapshot = look.snapshot
    // A seat that was taken and freed between two reads is unchanged here, but another process may have shown it as taken.
    if (touchedSeats.size > 0) ring.push({ upTo: Math.max(look.upTo, version), seats: [...touchedSeats] })
    if (ring.length > atMost) floor = ring.shift()!.upTo
    if (changedSeats.size === 0) return undefined
    cachedSnapshot = undefined
    const event: SeatEvent = { kind: 'changes', after: publishedVersion, version, changes: deltas(changedSeats) }
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
        packedSeats: text,
        seatsLeft: values.reduce((freeCount, value) => freeCount + Number(value === seatAvailability.free), 0),
        etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
      }
    }
    // The same object until the next read, so that serialised forms can be cached by it.
    if (cachedSnapshot.version !== version) cachedSnapshot = { ...cachedSnapshot, version }
    return cachedSnapshot
  }

  return {
    seatCount,
    version: (): number => version,
    /** The snapshot that the next read continues from. */
    snapshot: (): string => snapshot,
    read,
    /** A copy, one value of `seatAvailability` for each seat. */
    seats: (): Uint8Array => values.slice(),
    take: applyChanges,
    /** Applies all claims: at first, and whenever the mirror may have missed changes. */
    load: (look: ReadWindow, claims: readonly SeatClaimEnd[]): SeatEvent | undefined => {
      const isFirst = snapshot === ''
      const until = new Map(claims.map((claim) => [claim.seat, claim.until]))
      const event = applyChanges(
        look,
        values.keys().map((seat) => ({ seat, until: until.get(seat) ?? 0 })),
      )
      // Changes before this read are not in the ring.
      ring.length = 0
      floor = Math.max(look.upTo, version)
      if (!isFirst) return event
      publishedVersion = version
      return undefined
    },
    /**
     * The changes that a subscriber at version `after` has missed: changed seats with their current values, or every seat if the
     * ring does not reach back. A seat may be sent twice, but none may be left out: a change counts as missed unless it was
     * visible before `after`.
     */
    since: (after: number | undefined): SeatEvent => {
      if (after === undefined || after < floor || after > version) return { kind: 'all', version, packed: read().packedSeats }
      const seats = new Set(ring.filter(({ upTo }) => upTo > after).flatMap((event) => event.seats))
      return { kind: 'changes', after, version, changes: deltas(seats) }
    },
  }
}
