import { sql, type Transaction } from 'kysely'
import { type Database, newId } from '#db'
import { claimSeats, ClaimConflict, moveBlocked, unblock } from '#modules/seating'
import type { ChangeDependent, ChangeRow } from '@playhouse/domain/change'
import type { Plan } from '@playhouse/domain/plan'
import type { SaleMoment } from '@playhouse/domain/sale-window'
import { groupLocks, lockKey, type LockType, releaseOf, type SeatLock, type StoredLocks } from '@playhouse/domain/seat-lock'
import type { PlanningDeps, Stored, SubjectModule } from './subject.ts'

/** The locks of a performance, whose id they have. Undoing a change locks no seat that a customer has. */
export const seatLocksSubject: SubjectModule = {
  read: async (trx, ids, deps) => {
    const performances = await lockPerformances(trx, deps, ids)
    const versions = await readVersions(trx, ids)
    const stored = new Map<string, Stored<StoredLocks>>()
    for (const { id, plan } of performances) {
      const locks = (await readOpenLocks(trx, id)).flatMap(({ lock, seats }) => seats.map((seat) => [plan.idOf(seat), lock] as const))
      stored.set(id, { value: Object.fromEntries(locks), version: versions.get(id) ?? 0 })
    }
    return stored
  },
  write: async (trx, deps, rows) => {
    const performances = await lockPerformances(
      trx,
      deps,
      rows.map(({ id }) => id),
    )
    for (const performance of performances)
      await writeLocks(
        trx,
        performance,
        rows.find(({ id }) => id === performance.id)!,
      )
  },
  remove: async () => {
    throw new RangeError('a performance without locks has an empty list of them')
  },
  dependents: async (trx, rows, deps) => {
    const performances = await lockPerformances(
      trx,
      deps,
      rows.map(({ id }) => id),
    )
    const dependents: ChangeDependent[] = []
    for (const { id, plan } of performances) {
      const before = Object.keys(rows.find((row) => row.id === id)!.before as StoredLocks)
      const unknown = before.filter((seat) => plan.indexOf(seat) === undefined)
      // The performance got another plan since.
      if (unknown.length > 0) dependents.push({ kind: 'reference', id, count: unknown.length })
      else dependents.push(...(await readCustomersOf(trx, id, indicesOf(plan, before))))
    }
    return dependents
  },
}

type LockedPerformance = { readonly id: string; readonly plan: Plan; readonly startsAt: string; readonly timeZone: string }

