import { sql, type Transaction } from 'kysely'
import { newId } from './new-id.ts'
import type { Database } from './schema.ts'

/** The person or process that makes a change. */
export type Actor = {
  /** `customer …`, `staff …`, or the name of a job such as `reconciler`. */
  readonly name: string
  /** Id of the HTTP request that made the change; undefined for a job. */
  readonly requestId?: string | undefined
}

/** One change. For example: subject `payment`, verb `redirect`, from `created` to `redirected`, actor `customer …`. */
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

/**
 * Writes the entries in the transaction of their change. `detail` holds ids and amounts, never secrets, card data or personal
 * data, because single entries cannot be erased.
 */
export async function audit(trx: Transaction<Database>, ...entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  const texts = (textOf: (entry: AuditEntry) => string | undefined): (string | null)[] => entries.map((entry) => textOf(entry) ?? null)
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

/** Writes one entry about a customer's account, as {@link audit} does. */
export const auditCustomer = (
  trx: Transaction<Database>,
  customer: string,
  actor: Actor,
  act: Pick<AuditEntry, 'verb' | 'detail'>,
): Promise<void> => auditBy(trx, actor, { subject: 'customer', subjectId: customer, ...act })
