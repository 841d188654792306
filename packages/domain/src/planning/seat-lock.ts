import { z } from 'zod'
import { seatIdSchema, slugSchema } from '../id.ts'
import { type Problem, problem } from '../problem.ts'
import { momentOf, type PlannedStart, saleMomentSchema } from '../season/sale-window.ts'
import { wallClockFault } from '../time/time.ts'
import { isSameValue } from './change.ts'

/**
 * Types of locks: why the theatre keeps seats off sale. `house` for the theatre itself, `press` for critics, `technical` for desks and
 * cameras, `access` for people who need seats of that kind, `promoter` for the company that brings the production, `agent` for an agent
 * who sells them, `day-seats` for the lottery of a performance.
 */
export const lockTypes = ['house', 'press', 'technical', 'access', 'promoter', 'agent', 'day-seats'] as const
export type LockType = (typeof lockTypes)[number]
/** The types that the counter locks with. It names no agent, and keeps no seats for a draw. */
export const counterLockTypes = ['house', 'press', 'technical', 'access', 'promoter'] as const satisfies readonly LockType[]

/** A lock of a seat. */
export const seatLockSchema = z.strictObject({
  type: z.enum(lockTypes),
  /** The agent who sells the seat. Locks of the type `agent` have one, and no others: {@link lockAgentProblem}. */
  agent: slugSchema.optional(),
  /** For staff; empty where there is nothing to say. */
  note: z.string().trim().max(200),
  /** When the seat goes on sale without a person: a date, or relative to the start of the performance. Null: never. */
  release: saleMomentSchema.nullable(),
})
export type SeatLock = z.infer<typeof seatLockSchema>

/** The locks of a performance by the id of the seat, as change sets store them. */
export type StoredLocks = Readonly<Record<string, SeatLock>>

/** Seats that get a lock, or that are unlocked (null). Of two steps that name a seat, the later one counts. */
export const lockPaintingSchema = z
  .array(z.strictObject({ lock: seatLockSchema.nullable(), seats: z.array(seatIdSchema).min(1).max(100_000) }))
  .min(1)
  .max(100)
export type LockPainting = z.infer<typeof lockPaintingSchema>

/** What a painting does with the seats of one performance. */
export type PaintedLocks = {
  readonly locks: StoredLocks
  /** Seats that were free. */
  readonly locked: readonly string[]
  /** Seats that had another lock. */
  readonly changed: readonly string[]
  readonly unlocked: readonly string[]
  /** Seats that should be locked, but are sold, reserved or in a basket: they are left out. */
  readonly taken: readonly string[]
}

/**
 * Paints locks over those of a performance. A seat that a customer has is never locked.
 * @param isTaken whether a seat is sold, reserved or in a basket
 */
export function paintLocks(current: StoredLocks, painting: LockPainting, isTaken: (seat: string) => boolean): PaintedLocks {
  const wanted = new Map(painting.flatMap(({ lock, seats }) => seats.map((seat) => [seat, lock] as const)))
  const before = new Map(Object.entries(current))
  const after = new Map(before)
  const effects = { locked: [] as string[], changed: [] as string[], unlocked: [] as string[], taken: [] as string[] }
  for (const [seat, lock] of wanted) {
    const lockBefore = before.get(seat)
    if (isSameValue(lockBefore ?? null, lock)) continue
    if (lock === null) {
      after.delete(seat)
      effects.unlocked.push(seat)
    } else if (!lockBefore && isTaken(seat)) effects.taken.push(seat)
    else {
      after.set(seat, lock)
      effects[lockBefore ? 'changed' : 'locked'].push(seat)
    }
  }
  return { locks: Object.fromEntries(after), ...effects }
}

/** Seats with the same lock. */
export type LockGroup = { readonly lock: SeatLock; readonly seats: readonly string[] }

/** The locks of a performance by what they say, in the order of their first seats. */
export function groupLocks(locks: StoredLocks): LockGroup[] {
  const groups = new Map<string, { readonly lock: SeatLock; readonly seats: string[] }>()
  for (const [seat, lock] of Object.entries(locks)) {
    const group = groups.get(lockKey(lock))
    if (group) group.seats.push(seat)
    else groups.set(lockKey(lock), { lock, seats: [seat] })
  }
  return [...groups.values()]
}

/** A text that is equal for equal locks. */
export const lockKey = ({ type, agent, note, release }: SeatLock): string =>
  JSON.stringify([type, agent ?? null, note, release && Object.entries(release).toSorted(([one], [other]) => (one < other ? -1 : 1))])

/** The agents whom the locks of a painting name. */
export const agentsOf = (painting: LockPainting): string[] => [...new Set(painting.flatMap(({ lock }) => lock?.agent ?? []))]

/** The problem of locks without an agent who needs one, or with one who is withdrawn or unknown; undefined where there is none. */
export function lockAgentProblem(painting: LockPainting, agents: ReadonlySet<string>): Problem<'invalid-input'> | undefined {
  const isFaulty = (lock: SeatLock | null): boolean => {
    if (!lock) return false
    return lock.type === 'agent' ? lock.agent === undefined || !agents.has(lock.agent) : lock.agent !== undefined
  }
  const fields = painting.flatMap(({ lock }, nth) => (isFaulty(lock) ? [`painting.${nth}.lock.agent`] : []))
  return fields.length > 0 ? problem('invalid-input', { fields }) : undefined
}

/** When a lock ends, in epoch milliseconds; null where a person ends it. It is never later than the start of the performance. */
export function releaseOf({ release }: Pick<SeatLock, 'release'>, start: PlannedStart): number | null {
  if (release === null) return null
  return Math.min(momentOf(release, start), momentOf({ kind: 'minutes-before', minutes: 0 }, start))
}

/** The problem of locks whose release is over, or at a time that does not exist; undefined where they can be painted. */
export function lockReleaseProblem(
  painting: LockPainting,
  starts: readonly PlannedStart[],
  now: number,
): Problem<'invalid-input'> | undefined {
  const isFaulty = (lock: SeatLock | null): boolean => {
    const release = lock?.release
    if (!lock || !release) return false
    return starts.some(
      (start) => (release.kind === 'at' && wallClockFault(release.at, start.timeZone) !== undefined) || releaseOf(lock, start)! <= now,
    )
  }
  const fields = painting.flatMap(({ lock }, nth) => (isFaulty(lock) ? [`painting.${nth}.lock.release`] : []))
  return fields.length > 0 ? problem('invalid-input', { fields }) : undefined
}

/** Numbers of seats by type of lock as the fields of a change: whole halls would be too long to read. */
export function lockFields(before: StoredLocks, after: StoredLocks) {
  const countOf = (locks: StoredLocks, type: LockType) => Object.values(locks).filter((lock) => lock.type === type).length
  return lockTypes
    .map((type) => ({ field: `lock.${type}`, before: countOf(before, type), after: countOf(after, type) }))
    .filter((each) => each.before + each.after > 0)
}
