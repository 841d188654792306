import { type Kysely, sql } from 'kysely'
import { type Database, isBusy, isConnectionLost } from '#db'
import { type SeatEvent, writeSeatEvent } from '@playhouse/domain/seat-stream'
import { maxBookmarkAgeMicros, readChanges, readClaims } from './claim-feed.ts'
import { createPendingClaims } from './picks.ts'
import { createSeatMirror, type SeatMirror, type AvailabilitySnapshot } from './seat-mirror.ts'
import type { AvailabilityMask } from './availability-mask.ts'

/** Told of each event of a performance, written once for everybody who looks on. */
export type AvailabilitySubscriber = (frame: Buffer) => void
export type AvailabilitySubscription = { readonly first: Buffer; readonly stop: () => void }

/**
 * Of what seats are chosen from. `usual`: at most a moment old; what this process is about to take counts as taken.
 * `afresh`: as the database tells it now, and that. `settled`: what the database tells now and nothing else.
 */
export type SeatFreshness = 'usual' | 'afresh' | 'settled'

/** What strangers may know of seats, from memory. Never decides who gets one. */
export interface SeatAvailability {
  snapshot(performance: string, seats: number, mask?: AvailabilityMask): Promise<AvailabilitySnapshot>
  /** From now on, beginning with what changed `after` a version, or with all seats. */
  subscribe(
    performance: string,
    seats: number,
    after: number | undefined,
    tell: AvailabilitySubscriber,
    mask?: AvailabilityMask,
  ): Promise<AvailabilitySubscription>
  /** The seats as they stand, one value of `seatAvailability` each, to choose from: yours to change. */
  copySeats(performance: string, seats: number, how?: SeatFreshness): Promise<Uint8Array>
  /** These seats are about to be taken from here. Returns how to take that back. */
  markPending(performance: string, seats: readonly number[]): () => void
  /** Seats claimed per performance; a performance without any is absent. */
  countClaimed(): Promise<ReadonlyMap<string, number>>
  close(): Promise<void>
}

export type SeatAvailabilityOptions = {
  /** Milliseconds between two looks while somebody watches. */
  readonly pollIntervalMs?: number
  readonly onFailure?: (error: unknown) => void
}

/** Milliseconds for which one look answers for everyone who only asks. */
const maxAgeMs = 1_000
/** Milliseconds after which every claim is read again, so that nothing that was missed stays wrong. */
const reloadIntervalMs = 60_000
/** Milliseconds without a look after which onlookers are told so. */
const behindAfterMs = 5_000
/** Milliseconds for which a pick counts: by then a look has shown what came of it. */
const pendingClaimMs = 2 * maxAgeMs
/** Milliseconds after which a performance that nobody asks for is forgotten. */
const evictAfterMs = 300_000

/** A performance somebody is interested in. Its mirror is to be trusted while it is in step; else it is loaded, or loaded anew. */
type MirroredPerformance = {
  readonly id: string
  readonly mirror: SeatMirror
  /** Each with what lies over the seats for them. */
  readonly subscribers: Map<AvailabilitySubscriber, AvailabilityMask | undefined>
  isCurrent: boolean
  loading: Promise<void> | undefined
  loadedAt: number
  readAt: number
  requestedAt: number
  isReportedBehind: boolean
}

