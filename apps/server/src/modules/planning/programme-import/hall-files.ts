import { sql, type Transaction } from 'kysely'
import { hallOfPlan } from '#modules/catalogue'
import type { Database } from '#db'
import { hallPlanId, type StoredHallPlan } from '@playhouse/domain/hall-plan'
import { readPlan, toRuns } from '@playhouse/domain/plan'
import type { StoredPriceList } from '@playhouse/domain/price-list-plan'
import { type HallRow, newThings, type ProgrammeRow } from '@playhouse/domain/programme-file'
import type { AddedPlan, Composed, PlanFile, StoredPlan } from '@playhouse/domain/programme-import'
import { nameOfFile } from '@playhouse/domain/programme-source'
import { bandsOfNewPlan } from '@playhouse/domain/uploaded-plan'
import type { WantedChange } from '../apply-changes.ts'
import { listsWithoutPlan } from '../halls.ts'
import { readPlanFile } from '../read-plan-file.ts'
import type { PlanningDeps } from '../subject.ts'

/** Reads the plans that rows of halls name, in worker threads. */
export async function readHallFiles(
  rows: readonly ProgrammeRow<HallRow>[],
  files: ReadonlyMap<string, { readonly bytes: Uint8Array }>,
  languages: readonly string[],
): Promise<Map<string, PlanFile>> {
  const read = new Map<string, PlanFile>()
  for (const { edit } of rows) {
    const { hall, planFile, name } = edit(newThings.halls())
    const file = files.get(nameOfFile(planFile))
    if (file) read.set(nameOfFile(planFile), planFileOf(await readPlanFile({ bytes: file.bytes, hall, name, languages })))
  }
  return read
}

function planFileOf(read: Awaited<ReturnType<typeof readPlanFile>>): PlanFile {
  if (!read.ok) return { refusal: read.error.params.reason }
  const uploaded = read.value
  if (uploaded.report.findings.some(({ severity }) => severity === 'error')) return { refusal: 'has-errors' }
  const plan = readPlan(uploaded.data)
  return { uploaded, seats: plan.seatCount, seatBands: toRuns(bandsOfNewPlan(plan, uploaded)) }
}

/** The plans that halls have or had, in the order in which they were added. */
export const readStoredPlans = async (trx: Transaction<Database>, halls: readonly string[]): Promise<StoredPlan[]> =>
  halls.length === 0
    ? []
    : await trx
        .selectFrom('hall_plan')
        .select(['hall', 'version', 'name', sql<boolean>`removed_at is not null`.as('isRemoved')])
        .where('hall', 'in', halls)
        .orderBy('added_at')
        .orderBy('version')
        .execute()

/** Stores plans, hidden until their change set makes them visible. The order in which they are added is that of the file. */
export async function insertPlans(trx: Transaction<Database>, added: readonly AddedPlan[]): Promise<void> {
  for (const [nth, plan] of added.entries())
    await trx
      .insertInto('hall_plan')
      .values({
        ...{ hall: plan.hall, version: plan.version, name: plan.name, data: jsonOf(plan) },
        ...{ added_at: sql<Date>`now() + ${nth} * interval '1 microsecond'`, removed_at: sql<Date>`now()` },
      })
      .execute()
}

const jsonOf = ({ file, version, name }: AddedPlan): string => JSON.stringify({ ...file.uploaded.data, version, name })

export const wantedPlans = (added: readonly AddedPlan[]): WantedChange[] =>
  added.map(({ hall, version, name }) => {
    const stored: StoredHallPlan = { hall, planVersion: version, name }
    return { subject: 'hall-plan', id: hallPlanId(hall, version), version: 'any', change: () => stored }
  })

/** The catalogue with plans that the transaction adds, which its own connection does not see. */
export function withPlans<Deps extends PlanningDeps>(deps: Deps, added: readonly AddedPlan[]): Deps {
  const halls = new Map(added.map((plan) => [hallPlanId(plan.hall, plan.version), hallOfPlan(jsonOf(plan))]))
  return {
    ...deps,
    catalogue: { hall: async (hall, version) => halls.get(hallPlanId(hall, version)) ?? deps.catalogue.hall(hall, version) },
  }
}

/** Price lists that name no plan, with the plan that their hall had alone before a file adds one: so those of a screen do. */
export async function readListsOfFormerPlans(
  trx: Transaction<Database>,
  added: readonly AddedPlan[],
  stored: readonly StoredPlan[],
): Promise<Map<string, string>> {
  const former = new Map<string, string>()
  for (const hall of new Set(added.map((plan) => plan.hall))) {
    const version = stored.findLast((plan) => plan.hall === hall && !plan.isRemoved)?.version
    if (version !== undefined) for (const change of await listsWithoutPlan(trx, hall, version)) former.set(change.id, version)
  }
  return former
}

/** A price list of a file, with the plan that it was for. */
export const withFormerPlan = (list: Composed<StoredPriceList>, former: ReadonlyMap<string, string>): Composed<StoredPriceList> => {
  const planVersion = list.before && list.after.planVersion === undefined ? former.get(list.id) : undefined
  return planVersion === undefined ? list : { ...list, after: { ...list.after, planVersion } }
}

/** Changes of price lists that the file does not have. */
export const wantedFormerPlans = (former: ReadonlyMap<string, string>, lists: readonly Composed<StoredPriceList>[]): WantedChange[] => {
  const ofFile = new Set(lists.map(({ id }) => id))
  return [...former].flatMap(([id, planVersion]): WantedChange[] =>
    ofFile.has(id)
      ? []
      : [{ subject: 'price-list', id, version: 'any', change: (current) => ({ ...(current as StoredPriceList), planVersion }) }],
  )
}
