import type { Transaction } from 'kysely'
import { type Database, transact } from '#db'
import { lockBasketsWith } from '#modules/promo'
import { brandPartsOf } from '@playhouse/domain/brand-records'
import { type ChangeRow, isSameValue } from '@playhouse/domain/change'
import { type OfferPlan, offerPlanSchema } from '@playhouse/domain/offer-plan'
import { type ImportedThing, thingsOf } from '@playhouse/domain/programme-import'
import { type FoodFacts, parseRecord, recordSchemas, type StoredRecord } from '@playhouse/domain/record'
import type { RecordKind } from '@playhouse/domain/record-kind'
import { findChangedRows, lockCreation, type Planner, recordChangeSet, type WantedChange, writeRows } from '../apply-changes.ts'
import { checkOffer, readPlannedOffer } from '../offers.ts'
import { findLostUses } from '../record/edit-records.ts'
import { readKindFacts } from '../record/record-facts.ts'
import { readRecordNames } from '../record/record-names.ts'
import { listRecords } from '../record/stored-records.ts'
import { subjectOrder } from '../subjects.ts'
import { type CatalogueKind, catalogueKinds, type CatalogueProblem } from './catalogue-problem.ts'
import { faultsOfIssues, faultsOfPaths, type TargetIds, targetIdsOf } from './describe-faults.ts'
import type { CatalogueDeps } from './export-catalogue.ts'
import type { CatalogueEntry, CatalogueFile } from './read-catalogue-file.ts'

/** What an import did, or would do. With problems, nothing was written. */
export type CatalogueReport = {
  readonly problems: readonly CatalogueProblem[]
  readonly things: readonly ImportedThing[]
  /** Things of the file that the shop has already with the same values. */
  readonly unchanged: number
  /** Null in a preview, with problems, and where nothing changed. */
  readonly changeSet: string | null
}

/** Ends the transaction of a preview, or of a file with problems, without effect. */
class WithoutEffect extends Error {
  readonly report: CatalogueReport
  constructor(report: CatalogueReport) {
    super('the import has no effect')
    this.report = report
  }
}

type ImportOptions = { readonly isPreview: boolean; readonly reason?: string | undefined }
type Fault = Omit<CatalogueProblem, 'kind' | 'id'>

/** The state of an import: what it has found and written so far. */
type Import = {
  readonly trx: Transaction<Database>
  readonly deps: CatalogueDeps
  readonly problems: CatalogueProblem[]
  readonly rows: ChangeRow[]
  unchanged: number
}

/**
 * Imports a catalogue file as one change set, or nothing of it where anything is wrong. A thing whose id exists is changed, another one is
 * created. A preview does everything in a transaction that it then rolls back.
 */
export async function importCatalogue(
  { db, ...deps }: CatalogueDeps,
  planner: Planner,
  file: CatalogueFile,
  { isPreview, reason }: ImportOptions,
): Promise<CatalogueReport> {
  try {
    return await transact(db, async (trx) => {
      const run: Import = { trx, deps: { ...deps, db: trx }, problems: [...file.problems], rows: [], unchanged: 0 }
      await lockCreation(trx)
      // A thing names only those of the kinds before its own.
      for (const subject of subjectOrder) {
        const kind = catalogueKinds.find((each) => each === subject)
        const entries = kind && file.entries.get(kind)
        if (kind === 'offer') await importOffers(run, entries ?? [])
        else if (entries) await importRecords(run, kind!, entries, file)
      }
      const report = { problems: run.problems, things: thingsOf(run.rows), unchanged: run.unchanged, changeSet: null }
      if (isPreview || run.problems.length > 0) throw new WithoutEffect(report)
      if (run.rows.length === 0) return report
      return { ...report, changeSet: await recordChangeSet(trx, planner, { kind: 'import-catalogue', reason }, run.rows) }
    })
  } catch (error) {
    if (error instanceof WithoutEffect) return error.report
    throw error
  }
}

/** Writes the changed things of a kind that have no problems, so that those after them can name them. */
async function write({ trx, deps, rows }: Import, wanted: readonly WantedChange[], changed: readonly ChangeRow[]): Promise<void> {
  if (wanted.length === 0) return
  await writeRows(trx, deps, changed)
  rows.push(...changed)
}

const addFaults = ({ problems }: Import, kind: CatalogueKind, { id }: CatalogueEntry, faults: readonly Fault[]): number =>
  problems.push(...faults.map((fault) => ({ kind, id, ...fault })))

const readTargets = async ({ trx, deps }: Import): Promise<TargetIds> => {
  const levels = await listRecords(deps, 'membership-level')
  const types = (deps.brand.productTypes ?? []).map(({ type }) => type)
  return targetIdsOf(
    await readRecordNames(trx),
    types,
    levels.map(({ id }) => id),
  )
}

type Parsed = { readonly entry: CatalogueEntry; readonly record: StoredRecord; readonly isReshaped: boolean }

