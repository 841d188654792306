import { type RawBuilder, sql } from 'kysely'

/**
 * Condition of SQL: whether every visitor may know of a performance. It is published and shown on the web, as its production is, and no
 * programme opens it.
 * @param performance the alias of its table
 */
export const isPublicPerformance = (performance: 'p' | 'f'): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${performance}.${name}`)
  return sql`(${column('programme_id')} is null and ${column('state')} = 'published' and ${column('is_visible')}
    and exists (select from production x where x.id = ${column('production_id')} and x.state = 'published'))`
}
