import { type Kysely, sql, type Transaction } from 'kysely'
import type { PaintedPerformance, PlannedLocks } from '@playhouse/api-client/contract'
import { audit, type Database, transact } from '#db'
import { retryClaims } from '#modules/seating'
import type { Plan } from '@playhouse/domain/plan'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { SaleMoment } from '@playhouse/domain/sale-window'
import {
  agentsOf,
  lockAgentProblem,
  type LockPainting,
  lockReleaseProblem,
  type LockType,
  paintLocks,
  type PaintedLocks,
  type StoredLocks,
} from '@playhouse/domain/seat-lock'
import { applyChanges, lastChanger, type Planner, type WantedChange } from './apply-changes.ts'
import type { EditDeps } from './edit-production.ts'

/** Locks that staff paint. `version`: the one of the performance that was read; `also`: other performances with the same plan. */
export type LockRequest = {
  readonly version: number
  readonly painting: LockPainting
  readonly also: readonly string[]
  readonly reason?: string | undefined
}

type Row = {
  readonly id: string
  readonly production_id: string
  readonly hall: string
  readonly plan_version: string
  readonly starts_local: string
  readonly time_zone: string
}
const rowColumns = ['id', 'production_id', 'hall', 'plan_version', 'starts_local', 'time_zone'] as const

/** Reads the locks of a performance, drafts included. Undefined for an unknown id. */
export async function readLocks({ db, ...deps }: EditDeps, performance: string): Promise<PlannedLocks | undefined> {
  return transact(db, async (trx): Promise<PlannedLocks | undefined> => {
    const row = await trx
      .selectFrom('performance as p')
      .innerJoin('production as e', 'e.id', 'p.production_id')
      .select(rowColumns.map((name) => `p.${name}` as const))
      .select(sql<string>`e.data ->> 'title'`.as('title'))
      .where('p.id', '=', performance)
      .executeTakeFirst()
    if (!row) return undefined
    const plan = await planOf(deps, row)
    const { rows } = await sql<{
      id: string
      type: LockType
      agent: string | null
      note: string
      release: SaleMoment | null
      releaseAt: Date | null
      by: string | null
      at: Date
      seats: number[] | null
    }>`
      select h.id, h.kind as type, h.agent, h.reason as note, h.release, h.release_at as "releaseAt", s.name as by, h.placed_at as at,
        (select array_agg(c.seat order by c.seat) from seat_claim c
          where c.performance_id = h.performance_id and c.order_id = h.id and c.state = 'blocked') as seats
      from seat_hold h left join staff s on s.id = h.staff_id
      where h.performance_id = ${performance} and h.lifted_at is null order by h.placed_at, h.id`.execute(trx)
    const { version } = await trx
      .selectFrom('change_row as r')
      .innerJoin('change_set as c', 'c.id', 'r.change_set_id')
      .select(sql<string | null>`max(c.seq)`.as('version'))
      .where('r.subject', '=', 'seat-locks')
      .where('r.subject_id', '=', performance)
      .executeTakeFirstOrThrow()
    const undoneBy = rows.some(({ by }) => by === null) ? await lastChanger(trx, 'seat-locks', performance) : ''
    const taken = await readTaken(trx, [performance])
    return {
      ...{ instance: performance, event: row.production_id, title: row.title, startsAt: row.starts_local, timeZone: row.time_zone },
      ...{ hall: row.hall, planVersion: row.plan_version, version: Number(version ?? 0) },
      // A draw has given all seats of a lock without any.
      locks: rows.flatMap(({ by, at, releaseAt, seats, agent, ...lock }) =>
        seats === null
          ? []
          : {
              ...lock,
              ...(agent !== null && { agent }),
              ...{ releaseAt: releaseAt?.toISOString() ?? null, placedBy: by ?? undoneBy, placedAt: at.toISOString() },
              seats: seats.map(plan.idOf),
            },
      ),
      taken: (taken.get(performance) ?? []).map(plan.idOf),
      agents: await readAgents(trx),
    }
  })
}

