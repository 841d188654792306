import type { Kysely } from 'kysely'
import type { Database } from '#db'
import type { Known, KnownPlans } from '@playhouse/domain/programme-import'
import type { PlanningDeps } from '../subject.ts'

/** Reads all plans. Called before the transaction of an import, because the catalogue reads with a separate connection. */
export async function readPlans({
  db,
  catalogue,
}: Pick<PlanningDeps, 'catalogue'> & { readonly db: Kysely<Database> }): Promise<KnownPlans> {
  const plans = await db
    .selectFrom('hall_plan')
    .select(['hall', 'version'])
    .where('removed_at', 'is', null)
    .orderBy('hall')
    .orderBy('added_at')
    .orderBy('version')
    .execute()
  const versions = Map.groupBy(plans, ({ hall }) => hall)
  const seats = new Map<string, number>()
  for (const { hall, version } of plans) {
    const found = await catalogue.hall(hall, version)
    if (found) seats.set(JSON.stringify([hall, version]), found.plan.seatCount)
  }
  const plansOf = (hall: string): string[] => (versions.get(hall) ?? []).map(({ version }) => version)
  return {
    halls: new Set(versions.keys()),
    seatsOf: (hall, planVersion) => seats.get(JSON.stringify([hall, planVersion])),
    plansOf,
    newestPlan: (hall) => plansOf(hall).at(-1),
  }
}

type Added = {
  readonly lists: ReadonlyMap<string, string>
  readonly types: readonly string[]
  readonly productions: readonly string[]
  readonly memberships: readonly string[]
}

/** Adds to the plans what else the rows of a file may refer to. */
export async function readKnown(db: Kysely<Database>, plans: KnownPlans, added: Added): Promise<Known> {
  const idsOf = async (table: 'production' | 'performance_type' | 'programme'): Promise<string[]> =>
    (await db.selectFrom(table).select('id').execute()).map(({ id }) => id)
  const lists = await db.selectFrom('price_list').select(['id', 'hall']).execute()
  return {
    ...plans,
    priceLists: new Map([...lists.map(({ id, hall }) => [id, hall] as const), ...added.lists]),
    productions: new Set([...(await idsOf('production')), ...added.productions]),
    types: new Set([...(await idsOf('performance_type')), ...added.types]),
    programmes: new Set(await idsOf('programme')),
    memberships: new Set(added.memberships),
  }
}
