import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'

/**
 * Whether one of some performances is cancelled, by the database: the cached programme may be seconds old.
 * @param isLocked true for a sale: none of the performances can be cancelled before the transaction ends
 */
export async function isAnyCancelled(db: Kysely<Database>, performances: Iterable<string>, isLocked = false): Promise<boolean> {
  const ids = [...new Set(performances)].toSorted()
  if (ids.length === 0) return false
  const { rows } = await sql<{ sale: string }>`
    select sale from performance where id = any(${ids}::text[]) order by id ${isLocked ? sql`for share` : sql``}`.execute(db)
  return rows.some(({ sale }) => sale === 'cancelled')
}
