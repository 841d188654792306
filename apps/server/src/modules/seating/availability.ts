import { type Kysely, sql } from 'kysely'
import { type Database, isBusy, isConnectionLost } from '#db'
import { type SeatEvent, writeSeatEvent } from '@playhouse/domain/seat-stream'
import { maxBookmarkAgeMicros, readChanges, readClaims } from './claim-feed.ts'
import { createPendingClaims } from './pending-claims.ts'
import { createSeatMirror, type SeatMirror, type AvailabilitySnapshot } from './seat-mirror.ts'
import type { AvailabilityMask } from './availability-mask.ts'

/** Called with each event of a performance, as a frame that all subscribers share. */
export type AvailabilitySubscriber = (frame: Buffer) => void
export type AvailabilitySubscription = {
  readonly first: Buffer
  readonly stop: () => void
  /** Hides other seats from now on, or none. The subscriber gets all seats again if these differ. */
  readonly setMask: (mask: AvailabilityMask | undefined) => void
}

/**
 * The required freshness of the seats. `cached`: at most a second old, with pending claims of this process marked as taken.
 * `current`: read from the database now, with pending claims. `committed`: read now, without pending claims.
 */
export type SeatFreshness = 'cached' | 'current' | 'committed'

/** Cached seat availability for anonymous visitors. It never decides who gets a seat: claims do. */
export interface SeatAvailability {
  snapshot(performance: string, seats: number, mask?: AvailabilityMask): Promise<AvailabilitySnapshot>
  /** Subscribes to changes. `first` has the changes after version `after`, or all seats. */
  subscribe(
    performance: string,
    seats: number,
    after: number | undefined,
    tell: AvailabilitySubscriber,
    mask?: AvailabilityMask,
  ): Promise<AvailabilitySubscription>
  /** A copy of the seat values, one of `seatAvailability` for each seat. The caller may change it. */
  copySeats(performance: string, seats: number, freshness?: SeatFreshness): Promise<Uint8Array>
  /** Marks seats that this process is about to claim. Returns a function that removes the mark. */
  markPending(performance: string, seats: readonly number[]): () => void
  /** The number of claimed seats by performance; a performance without claims is absent. */
  countClaimed(): Promise<ReadonlyMap<string, number>>
  close(): Promise<void>
}

export type SeatAvailabilityOptions = {
  /** Milliseconds between two reads while there are subscribers. */
  readonly pollIntervalMs?: number
  readonly onFailure?: (error: unknown) => void
}

/** Milliseconds for which a read is served from the cache. */
const maxAgeMs = 1_000
/** Milliseconds after which all claims are read again, to correct anything that was missed. */
const reloadIntervalMs = 60_000
/** Milliseconds without a successful read after which subscribers are notified. */
const behindAfterMs = 5_000
/** Milliseconds for which a pending claim counts: by then a read shows its outcome. */
const pendingClaimMs = 2 * maxAgeMs
/** Milliseconds after which a performance without requests is evicted. */
const evictAfterMs = 300_000

/** A performance in the cache. Its mirror is valid while `isCurrent`; otherwise all claims must be read. */
type MirroredPerformance = {
  readonly id: string
  readonly mirror: SeatMirror
  /** By subscriber the mask of the seats that are hidden from it. */
  readonly subscribers: Map<AvailabilitySubscriber, AvailabilityMask | undefined>
  isCurrent: boolean
  loading: Promise<void> | undefined
  loadedAt: number
  readAt: number
  requestedAt: number
  isReportedBehind: boolean
}

