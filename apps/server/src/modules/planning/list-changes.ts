import { type Kysely, type RawBuilder, sql } from 'kysely'
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
    undoesKind: ChangeKind | null
    undoneBy: string | null
    rows: (ChangeRow & { readonly name: unknown; readonly startsAt: string | null })[]
  }>`
    select c.id, c.at, ${nameOfActor} as by, c.kind, c.reason, c.undoes, f.kind as "undoesKind", u.id as "undoneBy", r.rows
    from change_set c ${actorOfChange} left join change_set u on u.undoes = c.id left join change_set f on f.id = c.undoes
    cross join lateral (
      select jsonb_agg(jsonb_build_object('subject', w.subject, 'id', w.subject_id, 'before', w.before, 'after', w.after, 'name', n.name,
        'startsAt', n.starts_at)
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
    rows: changedRows.map(({ name, startsAt, ...row }) => ({ ...describeRow(row), name: nameOfChanged(name, language), startsAt })),
  }))
  return { changes, hasMore: rows.length > pageLength }
}

/** Joins of those who made a change set `c`. */
const actorOfChange = sql`left join staff s on s.id = c.staff_id left join api_token t on 'token ' || t.id::text = c.actor`
/** The staff user or the process that made a change set `c`, with the API token. */
const nameOfActor = sql`coalesce(s.name || ' · ' || t.name, s.name, c.actor)`

/** A field of a thing as the last change row that has it. JSON; null where none has it. */
const lastOf = (subject: RawBuilder<unknown>, id: RawBuilder<unknown>, field: string): RawBuilder<unknown> => sql`(
  select coalesce(x.after -> ${field}::text, x.before -> ${field}::text) from change_row x join change_set y on y.id = x.change_set_id
  where x.subject = ${subject} and x.subject_id = ${id} and (x.after ? ${field}::text or x.before ? ${field}::text) order by y.seq desc limit 1)`
const titleOf = (production: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce((select data -> 'title' from production where id = ${production}), ${lastOf(sql`'production'`, production, 'title')})`
const nameOfList = (list: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce((select data -> 'name' from price_list where id = ${list}), ${lastOf(sql`'price-list'`, list, 'name')})`
/** A field of the thing of a row `w` that names another thing, from its last change. */
const referenceOf = (subject: ChangeSubject, field: string): RawBuilder<unknown> =>
  sql`(${lastOf(sql.lit(subject), sql`w.subject_id`, field)} #>> '{}')`

/**
 * The name that the thing of a row `w` has now, or had when it was removed: of a performance or its sale, that of its production. JSON: a text,
 * or one per language. And the start of a performance on its wall clock.
 */
const nameOfRow = sql`(
  select case
    when w.subject in ('production', 'sale-windows') then ${titleOf(sql`w.subject_id`)}
    when w.subject in ('performance', 'seat-locks') then ${titleOf(
      sql`coalesce((select production_id from performance where id = w.subject_id), ${referenceOf('performance', 'production')})`,
    )}
    when w.subject = 'price-list' then ${nameOfList(sql`w.subject_id`)}
    when w.subject = 'price-schedule' then ${nameOfList(
      sql`coalesce((select price_list_id from price_schedule where id::text = w.subject_id), ${referenceOf('price-schedule', 'priceList')})`,
    )}
    when w.subject = 'performance-type' then coalesce(
      (select data -> 'name' from performance_type where id = w.subject_id), ${lastOf(sql`w.subject`, sql`w.subject_id`, 'name')})
    when w.subject = 'hall-plan' then (
      select to_jsonb(name) from hall_plan where hall = split_part(w.subject_id, '/', 1) and version = split_part(w.subject_id, '/', 2))
    else coalesce(
      (select data -> 'name' from catalogue_record where kind = w.subject and id = w.subject_id), ${lastOf(sql`w.subject`, sql`w.subject_id`, 'name')})
  end as name, case when w.subject in ('performance', 'seat-locks') then coalesce(
    (select starts_local from performance where id = w.subject_id), ${referenceOf('performance', 'startsAt')}) end as starts_at)`

/** A change set for display: its kind, when and by whom it was made, and the name of what it is about. */
export type NamedChange = {
  readonly id: string
  readonly kind: ChangeKind
  readonly at: string
  readonly by: string
  readonly name: string
}

/** Reads what change sets are about: a production, or their first entry. @param language of the theatre */
export async function readChangeNames(db: Kysely<Database>, language: string, ids: readonly string[]): Promise<NamedChange[]> {
  const { rows } = await sql<Omit<NamedChange, 'at' | 'name'> & { readonly at: Date; readonly name: unknown; readonly thing: string }>`
    select c.id, c.kind, c.at, ${nameOfActor} as by, main.name, main.thing
    from change_set c ${actorOfChange} cross join lateral (
      select n.name, w.subject_id as thing from change_row w cross join lateral ${nameOfRow} n where w.change_set_id = c.id
      order by w.subject <> 'production', w.position limit 1) main
    where c.id = any(${[...ids]}::uuid[])`.execute(db)
  return rows.map(({ at, name, thing, ...change }) => ({ ...change, at: at.toISOString(), name: nameOfChanged(name, language) ?? thing }))
}

/** A row of a change set as its fields. */
export const describeRow = ({ subject, id, before, after }: ChangeRow): Omit<ChangeSet['rows'][number], 'name' | 'startsAt'> => ({
  ...{ subject, id },
  effect: before === null ? 'created' : after === null ? 'removed' : 'changed',
  fields: subject === 'seat-locks' ? lockFields(before as StoredLocks, after as StoredLocks) : changedFields(before, after),
})
