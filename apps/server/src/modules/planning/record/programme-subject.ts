import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import type { Brand } from '@playhouse/domain/brand'
import type { ChangeDependent } from '@playhouse/domain/change'
import { programmeOfRecord, recordOfProgramme } from '@playhouse/domain/programme-record'
import type { StoredRecord } from '@playhouse/domain/record'
import { instantOf, plainOf } from '@playhouse/domain/time'
import { readReferences } from '../references.ts'
import type { SubjectModule } from '../subject.ts'

type StoredProgramme = StoredRecord<'programme'>

/** Reads programmes, all or some, by their ids. Their times are those of the theatre. */
export async function readProgrammeRecords(
  db: Kysely<Database>,
  { timeZone }: Pick<Brand, 'timeZone'>,
  ids?: readonly string[],
): Promise<{ readonly id: string; readonly record: StoredProgramme; readonly version: number }[]> {
  const rows = await db
    .selectFrom('programme')
    .selectAll()
    .$if(ids !== undefined, (query) => query.where('id', 'in', [...ids!]))
    .orderBy('id')
    .execute()
  const plain = (at: Date | null): string | null => at && plainOf(Temporal.Instant.fromEpochMilliseconds(at.getTime()), timeZone)
  return rows.map(({ id, data, version, ...row }) => {
    const times = { opensAt: plain(row.opens_at), closesAt: plain(row.closes_at) }
    return { id, version, record: { ...recordOfProgramme(data, times), isWithdrawn: row.withdrawn_at !== null } }
  })
}

/** Programmes. Their access codes are not part of the record. */
export const programmeSubject: SubjectModule = {
  read: async (trx, ids, { brand }) => {
    await sql`select from programme where id = any(${[...ids]}) order by id for no key update`.execute(trx)
    const records = await readProgrammeRecords(trx, brand, ids)
    return new Map(records.map(({ id, record, version }) => [id, { value: record, version }]))
  },
  write: async (trx, { brand }, rows) => {
    for (const { id, after } of rows) await writeProgramme(trx, brand, id, after as StoredProgramme)
  },
  remove: async (trx, ids) => {
    await trx
      .deleteFrom('programme')
      .where('id', 'in', [...ids])
      .execute()
  },
  dependents: async (trx, rows) => {
    const created = rows.filter(({ before }) => before === null).map(({ id }) => id)
    return [...(await readReferences(trx, 'programme', created)), ...(await countKeptSeats(trx, created))]
  },
}

/** Performances with seats that are kept for programmes. */
async function countKeptSeats(trx: Transaction<Database>, ids: readonly string[]): Promise<ChangeDependent[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from performance
    where exists (select from jsonb_path_query(kept, '$[*].for[*].programmes[*]') as p where p #>> '{}' = any(${[...ids]}))`.execute(trx)
  const count = rows[0]?.count ?? 0
  return count > 0 ? [{ kind: 'reference', id: 'performance', count }] : []
}

async function writeProgramme(
  trx: Transaction<Database>,
  { timeZone }: Pick<Brand, 'timeZone'>,
  id: string,
  { isWithdrawn, ...record }: StoredProgramme,
): Promise<void> {
  const instant = (plain: string | null): Date | null => (plain === null ? null : new Date(instantOf(plain, timeZone).epochMilliseconds))
  const row = {
    ...{ data: JSON.stringify(programmeOfRecord(id, record)), opens_at: instant(record.opensAt), closes_at: instant(record.closesAt) },
  }
  await trx
    .insertInto('programme')
    .values({ ...row, id, withdrawn_at: isWithdrawn ? sql<Date>`now()` : null })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ ...row, withdrawn_at: isWithdrawn ? sql<Date>`coalesce(programme.withdrawn_at, now())` : null }),
    )
    .execute()
}
