import type { PlannedLocks } from '@playhouse/api-client/contract'
import type { Plan } from '@playhouse/domain/plan'
import { bands } from '@playhouse/domain/pricing'
import { lockKey, type LockPainting, type LockType, lockTypes, type SeatLock } from '@playhouse/domain/seat-lock'

/** One step of a painting: seats that get a lock, or go on sale (null). */
export type LockStep = { readonly lock: SeatLock | null; readonly seats: readonly number[] }
/** The lock of each locked seat, by plan index. */
export type LockOfSeat = ReadonlyMap<number, SeatLock>

/** What a saved lock has in common with others: what can be painted. */
export const plainLock = ({ type, agent, note, release }: SeatLock): SeatLock => ({
  ...{ type, note, release },
  ...(agent !== undefined && { agent }),
})

/** The saved locks of a performance by seat. */
export const savedLocks = (plan: Plan, { locks }: Pick<PlannedLocks, 'locks'>): LockOfSeat =>
  new Map(locks.flatMap((lock) => lock.seats.map((seat) => [plan.indexOf(seat)!, plainLock(lock)] as const)))

/** The locks after some steps. */
export function locksAfter(saved: LockOfSeat, steps: readonly LockStep[]): LockOfSeat {
  const locks = new Map(saved)
  for (const { lock, seats } of steps)
    for (const seat of seats)
      if (lock) locks.set(seat, lock)
      else locks.delete(seat)
  return locks
}

/** Whether two seats have the same lock, or none. */
export const isSameLock = (one: SeatLock | null | undefined, other: SeatLock | null | undefined): boolean =>
  one && other ? lockKey(one) === lockKey(other) : !one && !other

/** Adds a step. Seats that customers have are left out, and so is a step that changes nothing. */
export function withStep(
  saved: LockOfSeat,
  steps: readonly LockStep[],
  { lock, seats }: LockStep,
  taken: ReadonlySet<number>,
): readonly LockStep[] {
  const current = locksAfter(saved, steps)
  const reached = seats.filter((seat) => !taken.has(seat) && !isSameLock(current.get(seat), lock))
  return reached.length === 0 ? steps : [...steps, { lock, seats: reached }]
}

/** What the steps change of the saved locks, as the API takes it. Empty where nothing changes. */
export function paintingOf(plan: Plan, saved: LockOfSeat, painted: LockOfSeat): LockPainting {
  const groups = new Map<string, { lock: SeatLock | null; seats: string[] }>()
  for (const seat of [...new Set([...saved.keys(), ...painted.keys()])].toSorted((a, b) => a - b)) {
    const lock = painted.get(seat) ?? null
    if (isSameLock(saved.get(seat), lock)) continue
    const key = lock ? lockKey(lock) : ''
    const group = groups.get(key) ?? { lock, seats: [] }
    groups.set(key, group)
    group.seats.push(plan.idOf(seat))
  }
  return [...groups.values()]
}

/** The different locks of a performance, in the order of their first seats. */
export function locksInUse(locks: LockOfSeat): SeatLock[] {
  const bySeat = [...locks].toSorted(([one], [other]) => one - other)
  return [...new Map(bySeat.map(([, lock]) => [lockKey(lock), lock])).values()]
}

/** The band in whose colour the map draws seats on sale, and those of each type of lock. */
const bandOfType = {
  house: 'b',
  press: 'c',
  technical: 'd',
  access: 'e',
  promoter: 'f',
  agent: 'premium',
  'day-seats': 'premium-2',
} as const satisfies Record<LockType, string>
export const drawnBands = [{ band: 'a', type: null }, ...lockTypes.map((type) => ({ band: bandOfType[type], type }))] as const

/** By seat: the band in whose colour the map draws it, as an index into `bands`. */
export function drawnBandOf(plan: Plan, locks: LockOfSeat): Uint8Array {
  const drawn = new Uint8Array(plan.seatCount).fill(bands.indexOf('a'))
  for (const [seat, { type }] of locks) drawn[seat] = bands.indexOf(bandOfType[type])
  return drawn
}
