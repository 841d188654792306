import { type Kysely, sql } from 'kysely'
import { type Database, isBusy, isConnectionLost } from '#db'
import { type SeatEvent, writeSeatEvent } from '@playhouse/domain/seat-stream'
import { bookmarkLasts, readChanges, readClaims } from './claim-feed.ts'
import { createPicks } from './picks.ts'
import { createMirror, type SeatMirror, type SeatsOutlook } from './seat-mirror.ts'
import type { Veil } from './availability-mask.ts'

/** Told of each event of a performance, written once for everybody who looks on. */
export type Onlooker = (frame: Buffer) => void
export type Watch = { readonly first: Buffer; readonly stop: () => void }

/**
 * Of what seats are chosen from. `usual`: at most a moment old; what this process is about to take counts as taken.
 * `afresh`: as the database tells it now, and that. `settled`: what the database tells now and nothing else.
 */
export type Freshness = 'usual' | 'afresh' | 'settled'

/** What strangers may know of seats, from memory. Never decides who gets one. */
export interface Outlook {
  of(performance: string, seats: number, veil?: Veil): Promise<SeatsOutlook>
  /** From now on, beginning with what changed `after` a version, or with all seats. */
  watch(performance: string, seats: number, after: number | undefined, tell: Onlooker, veil?: Veil): Promise<Watch>
  /** The seats as they stand, one value of `seatAvailability` each, to choose from: yours to change. */
  open(performance: string, seats: number, how?: Freshness): Promise<Uint8Array>
  /** These seats are about to be taken from here. Returns how to take that back. */
  pick(performance: string, seats: readonly number[]): () => void
  /** Seats claimed per performance; a performance without any is absent. */
  claimed(): Promise<ReadonlyMap<string, number>>
  close(): Promise<void>
}

export type OutlookOptions = {
  /** Milliseconds between two looks while somebody watches. */
  readonly tick?: number
  readonly onFailure?: (error: unknown) => void
}

/** Milliseconds for which one look answers for everyone who only asks. */
const freshFor = 1_000
/** Milliseconds after which every claim is read again, so that nothing that was missed stays wrong. */
const checkEvery = 60_000
/** Milliseconds without a look after which onlookers are told so. */
const behindAfter = 5_000
/** Milliseconds for which a pick counts: by then a look has shown what came of it. */
const pickedFor = 2 * freshFor
/** Milliseconds after which a performance that nobody asks for is forgotten. */
const forgetAfter = 300_000

/** A performance somebody is interested in. Its mirror is to be trusted while it is in step; else it is loaded, or loaded anew. */
type Stage = {
  readonly id: string
  readonly mirror: SeatMirror
  /** Each with what lies over the seats for them. */
  readonly onlookers: Map<Onlooker, Veil | undefined>
  isInStep: boolean
  loading: Promise<void> | undefined
  loadedAt: number
  lookedAt: number
  askedAt: number
  saidBehind: boolean
}

