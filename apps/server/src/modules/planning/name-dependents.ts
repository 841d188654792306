import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'
import type { ChangeDependent } from '@playhouse/domain/change'
import { idSchema } from '@playhouse/domain/id'
import { readChangeNames } from './list-changes.ts'

/**
 * Adds display names to what is built on a change: the title and the start of a performance, the name of a production or a price list, and the
 * kind, the moment and the maker of a later change. Tables have no names.
 * @param language of the theatre, for names that have several
 */
export async function nameDependents(
  db: Kysely<Database>,
  language: string,
  dependents: readonly ChangeDependent[],
): Promise<ChangeDependent[]> {
  const idsOf = (isChange: boolean): string[] => dependents.filter(({ kind }) => (kind === 'change') === isChange).map(({ id }) => id)
  // A change of a single part of a thing, such as a price type, has the id of that part.
  const changeSets = idsOf(true).filter((id) => idSchema.safeParse(id).success)
  const changes = new Map((await readChangeNames(db, language, changeSets)).map((change) => [change.id, change]))
  // A performance counts before a production and a price list of the same id.
  const { rows } = await sql<{ id: string; name: string; startsAt: string | null }>`
    select distinct on (id) id, name, "startsAt" from (
      select f.id, p.data ->> 'title' as name, f.starts_local as "startsAt", 1 as rank
      from performance f join production p on p.id = f.production_id where f.id = any(${idsOf(false)}::text[])
      union all select id, data ->> 'title', null, 2 from production where id = any(${idsOf(false)}::text[])
      union all select id, data ->> 'name', null, 3 from price_list where id = any(${idsOf(false)}::text[])) thing
    order by id, rank`.execute(db)
  const names = new Map(rows.map(({ id, name, startsAt }) => [id, { name, startsAt }]))
  return dependents.map((dependent) => {
    const change = dependent.kind === 'change' ? changes.get(dependent.id) : undefined
    if (change) {
      const { kind, at, by, name } = change
      return { ...dependent, named: { name, startsAt: null }, change: { kind, at, by } }
    }
    const named = dependent.kind === 'missing' ? undefined : names.get(dependent.id)
    return named ? { ...dependent, named } : dependent
  })
}
