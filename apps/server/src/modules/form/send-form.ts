import { type Kysely, sql } from 'kysely'
import { type Database, newId, publish, transact } from '#db'
import { answeredFields, type Answers, type Form, senderField } from '@playhouse/domain/form'
import type { Locale } from '@playhouse/domain/brand'

type SentForm = {
  readonly form: Form
  /** Valid answers. */
  readonly answers: Answers
  readonly performance: string
  /** Idempotency key. */
  readonly key: string
  readonly locale: Locale
  /** Whether an address may get a confirmation now. */
  readonly mayConfirm: (address: string) => Promise<boolean>
}

/** Stores what a visitor sent, mails it to the theatre, and confirms it to the sender. A repeat with the same key changes nothing. */
export async function sendForm(db: Kysely<Database>, { form, answers, performance, key, locale, mayConfirm }: SentForm): Promise<void> {
  const entry = newId()
  const email = String(answers[senderField(form)!.id]).trim()
  const isStored = await transact(db, async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('form_entry')
      .values({
        ...{ id: entry, key, form_id: form.form, performance_id: performance, email, locale, answered_at: null, answered_by: null },
        title: JSON.stringify(form.title),
        fields: JSON.stringify(answeredFields(form, answers)),
        delete_at: sql<Date>`now() + make_interval(days => ${form.keepDays}::int)`,
      })
      .onConflict((c) => c.column('key').doNothing())
      .executeTakeFirstOrThrow()
    if (!numInsertedOrUpdatedRows) return false
    await publish(trx, 'mail.form-entry', entry, { entry })
    return true
  })
  // Apart from what was sent: another person's address has its own limit.
  if (isStored && (await mayConfirm(email))) await transact(db, (trx) => publish(trx, 'mail.form-received', entry, { entry }))
}
