import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#db'
import { missingOf } from '@playhouse/domain/missing'
import type { StoredPerformance } from '@playhouse/domain/performance-plan'
import { addressOfProduction } from '@playhouse/domain/production-address'
import type { StoredProduction } from '@playhouse/domain/production-plan'
import { readAddressOwners } from '../edit-production.ts'
import { performanceOfRow } from '../performance-subject.ts'
import { productionColumns, storedProductionOf } from '../production-subject.ts'
import { readFacts } from '../read-planning.ts'
import type { PlanningDeps } from '../subject.ts'
import type { Composed } from './compose-things.ts'
import type { ProblemList } from './problem-list.ts'

type State = { readonly state: string }

/** Whether a file may change a state so: it creates any, and publishes drafts. Withdrawing and archiving have checks of the screens. */
export const mayChangeState = (before: State | null, after: State): boolean =>
  before === null || before.state === after.state || (before.state === 'draft' && after.state === 'published')

/** Reports productions whose state a file may not change, and addresses that another production has or had, in the programme or in the file. */
export async function checkProductions(
  trx: Transaction<Database>,
  productions: readonly Composed<StoredProduction>[],
  problems: ProblemList,
): Promise<void> {
  const owners = await readAddressOwners(
    trx,
    productions.flatMap(({ id, after }) => [id, addressOfProduction(after)]),
  )
  for (const { row, id, before, after } of productions) {
    if (!mayChangeState(before, after))
      problems.add({ sheet: 'productions', row, field: 'state' }, 'state-kept', after.state, before?.state ?? null)
    for (const [field, address] of [
      ['id', id],
      ['slug', addressOfProduction(after)],
    ] as const) {
      const owner = owners.get(address) ?? id
      owners.set(address, owner)
      if (owner !== id && (field === 'slug' ? address !== id : before === null))
        problems.add({ sheet: 'productions', row, field }, 'address-taken', address, owner)
    }
  }
}

type Imported = {
  readonly productions: readonly Composed<StoredProduction>[]
  readonly performances: readonly Composed<StoredPerformance>[]
}

const isPublished = ({ before, after }: { readonly before: State | null; readonly after: State }): boolean =>
  after.state === 'published' && before?.state !== 'published'

/** Reports what productions lack that the file publishes. Reads the programme after the file is written. */
export async function incompleteOf(
  deps: PlanningDeps & { readonly db: Kysely<Database> },
  { productions, performances }: Imported,
  problems: ProblemList,
): Promise<void> {
  const published = new Set([
    ...productions.filter(isPublished).map(({ id }) => id),
    ...performances.filter(isPublished).map(({ after }) => after.production),
  ])
  if (published.size === 0) return
  const rowOfProduction = new Map(productions.map(({ id, row }) => [id, row]))
  const rowOfPerformance = new Map(performances.map(({ id, row }) => [id, row]))
  const { db } = deps
  const rows = await db
    .selectFrom('performance')
    .selectAll()
    .where('production_id', 'in', [...published])
    .orderBy('id')
    .execute()
  const all = rows.map((each) => performanceOfRow(each))
  const byProduction = Map.groupBy(all, ({ production }) => production)
  const facts = await readFacts(deps, all)
  const stored = await db
    .selectFrom('production')
    .select(['id', ...productionColumns])
    .where('id', 'in', [...published])
    .orderBy('position')
    .execute()
  for (const each of stored) {
    const production = storedProductionOf(each)
    if (production.state !== 'published') continue
    for (const { kind, isBlocking, performance, detail } of missingOf(production, byProduction.get(each.id) ?? [], facts)) {
      if (!isBlocking) continue
      const place = performance === null ? undefined : rowOfPerformance.get(performance)
      const [sheet, row] =
        place === undefined ? (['productions', rowOfProduction.get(each.id) ?? null] as const) : (['performances', place] as const)
      problems.add({ sheet, row, field: 'state' }, 'incomplete', performance ?? each.id, detail === null ? kind : `${kind}: ${detail}`)
    }
  }
}
