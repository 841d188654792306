import { type Kysely, sql } from 'kysely'
import type { FormEntry } from '@playhouse/api-client/contract'
import { type Actor, auditBy, type Database, transact } from '#db'
import type { TranslatedText } from '@playhouse/domain/translated-text'

/** Entries that a list has at most. */
const maxEntries = 500

type Filter = { readonly form?: string | undefined; readonly state?: 'new' | 'answered' | undefined; readonly entry?: string }
type FormEntries = {
  readonly forms: { readonly form: string; readonly title: TranslatedText; readonly unanswered: number }[]
  readonly entries: FormEntry[]
}
/** The staff user who reads or changes entries. */
type Reader = { readonly staff: string; readonly actor: Actor }

/** Lists what visitors sent with forms, the newest first. The reading is audited, because it is personal data. */
export async function listFormEntries(
  db: Kysely<Database>,
  filter: Pick<Filter, 'form' | 'state'>,
  { staff, actor }: Reader,
): Promise<FormEntries> {
  const entries = await readEntries(db, filter)
  const { rows: forms } = await sql<FormEntries['forms'][number]>`
    select form_id as form, (array_agg(title order by id desc))[1] as title, (count(*) filter (where answered_at is null))::int as unanswered
    from form_entry group by form_id order by form_id`.execute(db)
  if (entries.length > 0)
    await transact(db, (trx) =>
      auditBy(trx, actor, { subject: 'staff', subjectId: staff, verb: 'read-forms', detail: { entries: entries.length } }),
    )
  return { forms, entries }
}

/**
 * Records that an entry was answered, or that it was not.
 * @returns the entry; undefined where it is unknown or deleted
 */
export async function markFormEntry(
  db: Kysely<Database>,
  entry: string,
  isAnswered: boolean,
  { staff, actor }: Reader,
): Promise<FormEntry | undefined> {
  await transact(db, async (trx) => {
    const { numAffectedRows } = await sql`
      update form_entry set answered_at = case when ${isAnswered}::boolean then now() end,
        answered_by = case when ${isAnswered}::boolean then ${staff}::uuid end
      where id = ${entry}::uuid and (answered_at is not null) <> ${isAnswered}::boolean`.execute(trx)
    if (numAffectedRows)
      await auditBy(trx, actor, { subject: 'staff', subjectId: staff, verb: isAnswered ? 'answer-form' : 'reopen-form', detail: { entry } })
  })
  return (await readEntries(db, { entry }))[0]
}

async function readEntries(db: Kysely<Database>, { form, state, entry }: Filter): Promise<FormEntry[]> {
  const rows = await db
    .selectFrom('form_entry as e')
    .innerJoin('performance as p', 'p.id', 'e.performance_id')
    .innerJoin('production as o', 'o.id', 'p.production_id')
    .leftJoin('staff as s', 's.id', 'e.answered_by')
    .select(['e.id', 'e.form_id', 'e.title', 'e.fields', 'e.email', 'e.created_at', 'e.delete_at', 'e.answered_at'])
    .select(['p.id as instance', 'p.starts_at', 'p.time_zone', 'o.id as event', 'o.data as production', 's.name as by'])
    .$if(form !== undefined, (query) => query.where('e.form_id', '=', form!))
    .$if(state !== undefined, (query) => query.where('e.answered_at', state === 'new' ? 'is' : 'is not', null))
    .$if(entry !== undefined, (query) => query.where('e.id', '=', entry!))
    .orderBy('e.id', 'desc')
    .limit(maxEntries)
    .execute()
  return rows.map(({ id, form_id, title, fields, email, created_at, delete_at, answered_at, by, ...row }) => ({
    ...{ id, form: form_id, title, email, answers: fields, at: created_at.toISOString(), until: delete_at.toISOString() },
    performance: {
      ...{ instance: row.instance, event: row.event, title: row.production.title },
      ...{ startsAt: row.starts_at.toISOString(), timeZone: row.time_zone },
    },
    answered: answered_at && { at: answered_at.toISOString(), by: by ?? '' },
  }))
}
