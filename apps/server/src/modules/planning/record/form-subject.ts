import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import type { ChangeDependent, ChangeRow } from '@playhouse/domain/change'
import { formSchema } from '@playhouse/domain/form'
import { formOfRecord, recordOfForm } from '@playhouse/domain/form-record'
import type { StoredRecord } from '@playhouse/domain/record'
import type { SubjectModule } from '../subject.ts'

type StoredForm = StoredRecord<'form'>

/** Reads forms, all or some, by their ids. One whose definition cannot be read is left out. */
export async function readFormRecords(
  db: Kysely<Database>,
  ids?: readonly string[],
): Promise<{ readonly id: string; readonly record: StoredForm; readonly version: number }[]> {
  const { rows } = await sql<{
    id: string
    definition: unknown
    mailTo: string | null
    isWithdrawn: boolean
    version: number
    productions: string[]
    performances: string[]
  }>`
    select f.id, f.definition, f.mail_to as "mailTo", f.withdrawn_at is not null as "isWithdrawn", f.version,
      array(select a.production_id from form_attachment a where a.form_id = f.id and a.production_id is not null order by 1) as productions,
      array(select a.performance_id from form_attachment a where a.form_id = f.id and a.performance_id is not null order by 1) as performances
    from form f where ${ids ? [...ids] : null}::text[] is null or f.id = any(${ids ? [...ids] : null}::text[])
    order by f.id`.execute(db)
  return rows.flatMap(({ id, definition, isWithdrawn, version, ...use }) => {
    const parsed = formSchema.safeParse(definition)
    return parsed.success ? [{ id, version, record: { ...recordOfForm(parsed.data, use), isWithdrawn } }] : []
  })
}

/** Forms: their questions, and the productions and performances that they are about. What was sent is not part of the record. */
export const formSubject: SubjectModule = {
  read: async (trx, ids) => {
    await sql`select from form where id = any(${[...ids]}) order by id for no key update`.execute(trx)
    const records = await readFormRecords(trx, ids)
    return new Map(records.map(({ id, record, version }) => [id, { value: record, version }]))
  },
  write: async (trx, _deps, rows) => {
    for (const { id, after } of rows) await writeForm(trx, id, after as StoredForm)
  },
  remove: async (trx, ids) => {
    await trx
      .deleteFrom('form')
      .where('id', 'in', [...ids])
      .execute()
  },
  dependents: async (trx, rows) => [
    ...(await countEntries(
      trx,
      rows.filter(({ before }) => before === null).map(({ id }) => id),
    )),
    ...(await countOtherForms(trx, rows)),
  ],
}

/** Entries that visitors sent keep their form. */
async function countEntries(trx: Transaction<Database>, ids: readonly string[]): Promise<ChangeDependent[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from form_entry where form_id = any(${[...ids]}::text[])`.execute(trx)
  return rows.filter(({ count }) => count > 0).map(({ count }) => ({ kind: 'reference', id: 'form_entry', count }))
}

/** An undo gives no production and no performance a second form. */
async function countOtherForms(trx: Transaction<Database>, rows: readonly ChangeRow[]): Promise<ChangeDependent[]> {
  const counts = await Promise.all(
    rows.map(async ({ id, before }) => {
      const { productions = [], performances = [] } = (before ?? {}) as Partial<StoredForm>
      const { rows: found } = await sql<{ count: number }>`
        select count(*)::int as count from form_attachment where form_id <> ${id}
          and (production_id = any(${[...productions]}::text[]) or performance_id = any(${[...performances]}::text[]))`.execute(trx)
      return found[0]!.count
    }),
  )
  const count = counts.reduce((total, each) => total + each, 0)
  return count > 0 ? [{ kind: 'reference', id: 'form_attachment', count }] : []
}

async function writeForm(trx: Transaction<Database>, id: string, { isWithdrawn, ...record }: StoredForm): Promise<void> {
  const row = { definition: JSON.stringify(formOfRecord(id, record)), mail_to: record.mailTo }
  await trx
    .insertInto('form')
    .values({ ...row, id, withdrawn_at: isWithdrawn ? sql<Date>`now()` : null })
    // What it is about is in another table: the version counts those changes too.
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        ...{ ...row, version: sql<number>`form.version + 1` },
        withdrawn_at: isWithdrawn ? sql<Date>`coalesce(form.withdrawn_at, now())` : null,
      }),
    )
    .execute()
  await trx.deleteFrom('form_attachment').where('form_id', '=', id).execute()
  const attachments = [
    ...record.productions.map((production_id) => ({ form_id: id, production_id, performance_id: null })),
    ...record.performances.map((performance_id) => ({ form_id: id, production_id: null, performance_id })),
  ]
  if (attachments.length > 0) await trx.insertInto('form_attachment').values(attachments).execute()
}