async function importRecords(run: Import, kind: RecordKind, entries: readonly CatalogueEntry[], file: CatalogueFile): Promise<void> {
  const stored = new Map((await listRecords(run.deps, kind)).map(({ id, record }) => [id, record]))
  const parsed = entries.flatMap((entry) => parseEntry(run, kind, entry, stored.get(entry.id)))
  const after = new Map([...stored, ...parsed.map(({ entry, record }) => [entry.id, record] as const)])
  const facts = await readKindFacts(run.trx, run.deps.brand, kind)
  const targets = await readTargets(run)
  const sameKind = kind === 'package' ? { ...targets, package: [...after.keys()] } : targets
  const faulty = new Set(run.problems.map(({ id }) => id))
  const valid = parsed.flatMap((each): Parsed[] => {
    const { entry, isReshaped } = each
    if (!isReshaped) return [each]
    const others = [...after].flatMap(([id, record]) => (id === entry.id ? [] : [{ id, record }]))
    const food = foodAfter(facts.food, kind, file)
    const checked = parseRecord(kind, entry.fields, { ...facts, food, id: entry.id, before: stored.get(entry.id), others })
    if ('record' in checked) {
      const record = { ...checked.record, isWithdrawn: each.record.isWithdrawn } as StoredRecord
      // Names that were made for it are taken for the records after it.
      after.set(entry.id, record)
      if (isSameValue(record, stored.get(entry.id))) {
        run.unchanged += 1
        return []
      }
      return [{ ...each, record }]
    }
    addFaults(run, kind, entry, faultsOfPaths(kind, entry, checked.faults, { targets: sameKind, faulty }))
    return []
  })
  const wanted = valid
    .toSorted(byPackage)
    .map(({ entry: { id }, record }): WantedChange => ({ subject: kind, id, version: 'any', change: () => record }))
  const changed = await findChangedRows(run.trx, run.deps, wanted)
  if (!changed.ok) throw new Error(`the import was refused: ${changed.error.code}`)
  const free: ChangeRow[] = []
  for (const row of changed.value) {
    const uses = await findLostUses(run.trx, kind, [row])
    if (uses.length === 0) free.push(row)
    const suggestion = uses.map(({ id, count }) => `${count} in ${id}`).join(', ')
    if (uses.length > 0) run.problems.push({ kind, id: row.id, field: null, value: '', fault: 'in-use', suggestion })
  }
  await write(run, wanted, free)
}

/** A package that consists of packages is written after them. */
const byPackage = (one: Parsed, other: Parsed): number => Number(isSuper(one)) - Number(isSuper(other))
const isSuper = ({ record }: Parsed): boolean => 'kind' in record && record.kind === 'super'

/** Reads a record of a file. Nothing where it has problems, or equals the stored one. */
function parseEntry(run: Import, kind: RecordKind, entry: CatalogueEntry, before: StoredRecord | undefined): Parsed[] {
  const isWithdrawn = entry.isWithdrawn ?? before?.isWithdrawn ?? false
  if (before && isSameValue({ ...entry.fields, isWithdrawn }, before)) {
    run.unchanged += 1
    return []
  }
  // A record that is only withdrawn, or offered again, is not checked again: what it names may be over.
  if (before && isSameValue({ ...entry.fields, isWithdrawn: before.isWithdrawn }, before))
    return [{ entry, isReshaped: false, record: { ...before, isWithdrawn } }]
  const parsed = recordSchemas[kind].safeParse(entry.fields)
  if (!parsed.success) {
    addFaults(run, kind, entry, faultsOfIssues(kind, entry, parsed.error.issues))
    return []
  }
  const record = { ...parsed.data, isWithdrawn } as StoredRecord
  if (before && isSameValue(record, before)) {
    run.unchanged += 1
    return []
  }
  return [{ entry, isReshaped: true, record }]
}

/** Where menus are served after the import: a collection point is checked before they are written. */
function foodAfter(food: FoodFacts, kind: RecordKind, file: CatalogueFile): FoodFacts {
  if (kind !== 'collection-point') return food
  const menus = (file.entries.get('menu') ?? []).flatMap(({ fields }) => recordSchemas.menu.safeParse(fields).data ?? [])
  return menus.length === 0 ? food : { ...food, servings: menus.flatMap(({ servings }) => servings) }
}

async function importOffers(run: Import, entries: readonly CatalogueEntry[]): Promise<void> {
  if (entries.length === 0) return
  const targets = await readTargets(run)
  const faulty = new Set(run.problems.map(({ id }) => id))
  const { memberships } = brandPartsOf({
    ...{ 'membership-level': await listRecords(run.deps, 'membership-level'), fund: [], 'gift-voucher': [] },
  })
  const deps = { ...run.deps, brand: { ...run.deps.brand, memberships } }
  for (const entry of entries) {
    const parsed = offerPlanSchema.safeParse(entry.fields)
    if (!parsed.success) {
      addFaults(run, 'offer', entry, faultsOfIssues('offer', entry, parsed.error.issues))
      continue
    }
    const plan: OfferPlan = parsed.data
    await lockBasketsWith(run.trx, [entry.id])
    const before = await readPlannedOffer(deps, entry.id)
    if (before && isSameValue(before.offer, plan)) {
      run.unchanged += 1
      continue
    }
    const refusal = await checkOffer(run.trx, deps, { id: entry.id, isNew: !before }, plan)
    if (refusal?.code === 'id-taken')
      addFaults(run, 'offer', entry, [{ field: 'id', value: entry.id, fault: 'code-taken', suggestion: null }])
    else if (refusal) {
      const paths = refusal.params.fields.map((field) => field.replace(/^offer\./, ''))
      addFaults(run, 'offer', entry, faultsOfPaths('offer', entry, paths, { targets, faulty }))
    } else {
      const wanted: WantedChange = { subject: 'offer', id: entry.id, version: 'any', change: () => plan }
      const changed = await findChangedRows(run.trx, deps, [wanted])
      if (!changed.ok) throw new Error(`the import was refused: ${changed.error.code}`)
      await write(run, [wanted], changed.value)
    }
  }
}
