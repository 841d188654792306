import type { Kysely, Transaction } from 'kysely'
import { type Database, transact } from '#db'
import type { Brand } from '@playhouse/domain/brand'
import { changedFields, type ChangeDependent, type ChangeRow } from '@playhouse/domain/change'
import { parseRecord, type StoredRecord } from '@playhouse/domain/record'
import { type RecordKind, recordKinds } from '@playhouse/domain/record-kind'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, type Result } from '@playhouse/domain/result'
import { type AppliedChanges, applyChanges, type ChangeIntent, lockCreation, type Planner } from '../apply-changes.ts'
import type { PlanningDeps } from '../subject.ts'
import { reshapedBallotUses } from './ballot-subject.ts'
import { lostPointGuests } from './collection-point-subject.ts'
import { reshapedDaySeatUses } from './day-seats-subject.ts'
import { narrowedFlexUses } from './flex-subject.ts'
import { lostMenuGuests } from './menu-subject.ts'
import { reshapedPackageUses } from './package-subject.ts'
import { lostRestaurantTables } from './restaurant-subject.ts'
import { removedVariantUses } from './product-subject.ts'
import { readKindFacts } from './record-facts.ts'
import { type ListedRecord, listRecords } from './stored-records.ts'

/** Dependencies of changes of records. */
export type RecordDeps = Omit<PlanningDeps, 'brand'> & { readonly db: Kysely<Database>; readonly brand: Brand }
type Reason = { readonly reason?: string | undefined }
type ListDeps = Pick<RecordDeps, 'db' | 'brand'>
type Of = { readonly kind: RecordKind; readonly id: string }

/** Reads a record of a kind. Undefined for an unknown id. */
export const readRecord = async (deps: ListDeps, { kind, id }: Of): Promise<ListedRecord | undefined> =>
  (await listRecords(deps, kind)).find((each) => each.id === id)

/** The number of records of each kind. */
export const countRecords = (
  deps: ListDeps,
): Promise<{ readonly kind: RecordKind; readonly offered: number; readonly withdrawn: number }[]> =>
  Promise.all(
    recordKinds.map(async (kind) => {
      const records = await listRecords(deps, kind)
      const withdrawn = records.filter(({ record }) => record.isWithdrawn).length
      return { kind, offered: records.length - withdrawn, withdrawn }
    }),
  )

/** What was sold, or is in use, of records in a way that changes of them would take away. */
const usesOf: Partial<Record<RecordKind, (trx: Transaction<Database>, rows: readonly ChangeRow[]) => Promise<ChangeDependent[]>>> = {
  product: removedVariantUses,
  menu: lostMenuGuests,
  'collection-point': lostPointGuests,
  restaurant: lostRestaurantTables,
  'flex-subscription': narrowedFlexUses,
  package: reshapedPackageUses,
  ballot: reshapedBallotUses,
  'day-seats': reshapedDaySeatUses,
}
/** The kinds in which customers have entered for a draw: a withdrawal would take it away. */
const kindsWithDraws: readonly RecordKind[] = ['ballot', 'day-seats']

/** What was sold, or is in use, of records, and would be taken away by these changes of them. A withdrawal takes away a draw alone. */
export async function findLostUses(
  trx: Transaction<Database>,
  kind: RecordKind,
  rows: readonly ChangeRow[],
): Promise<readonly ChangeDependent[]> {
  const reshaping = kindsWithDraws.includes(kind) ? rows : rows.filter((row) => !isSaleAlone(row))
  return reshaping.length === 0 ? [] : ((await usesOf[kind]?.(trx, reshaping)) ?? [])
}

/** Whether a row only withdraws a record, or offers it again. */
const isSaleAlone = ({ before, after }: ChangeRow): boolean =>
  before !== null && after !== null && changedFields(before, after).every(({ field }) => field === 'isWithdrawn')

const usesProblem = (dependents: readonly ChangeDependent[]): Problem | undefined =>
  dependents.length > 0 ? problem('change-has-dependents', { dependents: [...dependents] }) : undefined

/**
 * Creates a record (`version` null), or changes it. `invalid-input` names the fields of the record, such as `record.sold.price`. Waits for
 * others that save records or undo changes.
 */
export const saveRecord = (
  { db, ...deps }: RecordDeps,
  planner: Planner,
  { kind, id }: Of,
  { version, record, reason }: Reason & { readonly version: number | null; readonly record: unknown },
): Promise<Result<AppliedChanges, Problem>> =>
  transact(db, async (trx) => {
    // What a record names is checked before it is written: no other change may remove it, or name it too, in between.
    await lockCreation(trx)
    const records = await listRecords({ ...deps, db: trx }, kind)
    const before = records.find((each) => each.id === id)?.record
    const others = records.filter((each) => each.id !== id)
    const parsed = parseRecord(kind, record, { ...(await readKindFacts(trx, deps.brand, kind)), id, before, others })
    if ('faults' in parsed) return fail(problem('invalid-input', { fields: parsed.faults.map((field) => `record.${field}`) }))
    const check = async (rows: readonly ChangeRow[]): Promise<Problem | undefined> => usesProblem(await findLostUses(trx, kind, rows))
    const intent: ChangeIntent = { kind: version === null ? 'create-record' : 'edit-record', reason }
    const change = (current: unknown) => ({ ...parsed.record, isWithdrawn: (current as StoredRecord | undefined)?.isWithdrawn ?? false })
    return applyChanges(trx, deps, planner, intent, [{ subject: kind, id, version: version ?? 'new', change }], { check })
  })

/** Withdraws a record from sale, or offers it again. What was sold of it does not change. */
export const setRecordSale = (
  { db, ...deps }: RecordDeps,
  planner: Planner,
  { kind, id }: Of,
  { version, isWithdrawn, reason }: Reason & { readonly version: number; readonly isWithdrawn: boolean },
): Promise<Result<AppliedChanges, Problem>> =>
  transact(db, (trx) => {
    const wanted = { subject: kind, id, version, change: (current: unknown) => ({ ...(current as StoredRecord), isWithdrawn }) }
    const check = async (rows: readonly ChangeRow[]): Promise<Problem | undefined> => usesProblem(await findLostUses(trx, kind, rows))
    const intent: ChangeIntent = { kind: isWithdrawn ? 'withdraw-record' : 'offer-record', reason }
    return applyChanges(trx, deps, planner, intent, [wanted], { check })
  })
