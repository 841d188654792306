import type { Kysely } from 'kysely'
import { type Database, transact } from '#db'
import type { Form } from '@playhouse/domain/form'

/** A form with the productions that it is about. */
export type FormToSeed = { readonly form: Form; readonly productions: readonly string[] }

/** Inserts forms into a database without any, for those of the productions that it has. Another process may do the same. */
export async function seedForms(db: Kysely<Database>, forms: readonly FormToSeed[]): Promise<void> {
  if (forms.length === 0) return
  await transact(
    db,
    async (trx) => {
      if (await trx.selectFrom('form').select('id').limit(1).executeTakeFirst()) return
      const known = new Set((await trx.selectFrom('production').select('id').execute()).map(({ id }) => id))
      for (const { form, productions } of forms) {
        await trx
          .insertInto('form')
          .values({ id: form.form, definition: JSON.stringify(form), mail_to: null, withdrawn_at: null })
          .onConflict((c) => c.doNothing())
          .execute()
        const attachments = productions
          .filter((id) => known.has(id))
          .map((production_id) => ({ form_id: form.form, production_id, performance_id: null }))
        if (attachments.length > 0)
          await trx
            .insertInto('form_attachment')
            .values(attachments)
            .onConflict((c) => c.doNothing())
            .execute()
      }
    },
    { idempotent: true },
  )
}
