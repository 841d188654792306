import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'
import { type Form, formSchema } from '@playhouse/domain/form'

/** A stored form: undefined where its definition cannot be read. */
export type FoundForm = { readonly form: Form | undefined }

/** The form of a performance, else that of its production; undefined where neither has one. */
export async function readForm(
  db: Kysely<Database>,
  { instance, event }: { readonly instance: string; readonly event: string },
): Promise<FoundForm | undefined> {
  const { rows } = await sql<{ id: string; definition: unknown }>`
    select f.id, f.definition from form f join form_attachment a on a.form_id = f.id
    where f.withdrawn_at is null and (a.performance_id = ${instance} or a.production_id = ${event})
    order by a.performance_id nulls last limit 1`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const parsed = formSchema.safeParse(row.definition)
  return { form: parsed.success && parsed.data.form === row.id ? parsed.data : undefined }
}
