import { sql, type Transaction } from 'kysely'
import { newId } from './new-id.ts'
import type { Database } from './schema.ts'

/** The person or process that makes a change. */
export type Actor = {
  /** `customer …`, `staff …`, or the name of a job such as `reconciler`. */
  readonly name: string
  /** The call that it was done by. */
  readonly requestId?: string | undefined
}

/** One thing that was done: `order` `…` was `paid`, from `awaiting` into `confirmed`, by customer `…`. */
export type AuditEntry = {
  readonly actor: Actor['name']
  readonly requestId?: Actor['requestId']
  readonly subject: string
  readonly subjectId: string
  readonly verb: string
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly detail?: unknown
}

/** Writes the entry in the transaction of its change. `detail` holds ids and amounts: never secrets, card data or
 * personal data, which could not be erased any more. */
export async function audit(trx: Transaction<Database>, ...entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  const texts = (of: (entry: AuditEntry) => string | undefined): (string | null)[] => entries.map((entry) => of(entry) ?? null)
  await sql`
    insert into audit (id, actor, request_id, subject, subject_id, verb, from_state, to_state, detail)
    select id, actor, request_id, subject, subject_id, verb, from_state, to_state, detail::jsonb from unnest(
      ${entries.map(newId)}::uuid[], ${texts(({ actor }) => actor)}::text[], ${texts(({ requestId }) => requestId)}::text[],
      ${texts(({ subject }) => subject)}::text[], ${texts(({ subjectId }) => subjectId)}::text[], ${texts(({ verb }) => verb)}::text[],
      ${texts(({ from }) => from)}::text[], ${texts(({ to }) => to)}::text[],
      ${texts(({ detail }) => (detail === undefined ? undefined : JSON.stringify(detail)))}::text[])
      as entry (id, actor, request_id, subject, subject_id, verb, from_state, to_state, detail)`.execute(trx)
}

/** Writes one entry, as {@link audit} does, with the name and the request of the actor. */
export const auditBy = (
  trx: Transaction<Database>,
  { name: actor, requestId }: Actor,
  entry: Omit<AuditEntry, 'actor' | 'requestId'>,
): Promise<void> => audit(trx, { actor, requestId, ...entry })

/** Writes what was done to a customer's account, as {@link audit} does. */
export const auditCustomer = (
  trx: Transaction<Database>,
  customer: string,
  actor: Actor,
  act: Pick<AuditEntry, 'verb' | 'detail'>,
): Promise<void> => auditBy(trx, actor, { subject: 'customer', subjectId: customer, ...act })