const readAgents = (trx: Transaction<Database>): Promise<PlannedLocks['agents']> =>
  trx
    .selectFrom('catalogue_record')
    .select(['id', 'is_withdrawn as isWithdrawn', sql<string>`data ->> 'name'`.as('name')])
    .where('kind', '=', 'agent')
    .orderBy('position')
    .orderBy('id')
    .execute()

async function planOf({ catalogue }: Pick<EditDeps, 'catalogue'>, { id, hall, plan_version }: Row): Promise<Plan> {
  const found = await catalogue.hall(hall, plan_version)
  if (!found) throw new RangeError(`performance ${id} names the plan ${hall}/${plan_version}, which is unknown`)
  return found.plan
}

/** The seats of performances that customers have, by plan index: sold and reserved ones, and those in baskets. */
async function readTaken(db: Kysely<Database>, performances: readonly string[]): Promise<Map<string, readonly number[]>> {
  const { rows } = await sql<{ id: string; seats: number[] }>`
    select performance_id as id, array_agg(seat order by seat) as seats from seat_claim
    where performance_id = any(${[...performances]}::text[]) and state <> 'blocked' and not (state = 'held' and until <= now())
    group by performance_id`.execute(db)
  return new Map(rows.map(({ id, seats }) => [id, seats]))
}

/** What a painting did, or would do, on each performance, and the change set; null for a preview, and where nothing changed. */
export type PaintedSeatLocks = { readonly performances: PaintedPerformance[]; readonly changeSet: string | null }

/**
 * Locks and unlocks seats of a performance, and of others with the same plan, in one transaction. Seats that customers have are left
 * out, and the reply lists them. `instance-unavailable` for an unknown performance.
 */
export function paintSeatLocks(
  { db, ...deps }: EditDeps,
  planner: Planner,
  performance: string,
  request: LockRequest,
  isPreview = false,
): Promise<Result<PaintedSeatLocks, Problem>> {
  return retryClaims(() =>
    transact(db, async (trx): Promise<Result<PaintedSeatLocks, Problem>> => {
      const { painting, also, version, reason } = request
      const rows = await lockRows(trx, [performance, ...also])
      const shown = rows.find(({ id }) => id === performance)
      if (!shown) return fail(problem('instance-unavailable'))
      const plan = await planOf(deps, shown)
      const agents = await lockAgents(trx, agentsOf(painting))
      const refusal = requestProblem(request, { shown, rows, plan, agents, now: await readNow(trx) })
      if (refusal) return fail(refusal)
      const taken = await readTaken(
        trx,
        rows.map(({ id }) => id),
      )
      const painted = new Map<string, PaintedLocks>()
      const wanted = rows.map(({ id }): WantedChange => {
        const takenSeats = new Set((taken.get(id) ?? []).map(plan.idOf))
        return {
          ...{ subject: 'seat-locks', id, version: id === performance ? version : 'any' },
          change: (current) => {
            const paintedLocks = paintLocks(current as StoredLocks, painting, (seat) => takenSeats.has(seat))
            painted.set(id, paintedLocks)
            return paintedLocks.locks
          },
        }
      })
      const applied = await applyChanges(trx, deps, planner, { kind: 'lock-seats', reason }, wanted, { isPreview })
      if (!applied.ok) return applied
      const { changeSet } = applied.value
      if (changeSet !== null) await signLocks(trx, planner, rows)
      return ok({ performances: rows.map((row) => paintedPerformance(row, painted.get(row.id)!)), changeSet })
    }),
  )
}

const lockRows = (trx: Transaction<Database>, ids: readonly string[]): Promise<Row[]> =>
  trx
    .selectFrom('performance')
    .select(rowColumns)
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

