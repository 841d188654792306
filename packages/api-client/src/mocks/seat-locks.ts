import type { ChangeDependent, ChangeRow } from '@playhouse/domain/change'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import {
  groupLocks,
  lockAgentProblem,
  lockKey,
  type LockPainting,
  lockReleaseProblem,
  paintLocks,
  type PaintedLocks,
  releaseOf,
  type SeatLock,
  type StoredLocks,
} from '@playhouse/domain/seat-lock'
import type { PaintedPerformance, PlannedLocks } from '#contract'
import { changerName, type MockCounter, type MockHold } from './mock-counter.ts'
import type { Contract, MockHandlers } from './mock-handler.ts'
import type { MockShop, MockVisit } from './mock-shop.ts'
import type { MockWanted, PlannedProgramme } from './planned-programme.ts'

const unavailable = problem('instance-unavailable')
const lockOf = ({ kind: type, agent, reason: note, release }: MockHold): SeatLock => ({
  ...{ type, note, release },
  ...(agent !== undefined && { agent }),
})
const byText = (one: string, other: string): number => (one < other ? -1 : 1)

/** The locks of the performances of a mock shop: the blocked seats of its counter. */
export function createMockLocks(shop: MockShop, counter: Pick<MockCounter, 'holds'>) {
  const holdsOf = (id: string): MockHold[] => counter.holds.filter(({ performance, seats }) => performance === id && seats.length > 0)
  /** All locks that each agent has ever had. */
  const holdsOfAgent = new Map<string, Set<string>>()
  return {
    holdsOf,
    /** The locks of a performance that is on sale. */
    read(id: string): StoredLocks {
      const plan = shop.pricedPerformanceOf(id)?.plan
      if (!plan) return {}
      return Object.fromEntries(holdsOf(id).flatMap((hold) => hold.seats.map((seat) => [plan.idOf(seat), lockOf(hold)] as const)))
    },
    /** Makes the locks of performances those of change rows. */
    show(rows: readonly ChangeRow[], by: string): void {
      for (const { id, after } of rows) {
        const { plan, taken } = shop.pricedPerformanceOf(id)!
        const performance = shop.performance(id)!
        const before = holdsOf(id)
        for (const { seats } of before) for (const seat of seats) taken.delete(seat)
        const kept = groupLocks(after as StoredLocks).map(({ lock, seats }): MockHold => {
          const releaseAt = releaseOf(lock, performance)
          const now = shop.now()
          return {
            ...(before.find((each) => lockKey(lockOf(each)) === lockKey(lock)) ?? { id: crypto.randomUUID(), by, at: now }),
            ...{ performance: id, kind: lock.type, agent: lock.agent, reason: lock.note, release: lock.release, releaseAt },
            seats: seats.map((seat) => plan.indexOf(seat)!),
          }
        })
        for (const { seats } of kept) for (const seat of seats) taken.set(seat, 'sold')
        for (const { id: hold, agent } of kept)
          if (agent !== undefined) holdsOfAgent.set(agent, (holdsOfAgent.get(agent) ?? new Set()).add(hold))
        counter.holds.splice(0, counter.holds.length, ...counter.holds.filter((hold) => hold.performance !== id), ...kept)
      }
    },
    /** The seats that an undo of changes would lock, but customers have, and the locks of agents that it would remove. */
    dependents(rows: readonly ChangeRow[]): ChangeDependent[] {
      return rows.flatMap(({ subject, id, before }): ChangeDependent[] => {
        // An agent for whom seats have ever been locked stays.
        if (subject === 'agent')
          return before === null && holdsOfAgent.has(id) ? [{ kind: 'reference', id: 'seat_hold', count: holdsOfAgent.get(id)!.size }] : []
        const { plan, taken } = shop.pricedPerformanceOf(id)!
        const locks = this.read(id)
        const holders = Object.keys(before as StoredLocks)
          .filter((seat) => !Object.hasOwn(locks, seat))
          .flatMap((seat) => taken.get(plan.indexOf(seat)!) ?? [])
        const tickets = holders.filter((holder) => holder === 'sold').length
        const inBaskets = holders.length - tickets
        return [
          ...(tickets > 0 ? [{ kind: 'ticket' as const, id, count: tickets }] : []),
          ...(inBaskets > 0 ? [{ kind: 'basket' as const, id, count: inBaskets }] : []),
        ]
      })
    },
  }
}
/** The locks of the performances of a mock shop. */
export type MockLocks = ReturnType<typeof createMockLocks>

/** Taken seats as what is built on a change. Locks depend on the plan of a performance, but not on its state or its time. */
export const salesOf = (
  programme: PlannedProgramme,
  performances: readonly { readonly id: string }[],
  { withLocks }: { readonly withLocks: boolean },
): ChangeDependent[] =>
  performances.flatMap(({ id }): ChangeDependent[] => {
    const claims = programme.claimsOf(id)
    const { inBaskets } = claims
    const tickets = withLocks ? claims.tickets : claims.tickets - programme.countLocked(id)
    return [
      ...(tickets > 0 ? [{ kind: 'ticket' as const, id, count: tickets }] : []),
      ...(inBaskets > 0 ? [{ kind: 'basket' as const, id, count: inBaskets }] : []),
    ]
  })