/** Locks performances, so that no other staff user changes their locks meanwhile. Visitors can hold seats. */
async function lockPerformances(
  trx: Transaction<Database>,
  { catalogue }: PlanningDeps,
  ids: readonly string[],
): Promise<LockedPerformance[]> {
  const rows = await trx
    .selectFrom('performance')
    .select(['id', 'hall', 'plan_version', 'starts_local as startsAt', 'time_zone as timeZone'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return Promise.all(
    rows.map(async ({ hall, plan_version, ...row }) => {
      const found = await catalogue.hall(hall, plan_version)
      if (!found) throw new RangeError(`performance ${row.id} names the plan ${hall}/${plan_version}, which is unknown`)
      return { ...row, plan: found.plan }
    }),
  )
}

/** The newest change set of the locks of each performance: releases and the counter do not count. */
async function readVersions(trx: Transaction<Database>, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; version: string }>`
    select r.subject_id as id, max(c.seq) as version from change_row r join change_set c on c.id = r.change_set_id
    where r.subject = 'seat-locks' and r.subject_id = any(${[...ids]}::text[]) group by r.subject_id`.execute(trx)
  return new Map(rows.map(({ id, version }) => [id, Number(version)]))
}

/** An open lock of a performance with its seats by plan index. */
type OpenLock = { readonly id: string; readonly lock: SeatLock; readonly seats: readonly number[] }

async function readOpenLocks(trx: Transaction<Database>, performance: string): Promise<OpenLock[]> {
  await sql`select id from seat_hold where performance_id = ${performance} and lifted_at is null order by id for update`.execute(trx)
  const { rows } = await sql<{
    id: string
    type: LockType
    agent: string | null
    note: string
    release: SaleMoment | null
    seats: number[]
  }>`
    select h.id, h.kind as type, h.agent, h.reason as note, h.release, array_agg(c.seat order by c.seat) as seats
    from seat_hold h join seat_claim c on c.performance_id = h.performance_id and c.order_id = h.id and c.state = 'blocked'
    where h.performance_id = ${performance} and h.lifted_at is null group by h.id order by h.id`.execute(trx)
  return rows.map(({ id, seats, agent, ...lock }) => ({ id, seats, lock: agent === null ? lock : { ...lock, agent } }))
}

/** Makes the locks of a performance those of a row. @throws ClaimConflict where a customer has taken one of the seats meanwhile */
async function writeLocks(
  trx: Transaction<Database>,
  { id: performance, plan, ...start }: LockedPerformance,
  row: ChangeRow,
): Promise<void> {
  const open = await readOpenLocks(trx, performance)
  const lockOfSeat = new Map(open.flatMap(({ seats, lock, id }) => seats.map((seat) => [seat, { id, key: lockKey(lock) }] as const)))
  const wanted = new Set<number>()
  for (const { lock, seats: ids } of groupLocks(row.after as StoredLocks)) {
    const seats = indicesOf(plan, ids)
    for (const seat of seats) wanted.add(seat)
    const key = lockKey(lock)
    const others = seats.filter((seat) => lockOfSeat.get(seat)?.key !== key)
    if (others.length === 0) continue
    const id = open.find((each) => lockKey(each.lock) === key)?.id ?? (await insertLock(trx, performance, lock, releaseOf(lock, start)))
    await moveBlocked(trx, id, { performance, seats: others.filter((seat) => lockOfSeat.has(seat)) })
    const free = others.filter((seat) => !lockOfSeat.has(seat))
    const { takenSeats } = await claimSeats(trx, { performance, seats: free }, { as: 'blocked', lock: id })
    if (takenSeats.length > 0) throw new ClaimConflict()
  }
  for (const { id, seats } of open) {
    const released = seats.filter((seat) => !wanted.has(seat))
    if (released.length > 0) await unblock(trx, id, performance, released)
  }
  await sql`
    update seat_hold h set lifted_at = now() where performance_id = ${performance} and lifted_at is null and not exists (
      select from seat_claim c where c.performance_id = h.performance_id and c.order_id = h.id and c.state = 'blocked')
      -- Seats of winners who do not pay return to it.
      and not exists (
        select from reservation_ticket_lock l join reservation_ticket t on t.id = l.ticket_id join reservation r on r.id = t.reservation_id
        where l.lock_id = h.id and r.state in ('reserved', 'in-basket'))`.execute(trx)
}

async function insertLock(
  trx: Transaction<Database>,
  performance: string,
  { type, agent, note, release }: SeatLock,
  releaseAt: number | null,
): Promise<string> {
  const id = newId()
  await trx
    .insertInto('seat_hold')
    .values({
      ...{ id, performance_id: performance, kind: type, agent: agent ?? null, reason: note, staff_id: null, lifted_at: null },
      release: release && JSON.stringify(release),
      release_at: releaseAt === null ? null : new Date(releaseAt),
    })
    .execute()
  return id
}

const indicesOf = (plan: Plan, ids: readonly string[]): number[] => ids.map((id) => plan.indexOf(id)!).toSorted((a, b) => a - b)

/** Those of some seats that customers have: sold and reserved ones, and those in baskets. */
async function readCustomersOf(trx: Transaction<Database>, performance: string, seats: readonly number[]): Promise<ChangeDependent[]> {
  if (seats.length === 0) return []
  const { rows } = await sql<{ tickets: number; inBaskets: number }>`
    select (count(*) filter (where basket_id is null))::int as tickets, (count(*) filter (where basket_id is not null))::int as "inBaskets"
    from seat_claim where performance_id = ${performance} and seat = any(${[...seats]}::int[]) and state <> 'blocked'
      and not (state = 'held' and until <= now())`.execute(trx)
  const { tickets, inBaskets } = rows[0]!
  return [
    ...(tickets > 0 ? [{ kind: 'ticket' as const, id: performance, count: tickets }] : []),
    ...(inBaskets > 0 ? [{ kind: 'basket' as const, id: performance, count: inBaskets }] : []),
  ]
}

/** Computes the releases of the locks of performances again, whose start has changed. */
export async function moveReleases(
  trx: Transaction<Database>,
  starts: readonly { readonly id: string; readonly startsAt: string; readonly timeZone: string }[],
): Promise<void> {
  if (starts.length === 0) return
  const startOf = new Map(starts.map((start) => [start.id, start]))
  const { rows } = await sql<{ id: string; performance: string; release: SaleMoment }>`
    select id, performance_id as performance, release from seat_hold
    where performance_id = any(${[...startOf.keys()]}::text[]) and lifted_at is null and release is not null order by id for update`.execute(
    trx,
  )
  if (rows.length === 0) return
  const instants = rows.map(({ performance, release }) => new Date(releaseOf({ release }, startOf.get(performance)!)!).toISOString())
  await sql`
    update seat_hold h set release_at = r.at from unnest(${rows.map(({ id }) => id)}::uuid[], ${instants}::timestamptz[]) as r (id, at)
    where h.id = r.id`.execute(trx)
}
