import { sql } from 'kysely'
import type { Allocation } from '@playhouse/api-client/contract'
import { placeName } from '@playhouse/domain/plan'
import type { EditDeps } from './edit-production.ts'

type Row = {
  readonly instance: string
  readonly event: string
  readonly title: string
  readonly hall: string
  readonly plan_version: string
  readonly startsAt: Date
  readonly timeZone: string
  readonly note: string
  readonly releaseAt: Date | null
  readonly seats: readonly number[]
}

/** Lists the seats that are locked for an agent, of performances that have not begun. Undefined for an unknown agent. */
export async function listAllocations({ db, catalogue }: EditDeps, agent: string): Promise<Allocation[] | undefined> {
  const record = await db.selectFrom('catalogue_record').select('id').where('kind', '=', 'agent').where('id', '=', agent).executeTakeFirst()
  if (!record) return undefined
  const { rows } = await sql<Row>`
    select p.id as instance, e.id as event, e.data ->> 'title' as title, p.hall, p.plan_version, p.starts_at as "startsAt", p.time_zone as "timeZone",
      h.reason as note, h.release_at as "releaseAt", array_agg(c.seat order by c.seat) as seats
    from seat_hold h join seat_claim c on c.performance_id = h.performance_id and c.order_id = h.id and c.state = 'blocked'
      join performance p on p.id = h.performance_id join production e on e.id = p.production_id
    where h.agent = ${agent} and h.lifted_at is null and p.starts_at > now()
    group by h.id, p.id, e.id order by p.starts_at, h.placed_at, h.id`.execute(db)
  return Promise.all(
    rows.map(async ({ hall, plan_version, startsAt, releaseAt, seats, ...row }): Promise<Allocation> => {
      const found = await catalogue.hall(hall, plan_version)
      if (!found) throw new RangeError(`performance ${row.instance} names the plan ${hall}/${plan_version}, which is unknown`)
      return {
        ...row,
        startsAt: startsAt.toISOString(),
        releaseAt: releaseAt?.toISOString() ?? null,
        seats: seats.map((seat) => {
          const { area, row: rowName, number } = placeName(found.plan, seat)
          return { area, row: rowName, number: String(number) }
        }),
      }
    }),
  )
}