type LockRequest = {
  readonly version: number
  readonly painting: LockPainting
  readonly also: readonly string[]
  readonly reason?: string | undefined
}

/** Mock handlers of the locks of performances. They know those on sale only. */
export function seatLockHandlers(
  shop: MockShop,
  counter: MockCounter,
  locks: MockLocks,
  programme: () => PlannedProgramme,
): MockHandlers<Contract['seatLocks']> {
  const read = (instance: string): Result<PlannedLocks, Problem<'instance-unavailable'>> => {
    const [priced, performance] = [shop.pricedPerformanceOf(instance), programme().things.performance.get(instance)?.value]
    if (!priced || !performance) return fail(unavailable)
    const { plan, taken } = priced
    const holds = locks.holdsOf(instance)
    const locked = new Set(holds.flatMap(({ seats }) => seats))
    return ok({
      ...{ instance, event: performance.production, title: programme().things.production.get(performance.production)!.value.title },
      ...{ startsAt: performance.startsAt, timeZone: performance.timeZone, hall: performance.hall, planVersion: performance.planVersion },
      version: programme().things['seat-locks'].get(instance)?.version ?? 0,
      locks: holds.map((hold) => ({
        ...lockOf(hold),
        ...{ id: hold.id, placedBy: hold.by, placedAt: new Date(hold.at).toISOString() },
        releaseAt: hold.releaseAt === null ? null : new Date(hold.releaseAt).toISOString(),
        seats: hold.seats.toSorted((a, b) => a - b).map(plan.idOf),
      })),
      taken: [...taken.keys()]
        .filter((seat) => !locked.has(seat))
        .toSorted((a, b) => a - b)
        .map(plan.idOf),
      agents: [...programme().things.agent]
        .map(
          ([
            id,
            {
              value: { name, isWithdrawn, position },
            },
          ]) => ({ id, name, isWithdrawn, position }),
        )
        .toSorted((a, b) => a.position - b.position || byText(a.id, b.id))
        .map(({ position: _, ...agent }) => agent),
    })
  }
  const paint = (visit: MockVisit, instance: string, { version, painting, also, reason }: LockRequest, isPreview: boolean) => {
    const shown = programme().things.performance.get(instance)?.value
    if (!shown || !shop.pricedPerformanceOf(instance)) return fail(unavailable)
    const ids = [...new Set([instance, ...also])].toSorted(byText)
    const performances = ids.flatMap((id) => programme().things.performance.get(id)?.value ?? [])
    const isSame = (each: { readonly hall: string; readonly planVersion: string; readonly id: string }): boolean =>
      each.hall === shown.hall && each.planVersion === shown.planVersion && shop.pricedPerformanceOf(each.id) !== undefined
    if (performances.length !== ids.length || !performances.every(isSame)) return fail(problem('invalid-input', { fields: ['also'] }))
    const { plan } = shop.pricedPerformanceOf(instance)!
    const unknown = painting.flatMap(({ seats }) => seats).find((seat) => plan.indexOf(seat) === undefined)
    if (unknown !== undefined) return fail(problem('seat-unknown', { seat: unknown }))
    const agents = new Set([...programme().things.agent].flatMap(([id, { value }]) => (value.isWithdrawn ? [] : [id])))
    const refusal = lockAgentProblem(painting, agents) ?? lockReleaseProblem(painting, performances, shop.now())
    if (refusal) return fail(refusal)
    const painted = new Map<string, PaintedLocks>()
    const wanted = performances.map(({ id }): MockWanted => ({
      ...{ subject: 'seat-locks', id, version: id === instance ? version : 'any' },
      change: (current: StoredLocks) => {
        const { taken } = shop.pricedPerformanceOf(id)!
        const result = paintLocks(current, painting, (seat) => taken.has(plan.indexOf(seat)!))
        painted.set(id, result)
        return result.locks
      },
    }))
    const by = changerName(counter, visit)
    const applied = programme().apply({ by, kind: 'lock-seats', reason }, wanted, { isPreview })
    if (!applied.ok) return applied
    const effects = performances.map(({ id, startsAt }): PaintedPerformance => {
      const { locked, changed, unlocked, taken } = painted.get(id)!
      return { ...{ id, startsAt, taken: [...taken] }, locked: locked.length, changed: changed.length, unlocked: unlocked.length }
    })
    return ok({ performances: effects, changeSet: applied.value.changeSet })
  }
  return {
    one: ({ params }) => read(params.instance),
    preview: ({ params, body, visit }) => {
      const painted = paint(visit, params.instance, body, true)
      return painted.ok ? ok({ performances: painted.value.performances }) : painted
    },
    paint: ({ params, body, visit }) => {
      const painted = paint(visit, params.instance, body, false)
      if (!painted.ok) return painted
      const current = read(params.instance)
      return current.ok ? ok({ locks: current.value, ...painted.value }) : current
    },
  }
}