const readNow = async (trx: Transaction<Database>): Promise<number> =>
  (await sql<{ now: Date }>`select now()`.execute(trx)).rows[0]!.now.getTime()

/** Those of some agents who can have seats. They stay until the end of the transaction: no undo removes them meanwhile. */
async function lockAgents(trx: Transaction<Database>, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await trx
    .selectFrom('catalogue_record')
    .select('id')
    .where('kind', '=', 'agent')
    .where('id', 'in', [...ids])
    .where('is_withdrawn', '=', false)
    .orderBy('id')
    .forShare()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

type RequestFacts = {
  readonly shown: Row
  readonly rows: readonly Row[]
  readonly plan: Plan
  readonly agents: ReadonlySet<string>
  readonly now: number
}

/** `invalid-input` or `seat-unknown`: other performances have the same plan, each seat is in it, agents are on offer, and no release is over. */
function requestProblem({ painting, also }: LockRequest, { shown, rows, plan, agents, now }: RequestFacts): Problem | undefined {
  const others = new Set(also)
  others.delete(shown.id)
  const isSame = (row: Row): boolean => row.hall === shown.hall && row.plan_version === shown.plan_version
  if (rows.length !== others.size + 1 || !rows.every(isSame)) return problem('invalid-input', { fields: ['also'] })
  const unknown = painting.flatMap(({ seats }) => seats).find((seat) => plan.indexOf(seat) === undefined)
  if (unknown !== undefined) return problem('seat-unknown', { seat: unknown })
  const starts = rows.map(({ starts_local, time_zone }) => ({ startsAt: starts_local, timeZone: time_zone }))
  return lockAgentProblem(painting, agents) ?? lockReleaseProblem(painting, starts, now)
}

/** Names the staff user in the locks that they made. */
async function signLocks(trx: Transaction<Database>, { staff }: Planner, rows: readonly Row[]): Promise<void> {
  await trx
    .updateTable('seat_hold')
    .set({ staff_id: staff })
    .where(
      'performance_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('staff_id', 'is', null)
    .where('placed_at', '=', sql<Date>`now()`)
    .execute()
}

const paintedPerformance = ({ id, starts_local }: Row, { locked, changed, unlocked, taken }: PaintedLocks): PaintedPerformance => ({
  ...{ id, startsAt: starts_local, taken: [...taken] },
  ...{ locked: locked.length, changed: changed.length, unlocked: unlocked.length },
})

/** Locks that one run of the job ends. */
const mostReleases = 200

/** Puts the seats of locks on sale whose release is over, by the clock of the database. Any number of processes may run it. */
export async function releaseDueLocks(db: Kysely<Database>): Promise<void> {
  await transact(db, async (trx) => {
    const { rows: due } = await sql<{ id: string; performance: string }>`
      select id, performance_id as performance from seat_hold where lifted_at is null and release_at <= now()
      order by release_at, id limit ${mostReleases} for update skip locked`.execute(trx)
    if (due.length === 0) return
    const ids = due.map(({ id }) => id)
    const { rows: freed } = await sql<{ lock: string; seats: number[] }>`
      with freed as (
        delete from seat_claim where (performance_id, seat) in (
          select performance_id, seat from seat_claim
          where performance_id = any(${due.map(({ performance }) => performance)}::text[]) and order_id = any(${ids}::uuid[])
            and state = 'blocked' order by performance_id, seat for update)
        returning order_id, seat)
      select order_id as lock, array_agg(seat order by seat) as seats from freed group by order_id`.execute(trx)
    await sql`update seat_hold set lifted_at = now() where id = any(${ids}::uuid[])`.execute(trx)
    for (const { id, performance } of due)
      await audit(trx, {
        ...{ actor: 'lock release', subject: 'seat-hold', subjectId: id, verb: 'unblock' },
        detail: { performance, seats: freed.find(({ lock }) => lock === id)?.seats ?? [] },
      })
  })
}
