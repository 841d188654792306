import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'

/**
 * Whether one of some performances is cancelled, as the database has it: the programme that a process keeps may be seconds old.
 * @param isLocked true for a sale: no performance among them is cancelled before the transaction ends.
 */
export async function isAnyCancelled(db: Kysely<Database>, performances: Iterable<string>, isLocked = false): Promise<boolean> {
  const ids = [...new Set(performances)].toSorted()
  if (ids.length === 0) return false
  const { rows } = await sql<{ sale: string }>`
    select sale from performance where id = any(${ids}::text[]) order by id ${isLocked ? sql`for share` : sql``}`.execute(db)
  return rows.some(({ sale }) => sale === 'cancelled')
}
