import { type Selectable, sql } from 'kysely'
import type { BodyOf, contract, DaySeatDraw as ListedDraw, PlannedDaySeatDraw } from '@playhouse/api-client/contract'
import type { DaySeatDrawTable } from '#db'
import { daySeatOrderFault, daySeatTimesOf, invalidMoments } from '@playhouse/domain/day-seats-record'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { DaySeatDeps } from './deps.ts'
import { drawState } from './draw-row.ts'
import { countLockedSeats } from './locked-seats.ts'

type Row = Selectable<DaySeatDrawTable> & {
  readonly now: Date
  readonly event: string
  readonly title: string
  readonly startsAt: Date
  readonly timeZone: string
  readonly entries: number
  readonly paid: number
  readonly unpaid: number
  readonly lapsed: number
}

/** Lists the draws of a lottery for staff, in order of their performances. @returns undefined for an unknown lottery */
export async function listDraws({ db }: Pick<DaySeatDeps, 'db'>, lottery: string): Promise<ListedDraw[] | undefined> {
  const record = await db
    .selectFrom('catalogue_record')
    .select('id')
    .where('kind', '=', 'day-seats')
    .where('id', '=', lottery)
    .executeTakeFirst()
  if (!record) return undefined
  const { rows } = await sql<Row>`
    select d.*, now() as now, e.id as event, e.data ->> 'title' as title, p.starts_at as "startsAt", p.time_zone as "timeZone",
      count(n.id)::int as entries, (count(*) filter (where r.state = 'confirmed'))::int as paid,
      (count(*) filter (where r.state in ('reserved', 'in-basket')))::int as unpaid, (count(*) filter (where r.state = 'lapsed'))::int as lapsed
    from day_seat_draw d join performance p on p.id = d.performance_id join production e on e.id = p.production_id
      left join day_seat_entry n on n.performance_id = d.performance_id left join reservation r on r.id = n.reservation_id
    where d.lottery = ${lottery} group by d.performance_id, p.id, e.id order by p.starts_at, p.id`.execute(db)
  const seats = await countLockedSeats(
    db,
    rows.map(({ performance_id }) => performance_id),
  )
  return rows.map((row): ListedDraw => {
    const state = drawState(row)
    const isClosed = state === 'closed' || state === 'drawn'
    const { event, title, timeZone, entries, paid, unpaid, lapsed } = row
    return {
      ...{ instance: row.performance_id, event, title, startsAt: row.startsAt.toISOString(), timeZone, state },
      ...{ opensAt: row.opens_at.toISOString(), closesAt: row.closes_at.toISOString() },
      ...{ drawsAt: row.draws_at.toISOString(), payUntil: row.pay_until.toISOString(), drawnAt: row.drawn_at?.toISOString() ?? null },
      ...{ lockedSeats: seats.get(row.performance_id) ?? 0, entries, winners: { paid, unpaid, lapsed } },
      ...{ seedHash: row.seed_hash, seed: isClosed ? row.seed : null },
    }
  })
}

/** Computes the times that the draws of a lottery would have, in order of their performances. Unknown performances are left out. */
export async function previewDraws(
  { db }: Pick<DaySeatDeps, 'db'>,
  moments: BodyOf<typeof contract.daySeats.preview>,
): Promise<Result<PlannedDaySeatDraw[], Problem<'invalid-input'>>> {
  const rows = await db
    .selectFrom('performance as p')
    .innerJoin('production as e', 'e.id', 'p.production_id')
    .select(['p.id', 'p.starts_local', 'p.starts_at', 'p.time_zone', sql<string>`e.data ->> 'title'`.as('title')])
    .where('p.id', 'in', moments.performances)
    .orderBy('p.starts_at')
    .orderBy('p.id')
    .execute()
  const timeZones = [...new Set(rows.map(({ time_zone }) => time_zone))]
  const fields = invalidMoments(moments, timeZones)
  if (fields.length > 0) return fail(problem('invalid-input', { fields }))
  return ok(
    rows.map(({ id, title, starts_local, starts_at, time_zone: timeZone }): PlannedDaySeatDraw => {
      const times = daySeatTimesOf(moments, { startsAt: starts_local, timeZone })
      const instant = (at: number): string => new Date(at).toISOString()
      return {
        ...{ instance: id, title, startsAt: starts_at.toISOString(), timeZone, fault: daySeatOrderFault(times) ?? null },
        ...{ opensAt: instant(times.opensAt), closesAt: instant(times.closesAt) },
        ...{ drawsAt: instant(times.drawsAt), payUntil: instant(times.payUntil) },
      }
    }),
  )
}
