import { type Kysely, sql } from 'kysely'
import type { ProgrammeCodeCounts } from '@playhouse/api-client/contract'
import { type Database, newId, transact } from '#db'
import type { ProgrammeCodesChange, StoredProgrammeCodes } from '@playhouse/domain/programme-codes'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { codesInEffect, type HashedCode, programmeCodeDigest, readCodes, readEffectiveBatches, storeCodeBatch } from '#modules/programme'
import { type AppliedChanges, applyChanges, type Planner } from '../apply-changes.ts'
import type { RecordDeps } from './edit-records.ts'

/** Counts the codes in effect of a programme. Undefined for an unknown one. */
export async function countProgrammeCodes(db: Kysely<Database>, programme: string): Promise<ProgrammeCodeCounts | undefined> {
  const { rows } = await sql<ProgrammeCodeCounts>`
    select p.id as programme,
      (select count(*)::int from ${codesInEffect(programme)} c where c.last_name is null) as "forAnyone",
      (select count(*)::int from ${codesInEffect(programme)} c where c.last_name is not null) as "forNames"
    from programme p where p.id = ${programme}`.execute(db)
  return rows[0]
}

/** A change of codes, and how many codes it added or withdrew. */
type ChangedCodes = AppliedChanges & { readonly changed: number }

/**
 * Adds access codes to a programme, or withdraws some: a code without a last name for all accounts. The change set has the number of codes;
 * the codes are stored as digests only. `invalid-input` names codes to withdraw that the programme does not have.
 * @throws Overloaded if too many codes wait to be hashed
 */
export async function changeProgrammeCodes(
  { db, ...deps }: RecordDeps,
  planner: Planner,
  programme: string,
  { action, codes, reason }: ProgrammeCodesChange,
): Promise<Result<ChangedCodes, Problem>> {
  const hashed: HashedCode[] = []
  // One at a time: visitors who enter codes share the threads.
  for (const { code, lastName } of codes) hashed.push({ digest: await programmeCodeDigest(programme, code), lastName })
  return transact(db, async (trx): Promise<Result<ChangedCodes, Problem>> => {
    const known = await readEffectiveBatches(trx, [programme])
    if (!known.has(programme)) return fail(problem('page-not-found'))
    const stored = await readCodes(
      trx,
      programme,
      hashed.map(({ digest }) => digest),
    )
    const matching = ({ digest, lastName }: HashedCode): HashedCode[] =>
      stored.filter((each) => each.digest === digest && (each.lastName === lastName || (action === 'withdraw' && lastName === null)))
    const unknown = hashed.flatMap((code, nth) => (matching(code).length === 0 ? [`codes.${nth}`] : []))
    if (action === 'withdraw' && unknown.length > 0) return fail(problem('invalid-input', { fields: unknown }))
    const changed = distinct(action === 'add' ? hashed.filter((code) => matching(code).length === 0) : hashed.flatMap(matching))
    if (changed.length === 0) return ok({ rows: [], changeSet: null, changed: 0 })
    const id = newId()
    await storeCodeBatch(trx, programme, { id, action, codes: changed })
    const change = (current: unknown): StoredProgrammeCodes => ({
      ...(current as StoredProgrammeCodes),
      [id]: action === 'add' ? { added: changed.length } : { withdrawn: changed.length },
    })
    const applied = await applyChanges(trx, deps, planner, { kind: 'change-programme-codes', reason }, [
      { subject: 'programme-codes', id: programme, version: 'any', change },
    ])
    return applied.ok ? ok({ ...applied.value, changed: changed.length }) : applied
  })
}

const distinct = (codes: readonly HashedCode[]): HashedCode[] => [
  ...new Map(codes.map((code) => [JSON.stringify([code.digest, code.lastName]), code])).values(),
]