/** One mirror a performance, one look at the database a tick for all of them, however many visitors look at maps. */
export function createSeatAvailability(
  db: Kysely<Database>,
  { pollIntervalMs = 100, onFailure = () => {} }: SeatAvailabilityOptions = {},
): SeatAvailability {
  const performances = new Map<string, MirroredPerformance>()
  const pendingClaims = createPendingClaims(pendingClaimMs)
  let claimedCounts: { value: Promise<ReadonlyMap<string, number>>; staleAt: number } | undefined
  let currentRead: Promise<void> | undefined
  let nextRead: Promise<void> | undefined
  let pollTimer: ReturnType<typeof setTimeout> | undefined
  let behindTimer: ReturnType<typeof setInterval> | undefined
  let isClosed = false

  const mirrorOf = (id: string, seats: number): MirroredPerformance => {
    const now = performance.now()
    for (const [other, { requestedAt, subscribers }] of performances)
      if (subscribers.size === 0 && now - requestedAt > evictAfterMs) performances.delete(other)
    const known = performances.get(id)
    const mirrored: MirroredPerformance =
      known?.mirror.seatCount === seats
        ? known
        : {
            id,
            mirror: createSeatMirror(seats),
            subscribers: new Map(),
            isCurrent: false,
            loading: undefined,
            loadedAt: 0,
            readAt: 0,
            requestedAt: now,
            isReportedBehind: false,
          }
    mirrored.requestedAt = now
    performances.set(id, mirrored)
    return mirrored
  }

  const publishRead = (mirrored: MirroredPerformance, event: SeatEvent | undefined): void => {
    mirrored.readAt = performance.now()
    // Who was told that the house is out of sight must hear that it is back, changed or not.
    const heard = event ?? (mirrored.isReportedBehind ? mirrored.mirror.since(mirrored.mirror.version()) : undefined)
    mirrored.isReportedBehind = false
    publishEvent(mirrored, heard)
  }
  const publishEvent = ({ subscribers }: MirroredPerformance, event: SeatEvent | undefined): void => {
    if (!event || subscribers.size === 0) return
    // Most look through no veil, and theirs is the one frame that costs nothing to find.
    const plain = frameOf(event, undefined)
    const veiled = new Map<string, Buffer>()
    for (const [subscriber, mask] of subscribers) {
      if (mask === undefined) {
        subscriber(plain)
        continue
      }
      const frame = veiled.get(mask.name) ?? frameOf(event, mask)
      veiled.set(mask.name, frame)
      subscriber(frame)
    }
  }

  /** A look that begins now, or the one after the look that is under way: never one that began before it was asked for. */
  const readSoon = (): Promise<void> => {
    if (!currentRead) {
      currentRead = readAllChanges().finally(() => (currentRead = undefined))
      return currentRead
    }
    nextRead ??= currentRead
      .catch(() => {})
      .then(() => {
        nextRead = undefined
        return readSoon()
      })
    return nextRead
  }
  const readAllChanges = async (): Promise<void> => {
    const marks = [...performances.values()].flatMap((mirrored) =>
      mirrored.isCurrent && isWanted(mirrored) ? [{ mirrored, performance: mirrored.id, snapshot: mirrored.mirror.snapshot() }] : [],
    )
    if (marks.length === 0) return
    try {
      const seen = await readChanges(db, marks)
      for (const { mirrored, snapshot } of marks) {
        const { mirror } = mirrored
        // It was loaded meanwhile: then this look is the older one.
        if (!mirrored.isCurrent || mirror.snapshot() !== snapshot) continue
        if (seen.from - mirror.version() > maxBookmarkAgeMicros) mirrored.isCurrent = false
        else publishRead(mirrored, mirror.take(seen, seen.changes.get(mirrored.id) ?? []))
      }
    } catch (error) {
      // Perhaps it is another database by now, with other snapshots.
      for (const mirrored of performances.values()) mirrored.isCurrent = false
      throw error
    }
  }

  /** Reads every claim; looks leave the stage alone meanwhile. */
  const reload = (mirrored: MirroredPerformance): Promise<void> => {
    mirrored.isCurrent = false
    mirrored.loading ??= readAllClaims(mirrored).finally(() => (mirrored.loading = undefined))
    return mirrored.loading
  }
  const readAllClaims = async (mirrored: MirroredPerformance): Promise<void> => {
    const seen = await readClaims(db, mirrored.id)
    publishRead(mirrored, mirrored.mirror.load(seen, seen.claims))
    mirrored.isCurrent = true
    mirrored.loadedAt = mirrored.readAt
  }

  /** As the database was at some moment after the call. */
  const catchUp = async (mirrored: MirroredPerformance): Promise<void> => {
    if (mirrored.isCurrent) await readSoon()
    // A load that is under way began before the call, so it is no more than a place to go on from.
    else if (mirrored.loading) await mirrored.loading.then(readSoon)
    if (!mirrored.isCurrent) await reload(mirrored)
  }

  const subscribed = (): MirroredPerformance[] => [...performances.values()].filter(({ subscribers }) => subscribers.size > 0)
  const isReloadDue = ({ loadedAt }: MirroredPerformance): boolean => performance.now() - loadedAt > reloadIntervalMs
  /** On a clock of its own: a database that doesn't answer holds up a round for as long as it likes. */
  const reportBehind = (): void => {
    for (const mirrored of subscribed()) {
      if (mirrored.isReportedBehind || performance.now() - mirrored.readAt < behindAfterMs) continue
      mirrored.isReportedBehind = true
      publishEvent(mirrored, { kind: 'behind' })
    }
  }
  const poll = async (): Promise<void> => {
    const outOfStep = subscribed().filter((mirrored) => !mirrored.isCurrent || isReloadDue(mirrored))
    await Promise.all([readSoon(), ...outOfStep.slice(0, 4).map(reload)])
  }
  const startPolling = (pause = pollIntervalMs): void => {
    if (isClosed || pollTimer) return
    behindTimer ??= setInterval(reportBehind, behindAfterMs / 5)
    pollTimer = setTimeout(async () => {
      const failure = await poll().then(
        () => undefined,
        (error: unknown) => ({ error }),
      )
      if (failure) onFailure(failure.error)
      pollTimer = undefined
      if (subscribed().length > 0) startPolling(failure ? 10 * pollIntervalMs : pollIntervalMs)
      else stopBehindTimer()
    }, pause)
  }
  const stopBehindTimer = (): void => {
    clearInterval(behindTimer)
    behindTimer = undefined
  }
  const isWanted = ({ subscribers, requestedAt }: MirroredPerformance): boolean =>
    subscribers.size > 0 || performance.now() - requestedAt < maxAgeMs

  const refresh = async (mirrored: MirroredPerformance): Promise<void> => {
    if (mirrored.isCurrent && performance.now() - mirrored.readAt > maxAgeMs) await readSoon()
    if (!mirrored.isCurrent || isReloadDue(mirrored)) await (mirrored.loading ?? reload(mirrored))
  }

  return {
    snapshot: async (id, seats, mask) => {
      const mirrored = mirrorOf(id, seats)
      try {
        await refresh(mirrored)
      } catch (error) {
        // While the database is away, seats are shown as they were last seen: whoever wants one asks the database all the same.
        if (!(isConnectionLost(error) || isBusy(error)) || mirrored.mirror.snapshot() === '') throw error
      }
      const all = mirrored.mirror.read()
      return mask ? mask.apply(all) : all
    },
    subscribe: async (id, seats, after, subscriber, mask) => {
      const mirrored = mirrorOf(id, seats)
      await catchUp(mirrored)
      mirrored.subscribers.set(subscriber, mask)
      startPolling()
      return {
        first: frameOf(mirrored.mirror.since(after), mask),
        stop: () => void mirrored.subscribers.delete(subscriber),
      }
    },
    copySeats: async (id, seats, how = 'usual') => {
      const mirrored = mirrorOf(id, seats)
      await (how === 'usual' ? refresh(mirrored) : catchUp(mirrored))
      const values = mirrored.mirror.seats()
      if (how !== 'settled') pendingClaims.markTaken(id, values)
      return values
    },
    markPending: pendingClaims.add,
    countClaimed: () => {
      const now = performance.now()
      if (!claimedCounts || now > claimedCounts.staleAt) {
        const before = claimedCounts?.value
        // While the database is away, what is on can be looked at with the numbers of a while ago.
        const value = countClaims(db).catch((error: unknown) => {
          if (!before) throw error
          return before
        })
        claimedCounts = { value, staleAt: now + 2 * maxAgeMs }
        value.catch(() => (claimedCounts = undefined))
      }
      return claimedCounts.value
    },
    close: async () => {
      isClosed = true
      clearTimeout(pollTimer)
      stopBehindTimer()
      performances.clear()
      await (nextRead ?? currentRead)?.catch(() => {})
    },
  }
}

const frameOf = (event: SeatEvent, mask: AvailabilityMask | undefined): Buffer =>
  Buffer.from(writeSeatEvent(mask ? mask.applyToEvent(event) : event))

async function countClaims(db: Kysely<Database>): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ performance_id: string; claimed: number }>`
    select performance_id, count(*)::int as claimed from seat_claim where state <> 'held' or until > now() group by performance_id`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.performance_id, row.claimed]))
}
