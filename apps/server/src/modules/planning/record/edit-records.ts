import { type Kysely, sql } from 'kysely'
import { type Database, transact } from '#db'
import type { Brand } from '@playhouse/domain/brand'
import type { ChangeRow } from '@playhouse/domain/change'
import { parseRecord, type RecordFacts, type StoredRecord } from '@playhouse/domain/record'
import { type RecordKind, recordKinds } from '@playhouse/domain/record-kind'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, type Result } from '@playhouse/domain/result'
import { type AppliedChanges, applyChanges, type ChangeIntent, type Planner } from '../apply-changes.ts'
import type { PlanningDeps } from '../subject.ts'
import { narrowedFlexUses } from './flex-subject.ts'
import { reshapedPackageUses } from './package-subject.ts'
import { removedVariantUses } from './product-subject.ts'
import { readQueuedPerformances } from './waiting-room-subject.ts'
import { type ListedRecord, listRecords } from './stored-records.ts'

/** Dependencies of changes of records. */
export type RecordDeps = Omit<PlanningDeps, 'brand'> & { readonly db: Kysely<Database>; readonly brand: Brand }
type Reason = { readonly reason?: string | undefined }
type Of = { readonly kind: RecordKind; readonly id: string }

/** Reads a record of a kind. Undefined for an unknown id. */
export const readRecord = async (db: Kysely<Database>, { kind, id }: Of): Promise<ListedRecord | undefined> =>
  (await listRecords(db, kind)).find((each) => each.id === id)

/** The number of records of each kind. */
export const countRecords = (
  db: Kysely<Database>,
): Promise<{ readonly kind: RecordKind; readonly offered: number; readonly withdrawn: number }[]> =>
  Promise.all(
    recordKinds.map(async (kind) => {
      const records = await listRecords(db, kind)
      const withdrawn = records.filter(({ record }) => record.isWithdrawn).length
      return { kind, offered: records.length - withdrawn, withdrawn }
    }),
  )

/** The things that records of a kind may name. */
async function readNamedThings(
  db: Kysely<Database>,
  kind: RecordKind,
): Promise<Pick<RecordFacts, 'performances' | 'productions' | 'priceTypes'>> {
  if (kind !== 'waiting-room' && kind !== 'package' && kind !== 'form' && kind !== 'flex-subscription')
    return { performances: [], productions: [], priceTypes: [] }
  const performances = await readQueuedPerformances(db)
  const productions = await db.selectFrom('production').select('id').execute()
  const { rows: types } = await sql<{ id: string }>`
    select distinct t ->> 'id' as id from price_list, jsonb_array_elements(data -> 'priceTypes') as t`.execute(db)
  return { performances, productions: productions.map(({ id }) => id), priceTypes: types.map(({ id }) => id) }
}

/** Creates a record (`version` null), or changes it. `invalid-input` names the fields of the record, such as `record.sold.price`. */
export const saveRecord = (
  { db, ...deps }: RecordDeps,
  planner: Planner,
  { kind, id }: Of,
  { version, record, reason }: Reason & { readonly version: number | null; readonly record: unknown },
): Promise<Result<AppliedChanges, Problem>> =>
  transact(db, async (trx) => {
    const records = await listRecords(trx, kind)
    const before = records.find((each) => each.id === id)?.record
    const others = records.filter((each) => each.id !== id)
    const named = await readNamedThings(trx, kind)
    const parsed = parseRecord(kind, record, { id, brand: deps.brand, now: Date.now(), ...named, before, others })
    if ('faults' in parsed) return fail(problem('invalid-input', { fields: parsed.faults.map((field) => `record.${field}`) }))
    const check = async (rows: readonly ChangeRow[]): Promise<Problem | undefined> => {
      const dependents = await (kind === 'product'
        ? removedVariantUses(trx, rows)
        : kind === 'flex-subscription'
          ? narrowedFlexUses(trx, rows)
          : kind === 'package'
            ? reshapedPackageUses(trx, rows)
            : [])
      return dependents.length > 0 ? problem('change-has-dependents', { dependents }) : undefined
    }
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
  transact(db, (trx) =>
    applyChanges(trx, deps, planner, { kind: isWithdrawn ? 'withdraw-record' : 'offer-record', reason }, [
      { subject: kind, id, version, change: (current) => ({ ...(current as StoredRecord), isWithdrawn }) },
    ]),
  )
