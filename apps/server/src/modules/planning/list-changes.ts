import { type Kysely, sql } from 'kysely'
import type { ChangeSet } from '@playhouse/api-client/contract'
import type { Database } from '#db'
import { type ChangeKind, type ChangeRow, type ChangeSubject, changedFields } from '@playhouse/domain/change'
import { lockFields, type StoredLocks } from '@playhouse/domain/seat-lock'

/** Change sets of one reply. */
const pageLength = 50

type ChangeFilter = {
  readonly subject?: ChangeSubject | undefined
  readonly id?: string | undefined
  /** A change set: older ones are returned. */
  readonly before?: string | undefined
}

/** Lists change sets, the newest first: of all things, of one kind, or of one thing. */
export async function listChanges(
  db: Kysely<Database>,
  { subject, id, before }: ChangeFilter,
): Promise<{ readonly changes: ChangeSet[]; readonly hasMore: boolean }> {
  const { rows } = await sql<{
    id: string
    at: Date
    by: string
    kind: ChangeKind
    reason: string | null
    undoes: string | null
    undoneBy: string | null
    rows: (Omit<ChangeRow, 'id'> & { readonly id: string })[]
  }>`
    select c.id, c.at, coalesce(s.name || ' · ' || t.name, s.name, c.actor) as by, c.kind, c.reason, c.undoes, u.id as "undoneBy", r.rows
    from change_set c left join staff s on s.id = c.staff_id left join api_token t on 'token ' || t.id::text = c.actor
      left join change_set u on u.undoes = c.id
    cross join lateral (
      select jsonb_agg(jsonb_build_object('subject', subject, 'id', subject_id, 'before', before, 'after', after) order by position) as rows
      from change_row where change_set_id = c.id) r
    where (${before ?? null}::uuid is null or c.seq < (select seq from change_set where id = ${before ?? null}::uuid))
      and ((${subject ?? null}::text is null and ${id ?? null}::text is null) or exists (
        select from change_row w where w.change_set_id = c.id and (${subject ?? null}::text is null or w.subject = ${subject ?? null}::text)
          and (${id ?? null}::text is null or w.subject_id = ${id ?? null}::text)))
    order by c.seq desc limit ${pageLength + 1}`.execute(db)
  const changes = rows.slice(0, pageLength).map(({ rows: changedRows, at, ...change }) => ({
    ...change,
    at: at.toISOString(),
    rows: changedRows.map(describeRow),
  }))
  return { changes, hasMore: rows.length > pageLength }
}

/** A row of a change set as its fields. */
export const describeRow = ({ subject, id, before, after }: ChangeRow): ChangeSet['rows'][number] => ({
  ...{ subject, id },
  effect: before === null ? 'created' : after === null ? 'removed' : 'changed',
  fields: subject === 'seat-locks' ? lockFields(before as StoredLocks, after as StoredLocks) : changedFields(before, after),
})