/** Creates one mirror for each performance and polls the database once for all of them, however many subscribers there are. */
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
    const existing = performances.get(id)
    const mirroredPerformance: MirroredPerformance =
      existing?.mirror.seatCount === seats
        ? existing
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
    mirroredPerformance.requestedAt = now
    performances.set(id, mirroredPerformance)
    return mirroredPerformance
  }

  const publishRead = (mirroredPerformance: MirroredPerformance, event: SeatEvent | undefined): void => {
    mirroredPerformance.readAt = performance.now()
    // Subscribers that were notified of the outage are notified of its end, even if no seat has changed.
    const publishedEvent =
      event ?? (mirroredPerformance.isReportedBehind ? mirroredPerformance.mirror.since(mirroredPerformance.mirror.version()) : undefined)
    mirroredPerformance.isReportedBehind = false
    publishEvent(mirroredPerformance, publishedEvent)
  }
  const publishEvent = ({ subscribers }: MirroredPerformance, event: SeatEvent | undefined): void => {
    if (!event || subscribers.size === 0) return
    // Most subscribers have no mask and share one frame.
    const plain = frameOf(event, undefined)
    const framesByMask = new Map<string, Buffer>()
    for (const [subscriber, mask] of subscribers) {
      if (mask === undefined) {
        subscriber(plain)
        continue
      }
      const frame = framesByMask.get(mask.name) ?? frameOf(event, mask)
      framesByMask.set(mask.name, frame)
      subscriber(frame)
    }
  }

  /** Starts a read, or queues one after the current read. Never returns a read that began before the call. */
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
    const marks = [...performances.values()].flatMap((mirroredPerformance) =>
      mirroredPerformance.isCurrent && isWanted(mirroredPerformance)
        ? [{ mirrored: mirroredPerformance, performance: mirroredPerformance.id, snapshot: mirroredPerformance.mirror.snapshot() }]
        : [],
    )
    if (marks.length === 0) return
    try {
      const changeSet = await readChanges(db, marks)
      for (const { mirrored: mirroredPerformance, snapshot } of marks) {
        const { mirror } = mirroredPerformance
        // It was reloaded in the meantime: this read is older.
        if (!mirroredPerformance.isCurrent || mirror.snapshot() !== snapshot) continue
        if (changeSet.from - mirror.version() > maxBookmarkAgeMicros) mirroredPerformance.isCurrent = false
        else publishRead(mirroredPerformance, mirror.take(changeSet, changeSet.changes.get(mirroredPerformance.id) ?? []))
      }
    } catch (error) {
      // The database may have been replaced, with other snapshots.
      for (const mirroredPerformance of performances.values()) mirroredPerformance.isCurrent = false
      throw error
    }
  }

  /** Reads every claim; polls skip the performance meanwhile. */
  const reload = (mirroredPerformance: MirroredPerformance): Promise<void> => {
    mirroredPerformance.isCurrent = false
    mirroredPerformance.loading ??= readAllClaims(mirroredPerformance).finally(() => (mirroredPerformance.loading = undefined))
    return mirroredPerformance.loading
  }
  const readAllClaims = async (mirroredPerformance: MirroredPerformance): Promise<void> => {
    const claimSet = await readClaims(db, mirroredPerformance.id)
    publishRead(mirroredPerformance, mirroredPerformance.mirror.load(claimSet, claimSet.claims))
    mirroredPerformance.isCurrent = true
    mirroredPerformance.loadedAt = mirroredPerformance.readAt
  }

  /** Brings the mirror to a state of the database after the call. */
  const catchUp = async (mirroredPerformance: MirroredPerformance): Promise<void> => {
    if (mirroredPerformance.isCurrent) await readSoon()
    // A reload that began before the call may be outdated: read the changes after it.
    else if (mirroredPerformance.loading) await mirroredPerformance.loading.then(readSoon)
    if (!mirroredPerformance.isCurrent) await reload(mirroredPerformance)
  }

  const watchedPerformances = (): MirroredPerformance[] => [...performances.values()].filter(({ subscribers }) => subscribers.size > 0)
  const isReloadDue = ({ loadedAt }: MirroredPerformance): boolean => performance.now() - loadedAt > reloadIntervalMs
  /** Has its own timer, because a poll may wait for a database that does not respond. */
  const reportBehind = (): void => {
    for (const mirroredPerformance of watchedPerformances()) {
      if (mirroredPerformance.isReportedBehind || performance.now() - mirroredPerformance.readAt < behindAfterMs) continue
      mirroredPerformance.isReportedBehind = true
      publishEvent(mirroredPerformance, { kind: 'behind' })
    }
  }
  const poll = async (): Promise<void> => {
    const outOfStep = watchedPerformances().filter(
      (mirroredPerformance) => !mirroredPerformance.isCurrent || isReloadDue(mirroredPerformance),
    )
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
      if (watchedPerformances().length > 0) startPolling(failure ? 10 * pollIntervalMs : pollIntervalMs)
      else stopBehindTimer()
    }, pause)
  }
  const stopBehindTimer = (): void => {
    clearInterval(behindTimer)
    behindTimer = undefined
  }
  const isWanted = ({ subscribers, requestedAt }: MirroredPerformance): boolean =>
    subscribers.size > 0 || performance.now() - requestedAt < maxAgeMs

  const refresh = async (mirroredPerformance: MirroredPerformance): Promise<void> => {
    if (mirroredPerformance.isCurrent && performance.now() - mirroredPerformance.readAt > maxAgeMs) await readSoon()
    if (!mirroredPerformance.isCurrent || isReloadDue(mirroredPerformance))
      await (mirroredPerformance.loading ?? reload(mirroredPerformance))
  }

  return {
    snapshot: async (id, seats, mask) => {
      const mirroredPerformance = mirrorOf(id, seats)
      try {
        await refresh(mirroredPerformance)
      } catch (error) {
        // During a database outage the last known seats are shown. A hold needs the database anyway.
        if (!(isConnectionLost(error) || isBusy(error)) || mirroredPerformance.mirror.snapshot() === '') throw error
      }
      const all = mirroredPerformance.mirror.read()
      return mask ? mask.apply(all) : all
    },
    subscribe: async (id, seats, after, subscriber, mask) => {
      const mirroredPerformance = mirrorOf(id, seats)
      await catchUp(mirroredPerformance)
      mirroredPerformance.subscribers.set(subscriber, mask)
      startPolling()
      return {
        first: frameOf(mirroredPerformance.mirror.since(after), mask),
        stop: () => void mirroredPerformance.subscribers.delete(subscriber),
        setMask: (next) => {
          const { subscribers, mirror } = mirroredPerformance
          if (!subscribers.has(subscriber) || subscribers.get(subscriber)?.name === next?.name) return
          subscribers.set(subscriber, next)
          subscriber(frameOf(mirror.since(undefined), next))
        },
      }
    },
    copySeats: async (id, seats, freshness = 'cached') => {
      const mirroredPerformance = mirrorOf(id, seats)
      await (freshness === 'cached' ? refresh(mirroredPerformance) : catchUp(mirroredPerformance))
      const values = mirroredPerformance.mirror.seats()
      if (freshness !== 'committed') pendingClaims.markTaken(id, values)
      return values
    },
    markPending: pendingClaims.add,
    countClaimed: () => {
      const now = performance.now()
      if (!claimedCounts || now > claimedCounts.staleAt) {
        const before = claimedCounts?.value
        // During a database outage the last known counts are shown.
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
