import { createHash } from 'node:crypto'
import { packAvailability, seatAvailability } from '@playhouse/domain/seat'
import type { SeatDelta, SeatEvent } from '@playhouse/domain/seat-stream'
import type { Claim, Look } from './claim-feed.ts'

/** What anybody may know of a performance's seats at one moment: never who has them. */
export type SeatsOutlook = {
  readonly version: number
  /** See `packAvailability`. */
  readonly packed: string
  readonly seatsLeft: number
  /** Equal for equal seats, in every process. */
  readonly etag: string
}

/** How many events are remembered for those who come back. */
const ringSize = 1_000

type Remembered = { readonly upTo: number; readonly seats: readonly number[] }

/**
 * One performance's seats in memory: a cache, fed by looks at the database. Versions are instants of the database's
 * clock, so that they mean the same in every process: whoever knows version v knows all that could be seen at v.
 */
export type SeatMirror = ReturnType<typeof createMirror>

export function createMirror(seatCount: number, atMost = ringSize) {
  const values = new Uint8Array(seatCount)
  /** Of seats whose claim ends by itself; microseconds. */
  const lapses = new Map<number, number>()
  const ring: Remembered[] = []
  /** Changes seen by looks up to here are not in the ring. */
  let floor = Infinity
  let told = 0
  let version = 0
  let snapshot = ''
  let outlook: SeatsOutlook | undefined

  const put = (seat: number, until: number, now: number): boolean => {
    if (seat >= seatCount) return false
    const value = until > now ? seatAvailability.taken : seatAvailability.free
    if (value === seatAvailability.taken && until !== Infinity) lapses.set(seat, until)
    else lapses.delete(seat)
    const isChanged = values[seat] !== value
    values[seat] = value
    return isChanged
  }

  /** What a look showed, and what lapsed by then, as an event; nothing where no seat looks different. */
  const take = (look: Look, claims: Iterable<Claim>): SeatEvent | undefined => {
    // A clock that was set back: what was told before can't be compared with what comes.
    if (look.from < version) forget(look)
    const changed = new Set<number>()
    const touched = new Set<number>()
    const note = (seat: number, until: number): void => {
      if (put(seat, until, look.from)) changed.add(seat)
      if (seat < seatCount) touched.add(seat)
    }
    for (const { seat, until } of claims) note(seat, until)
    for (const [seat, until] of lapses) if (until <= look.from) note(seat, until)
    version = Math.max(version + 1, look.from)
    snapshot = look.snapshot
    // A seat that was taken and freed between two looks is as it was; another process may have shown it taken, though.
    if (touched.size > 0) ring.push({ upTo: Math.max(look.upTo, version), seats: [...touched] })
    if (ring.length > atMost) floor = ring.shift()!.upTo
    if (changed.size === 0) return undefined
    outlook = undefined
    const event: SeatEvent = { kind: 'changes', after: told, version, changes: deltas(changed) }
    told = version
    return event
  }
  const forget = (look: Look): void => {
    ring.length = 0
    floor = Math.max(look.upTo, version + 1)
  }
  const deltas = (seats: Iterable<number>): SeatDelta[] => Array.from(seats, (seat) => [seat, values[seat]!])
  const read = (): SeatsOutlook => {
    if (!outlook) {
      const text = packAvailability(values)
      outlook = {
        version,
        packed: text,
        seatsLeft: values.reduce((left, value) => left + Number(value === seatAvailability.free), 0),
        etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
      }
    }
    // The same object as long as nobody has looked again: what is written from it need not be written twice.
    if (outlook.version !== version) outlook = { ...outlook, version }
    return outlook
  }

  return {
    seatCount,
    version: (): number => version,
    /** Where the next look goes on from. */
    snapshot: (): string => snapshot,
    read,
    /** A copy, one value of `seatAvailability` a seat. */
    seats: (): Uint8Array => values.slice(),
    take,
    /** All claims, at first and whenever the mirror may have missed something. */
    load: (look: Look, claims: readonly Claim[]): SeatEvent | undefined => {
      const isFirst = snapshot === ''
      const until = new Map(claims.map((claim) => [claim.seat, claim.until]))
      const event = take(
        look,
        values.keys().map((seat) => ({ seat, until: until.get(seat) ?? 0 })),
      )
      // What came and went before this look is known to nobody here.
      ring.length = 0
      floor = Math.max(look.upTo, version)
      if (!isFirst) return event
      told = version
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