/** One mirror a performance, one look at the database a tick for all of them, however many visitors look at maps. */
export function createOutlook(db: Kysely<Database>, { tick = 100, onFailure = () => {} }: OutlookOptions = {}): Outlook {
  const stages = new Map<string, Stage>()
  const picks = createPicks(pickedFor)
  let counts: { value: Promise<ReadonlyMap<string, number>>; staleAt: number } | undefined
  let looking: Promise<void> | undefined
  let next: Promise<void> | undefined
  let ticker: ReturnType<typeof setTimeout> | undefined
  let warner: ReturnType<typeof setInterval> | undefined
  let isClosed = false

  const stageOf = (id: string, seats: number): Stage => {
    const now = performance.now()
    for (const [other, { askedAt, onlookers }] of stages) if (onlookers.size === 0 && now - askedAt > forgetAfter) stages.delete(other)
    const known = stages.get(id)
    const stage: Stage =
      known?.mirror.seatCount === seats
        ? known
        : {
            id,
            mirror: createMirror(seats),
            onlookers: new Map(),
            isInStep: false,
            loading: undefined,
            loadedAt: 0,
            lookedAt: 0,
            askedAt: now,
            saidBehind: false,
          }
    stage.askedAt = now
    stages.set(id, stage)
    return stage
  }

  const tell = (stage: Stage, event: SeatEvent | undefined): void => {
    stage.lookedAt = performance.now()
    // Who was told that the house is out of sight must hear that it is back, changed or not.
    const heard = event ?? (stage.saidBehind ? stage.mirror.since(stage.mirror.version()) : undefined)
    stage.saidBehind = false
    shout(stage, heard)
  }
  const shout = ({ onlookers }: Stage, event: SeatEvent | undefined): void => {
    if (!event || onlookers.size === 0) return
    // Most look through no veil, and theirs is the one frame that costs nothing to find.
    const plain = frameOf(event, undefined)
    const veiled = new Map<string, Buffer>()
    for (const [onlooker, veil] of onlookers) {
      if (veil === undefined) {
        onlooker(plain)
        continue
      }
      const frame = veiled.get(veil.name) ?? frameOf(event, veil)
      veiled.set(veil.name, frame)
      onlooker(frame)
    }
  }

  /** A look that begins now, or the one after the look that is under way: never one that began before it was asked for. */
  const look = (): Promise<void> => {
    if (!looking) {
      looking = lookAround().finally(() => (looking = undefined))
      return looking
    }
    next ??= looking
      .catch(() => {})
      .then(() => {
        next = undefined
        return look()
      })
    return next
  }
  const lookAround = async (): Promise<void> => {
    const marks = [...stages.values()].flatMap((stage) =>
      stage.isInStep && isWanted(stage) ? [{ stage, performance: stage.id, snapshot: stage.mirror.snapshot() }] : [],
    )
    if (marks.length === 0) return
    try {
      const seen = await readChanges(db, marks)
      for (const { stage, snapshot } of marks) {
        const { mirror } = stage
        // It was loaded meanwhile: then this look is the older one.
        if (!stage.isInStep || mirror.snapshot() !== snapshot) continue
        if (seen.from - mirror.version() > bookmarkLasts) stage.isInStep = false
        else tell(stage, mirror.take(seen, seen.changes.get(stage.id) ?? []))
      }
    } catch (error) {
      // Perhaps it is another database by now, with other snapshots.
      for (const stage of stages.values()) stage.isInStep = false
      throw error
    }
  }

  /** Reads every claim; looks leave the stage alone meanwhile. */
  const load = (stage: Stage): Promise<void> => {
    stage.isInStep = false
    stage.loading ??= readAll(stage).finally(() => (stage.loading = undefined))
    return stage.loading
  }
  const readAll = async (stage: Stage): Promise<void> => {
    const seen = await readClaims(db, stage.id)
    tell(stage, stage.mirror.load(seen, seen.claims))
    stage.isInStep = true
    stage.loadedAt = stage.lookedAt
  }

  /** As the database was at some moment after the call. */
  const catchUp = async (stage: Stage): Promise<void> => {
    if (stage.isInStep) await look()
    // A load that is under way began before the call, so it is no more than a place to go on from.
    else if (stage.loading) await stage.loading.then(look)
    if (!stage.isInStep) await load(stage)
  }

  const watched = (): Stage[] => [...stages.values()].filter(({ onlookers }) => onlookers.size > 0)
  const isDue = ({ loadedAt }: Stage): boolean => performance.now() - loadedAt > checkEvery
  /** On a clock of its own: a database that doesn't answer holds up a round for as long as it likes. */
  const sayBehind = (): void => {
    for (const stage of watched()) {
      if (stage.saidBehind || performance.now() - stage.lookedAt < behindAfter) continue
      stage.saidBehind = true
      shout(stage, { kind: 'behind' })
    }
  }
  const goRound = async (): Promise<void> => {
    const outOfStep = watched().filter((stage) => !stage.isInStep || isDue(stage))
    await Promise.all([look(), ...outOfStep.slice(0, 4).map(load)])
  }
  const keepLooking = (pause = tick): void => {
    if (isClosed || ticker) return
    warner ??= setInterval(sayBehind, behindAfter / 5)
    ticker = setTimeout(async () => {
      const failure = await goRound().then(
        () => undefined,
        (error: unknown) => ({ error }),
      )
      if (failure) onFailure(failure.error)
      ticker = undefined
      if (watched().length > 0) keepLooking(failure ? 10 * tick : tick)
      else stopWarning()
    }, pause)
  }
  const stopWarning = (): void => {
    clearInterval(warner)
    warner = undefined
  }
  const isWanted = ({ onlookers, askedAt }: Stage): boolean => onlookers.size > 0 || performance.now() - askedAt < freshFor

  const refresh = async (stage: Stage): Promise<void> => {
    if (stage.isInStep && performance.now() - stage.lookedAt > freshFor) await look()
    if (!stage.isInStep || isDue(stage)) await (stage.loading ?? load(stage))
  }

  return {
    of: async (id, seats, veil) => {
      const stage = stageOf(id, seats)
      try {
        await refresh(stage)
      } catch (error) {
        // While the database is away, seats are shown as they were last seen: whoever wants one asks the database all the same.
        if (!(isConnectionLost(error) || isBusy(error)) || stage.mirror.snapshot() === '') throw error
      }
      const all = stage.mirror.read()
      return veil ? veil.over(all) : all
    },
    watch: async (id, seats, after, onlooker, veil) => {
      const stage = stageOf(id, seats)
      await catchUp(stage)
      stage.onlookers.set(onlooker, veil)
      keepLooking()
      return {
        first: frameOf(stage.mirror.since(after), veil),
        stop: () => void stage.onlookers.delete(onlooker),
      }
    },
    open: async (id, seats, how = 'usual') => {
      const stage = stageOf(id, seats)
      await (how === 'usual' ? refresh(stage) : catchUp(stage))
      const values = stage.mirror.seats()
      if (how !== 'settled') picks.markIn(id, values)
      return values
    },
    pick: picks.pick,
    claimed: () => {
      const now = performance.now()
      if (!counts || now > counts.staleAt) {
        const before = counts?.value
        // While the database is away, what is on can be looked at with the numbers of a while ago.
        const value = countClaims(db).catch((error: unknown) => {
          if (!before) throw error
          return before
        })
        counts = { value, staleAt: now + 2 * freshFor }
        value.catch(() => (counts = undefined))
      }
      return counts.value
    },
    close: async () => {
      isClosed = true
      clearTimeout(ticker)
      stopWarning()
      stages.clear()
      await (next ?? looking)?.catch(() => {})
    },
  }
}

const frameOf = (event: SeatEvent, veil: Veil | undefined): Buffer => Buffer.from(writeSeatEvent(veil ? veil.overEvent(event) : event))

async function countClaims(db: Kysely<Database>): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ performance_id: string; claimed: number }>`
    select performance_id, count(*)::int as claimed from seat_claim where state <> 'held' or until > now() group by performance_id`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.performance_id, row.claimed]))
}
