import { type Kysely, sql } from 'kysely'
import type { ChangeSet } from '@playhouse/api-client/contract'
import type { Database } from '#db'
import { type ChangeKind, type ChangeRow, type ChangeSubject, changedFields } from '@playhouse/domain/change'
import { nameOfChanged, wordsOf } from '@playhouse/domain/change-search'
import { lockFields, type StoredLocks } from '@playhouse/domain/seat-lock'

/** Change sets of one reply. */
const pageLength = 50

type ChangeFilter = {
  readonly subject?: ChangeSubject | undefined
  readonly id?: string | undefined
  readonly kind?: ChangeKind | undefined
  /** Words that are all in who made it, its reason, or the ids and names of its things. */
  readonly find?: string | undefined
  /** A change set: older ones are returned. */
  readonly before?: string | undefined
}

/**
 * Lists change sets, the newest first: of all things, of one kind, of one thing, or with some words.
 * @param language of the theatre, for names that have several
 */
export async function listChanges(
  db: Kysely<Database>,
  language: string,
  { subject, id, kind, find, before }: ChangeFilter,
): Promise<{ readonly changes: ChangeSet[]; readonly hasMore: boolean }> {
  const { rows } = await sql<{
    id: string
    at: Date
    by: string
    kind: ChangeKind
    reason: string | null
    undoes: string | null
    undoneBy: string | null
    rows: (ChangeRow & { readonly name: unknown })[]
  }>`
    select c.id, c.at, coalesce(s.name || ' · ' || t.name, s.name, c.actor) as by, c.kind, c.reason, c.undoes, u.id as "undoneBy", r.rows
    from change_set c left join staff s on s.id = c.staff_id left join api_token t on 'token ' || t.id::text = c.actor
      left join change_set u on u.undoes = c.id
    cross join lateral (
      select jsonb_agg(jsonb_build_object('subject', w.subject, 'id', w.subject_id, 'before', w.before, 'after', w.after, 'name', n.name)
        order by w.position) as rows
      from change_row w cross join lateral ${nameOfRow} n where w.change_set_id = c.id) r
    where (${before ?? null}::uuid is null or c.seq < (select seq from change_set where id = ${before ?? null}::uuid))
      and ((${subject ?? null}::text is null and ${id ?? null}::text is null) or exists (
        select from change_row w where w.change_set_id = c.id and (${subject ?? null}::text is null or w.subject = ${subject ?? null}::text)
          and (${id ?? null}::text is null or w.subject_id = ${id ?? null}::text)))
      and (${kind ?? null}::text is null or c.kind = ${kind ?? null}::text)
      and not exists (
        select from unnest(${wordsOf(find ?? '')}::text[]) word
        where strpos(lower(concat_ws(' ', s.name, t.name, case when s.id is null then c.actor end, c.reason)), word) = 0 and not exists (
          select from change_row w cross join lateral ${nameOfRow} n
          where w.change_set_id = c.id and strpos(lower(concat_ws(' ', w.subject_id, n.name)), word) > 0))
    order by c.seq desc limit ${pageLength + 1}`.execute(db)
  const changes = rows.slice(0, pageLength).map(({ rows: changedRows, at, ...change }) => ({
    ...change,
    at: at.toISOString(),
    rows: changedRows.map(({ name, ...row }) => ({ ...describeRow(row), name: nameOfChanged(name, language) })),
  }))
  return { changes, hasMore: rows.length > pageLength }
}

/** The name that the thing of a row `w` has now: of a performance or its sale, that of its production. JSON: a text, or one per language. */
const nameOfRow = sql`(
  select case
    when w.subject in ('production', 'sale-windows') then (select data -> 'title' from production where id = w.subject_id)
    when w.subject in ('performance', 'seat-locks') then (
      select p.data -> 'title' from performance f join production p on p.id = f.production_id where f.id = w.subject_id)
    when w.subject = 'price-list' then (select data -> 'name' from price_list where id = w.subject_id)
    when w.subject = 'price-schedule' then (
      select l.data -> 'name' from price_schedule s join price_list l on l.id = s.price_list_id where s.id::text = w.subject_id)
    when w.subject = 'performance-type' then (select data -> 'name' from performance_type where id = w.subject_id)
    when w.subject = 'hall-plan' then null
    else (select data -> 'name' from catalogue_record where kind = w.subject and id = w.subject_id)
  end as name)`

/** A row of a change set as its fields. */
export const describeRow = ({ subject, id, before, after }: ChangeRow): Omit<ChangeSet['rows'][number], 'name'> => ({
  ...{ subject, id },
  effect: before === null ? 'created' : after === null ? 'removed' : 'changed',
  fields: subject === 'seat-locks' ? lockFields(before as StoredLocks, after as StoredLocks) : changedFields(before, after),
})
