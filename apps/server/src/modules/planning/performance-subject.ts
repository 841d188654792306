import { type Selectable, sql } from 'kysely'
import type { PerformanceTable } from '#db'
import { movesCustomers, type StoredPerformance } from '@playhouse/domain/performance-plan'
import { instantOf, plainOf } from '@playhouse/domain/time'
import type { PlanningDeps, SubjectModule } from './subject.ts'
import { readReferences, readSales } from './references.ts'

/** Performances with their states. Kept seats and waiting rooms do not change. */
export const performanceSubject: SubjectModule = {
  read: async (trx, ids) => {
    const rows = await trx
      .selectFrom('performance')
      .selectAll()
      .where('id', 'in', [...ids])
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    return new Map(rows.map((row) => [row.id, { value: performanceOfRow(row), version: row.version }]))
  },
  write: async (trx, deps, performances) => {
    const rows = await Promise.all([...performances.values()].map((value) => rowOf(deps, value as StoredPerformance)))
    await sql`
      insert into performance (id, production_id, hall, plan_version, price_list_id, starts_at, starts_local, time_zone, sale, general_sale_at,
        priority, kept, per_customer, access_tags, seats, programme_id, members, state, type_id, is_visible, is_at_counter, sells_at_counter)
      select id, production_id, hall, plan_version, price_list_id, starts_at, starts_local, time_zone, sale, general_sale_at,
        priority, '[]', per_customer, access_tags, seats, programme_id, members, state, type_id, is_visible, is_at_counter, sells_at_counter
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id text, production_id text, hall text, plan_version text,
        price_list_id text, starts_at timestamptz, starts_local text, time_zone text, sale text, general_sale_at timestamptz, priority jsonb,
        per_customer int, access_tags jsonb, seats int, programme_id text, members jsonb, state text, type_id text, is_visible boolean,
        is_at_counter boolean, sells_at_counter boolean)
      on conflict (id) do update set production_id = excluded.production_id, hall = excluded.hall, plan_version = excluded.plan_version,
        price_list_id = excluded.price_list_id, starts_at = excluded.starts_at, starts_local = excluded.starts_local,
        time_zone = excluded.time_zone, sale = excluded.sale, general_sale_at = excluded.general_sale_at, priority = excluded.priority,
        per_customer = excluded.per_customer, access_tags = excluded.access_tags, seats = excluded.seats,
        programme_id = excluded.programme_id, members = excluded.members, state = excluded.state, type_id = excluded.type_id,
        is_visible = excluded.is_visible, is_at_counter = excluded.is_at_counter, sells_at_counter = excluded.sells_at_counter`.execute(trx)
  },
  remove: async (trx, ids) => {
    await trx
      .deleteFrom('performance')
      .where('id', 'in', [...ids])
      .execute()
  },
  dependents: async (trx, rows) => {
    const created = rows.filter(({ before }) => before === null).map(({ id }) => id)
    const moved = rows.filter(movesCustomers).map(({ id }) => id)
    return [...(await readSales(trx, moved)), ...(await readReferences(trx, 'performance', created))]
  },
}

/** The plan of a performance from its row. */
export function performanceOfRow(row: Selectable<PerformanceTable>): StoredPerformance {
  const plain = (at: Date | string): string => plainOf(Temporal.Instant.from(new Date(at).toISOString()), row.time_zone)
  return {
    id: row.id,
    production: row.production_id,
    hall: row.hall,
    planVersion: row.plan_version,
    priceList: row.price_list_id,
    type: row.type_id,
    startsAt: row.starts_local,
    timeZone: row.time_zone,
    web: { isVisible: row.is_visible, sale: row.sale },
    counter: { isVisible: row.is_at_counter, isOnSale: row.sells_at_counter },
    generalSaleAt: plain(row.general_sale_at),
    priority: row.priority.map(({ from, memberships }) => ({ from: plain(from), memberships })),
    programme: row.programme_id,
    members: row.members,
    perCustomer: row.per_customer,
    accessTags: row.access_tags,
    state: row.state,
  }
}

async function rowOf({ catalogue }: PlanningDeps, performance: StoredPerformance) {
  const at = (plain: string): string => instantOf(plain, performance.timeZone).toString()
  const hall = await catalogue.hall(performance.hall, performance.planVersion)
  if (!hall)
    throw new RangeError(`performance ${performance.id} names the plan ${performance.hall}/${performance.planVersion}, which is unknown`)
  return {
    id: performance.id,
    production_id: performance.production,
    hall: performance.hall,
    plan_version: performance.planVersion,
    price_list_id: performance.priceList,
    starts_at: at(performance.startsAt),
    starts_local: performance.startsAt,
    time_zone: performance.timeZone,
    sale: performance.web.sale,
    general_sale_at: at(performance.generalSaleAt),
    priority: performance.priority.map(({ from, memberships }) => ({ from: at(from), memberships })),
    per_customer: performance.perCustomer,
    access_tags: performance.accessTags,
    seats: hall.plan.seatCount,
    programme_id: performance.programme,
    members: performance.members,
    state: performance.state,
    type_id: performance.type,
    is_visible: performance.web.isVisible,
    is_at_counter: performance.counter.isVisible,
    sells_at_counter: performance.counter.isOnSale,
  }
}
