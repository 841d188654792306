import { type Kysely, sql } from 'kysely'
import type { PlannedReplan } from '@playhouse/api-client/contract'
import type { Database } from '#db'
import { expandRuns, type Plan } from '@playhouse/domain/plan'
import type { PriceList } from '@playhouse/domain/pricing'
import { type Problem, problem } from '@playhouse/domain/problem'
import { describeReplan, readHandMoves, type HandMove, type NumberedSeat, type Replan, type SeatHolder } from '@playhouse/domain/replan'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { EditDeps } from './edit-production.ts'

/** Another plan of the hall, with its price list, and the seats that a person chose. */
export type ReplanRequest = { readonly planVersion: string; readonly priceList: string; readonly byHand: readonly HandMove[] }

/** Computes what another plan of its hall would mean for a performance, and writes nothing. See {@link readReplan} for the problems. */
export async function previewReplan(
  { db, catalogue }: Pick<EditDeps, 'db' | 'catalogue'>,
  performance: string,
  request: ReplanRequest,
): Promise<Result<PlannedReplan, Problem>> {
  const replan = await readReplan(db, catalogue, performance, request)
  return replan.ok ? ok(describeReplan(replan.value)) : replan
}

/** Both plans, the taken seats, and the price list of the other plan. */
export type ReadReplan = Replan & { readonly taken: readonly NumberedSeat[]; readonly listTo: PriceList }

/**
 * Reads both plans of a performance and its taken seats. `instance-unavailable` for an unknown performance, `invalid-input` for a plan or a
 * price list that does not fit.
 */
export async function readReplan(
  db: Kysely<Database>,
  catalogue: EditDeps['catalogue'],
  performance: string,
  { planVersion, priceList, byHand }: ReplanRequest,
): Promise<Result<ReadReplan, Problem>> {
  const row = await db
    .selectFrom('performance as p')
    .innerJoin('price_list as l', 'l.id', 'p.price_list_id')
    .select(['p.hall', 'p.plan_version', 'l.data'])
    .where('p.id', '=', performance)
    .executeTakeFirst()
  if (!row) return fail(problem('instance-unavailable'))
  const from = await catalogue.hall(row.hall, row.plan_version)
  if (!from) throw new RangeError(`performance ${performance} names the plan ${row.hall}/${row.plan_version}, which is unknown`)
  const stored = await db
    .selectFrom('hall_plan')
    .select('hall')
    .where('hall', '=', row.hall)
    .where('version', '=', planVersion)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  const to = stored && (await catalogue.hall(row.hall, planVersion))
  if (!to || planVersion === row.plan_version) return fail(problem('invalid-input', { fields: ['planVersion'] }))
  const list = await db.selectFrom('price_list').select('data').where('id', '=', priceList).executeTakeFirst()
  const bandTo = list && bandsOfPlan(list.data, to.plan, planVersion)
  const bandFrom = bandsOfPlan(row.data, from.plan, row.plan_version)
  if (!bandTo || !bandFrom) return fail(problem('invalid-input', { fields: ['priceList'] }))
  const chosen = readHandMoves(from.plan, to.plan, byHand)
  if (!chosen.ok) return chosen
  const taken = await readHolders(db, performance)
  return ok({ from: from.plan, to: to.plan, bandFrom, bandTo, byHand: chosen.value, taken, listTo: list.data })
}

/** The band of each seat; undefined for a price list of another plan. */
function bandsOfPlan({ hall, planVersion, seatBands }: PriceList, plan: Plan, version: string): Uint8Array | undefined {
  const seats = seatBands.reduce((sum, [, count]) => sum + count, 0)
  const isOfPlan = hall === plan.hall && (planVersion ?? version) === version && seats === plan.seatCount
  return isOfPlan ? expandRuns(seatBands, new Uint8Array(plan.seatCount)) : undefined
}

const holderOf: Readonly<Record<string, SeatHolder>> = {
  held: 'held',
  paying: 'held',
  sold: 'sold',
  reserved: 'reserved',
  blocked: 'locked',
}

/** The taken seats of a performance, with their baskets, orders and locks. */
async function readHolders(db: Kysely<Database>, performance: string) {
  const { rows } = await sql<{ seat: number; state: string; party: string; order: string | null }>`
    select c.seat, c.state, coalesce(c.order_id, c.basket_id)::text as party, coalesce(o.number, r.number) as order
    from seat_claim c left join customer_order o on o.id = c.order_id and c.state = 'sold'
      left join reservation r on r.id = c.order_id and c.state = 'reserved'
    where c.performance_id = ${performance} and not (c.state = 'held' and c.until <= now()) order by c.seat`.execute(db)
  return rows.map(({ state, ...row }) => ({ ...row, holder: holderOf[state]! }))
}
