import type { Transaction } from 'kysely'
import { newId } from './new-id.ts'
import type { Database } from './schema.ts'

/** One thing that was done: `order` `…` was `paid`, from `awaiting` into `confirmed`, by customer `…`. */
export type AuditEntry = {
  readonly actor: string
  readonly requestId?: string | undefined
  readonly subject: string
  readonly subjectId: string
  readonly verb: string
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly detail?: unknown
}

/** Writes the entry in the transaction of the change it tells of. Never put secrets or card data into `detail`. */
export async function audit(trx: Transaction<Database>, ...entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map(({ actor, requestId, subject, subjectId, verb, from, to, detail }) => ({
    id: newId(),
    actor,
    request_id: requestId ?? null,
    subject,
    subject_id: subjectId,
    verb,
    from_state: from ?? null,
    to_state: to ?? null,
    detail: detail === undefined ? null : JSON.stringify(detail),
  }))
  await trx.insertInto('audit').values(rows).execute()
}
