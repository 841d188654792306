import { sql } from 'kysely'
import type { TestTheatre } from './test-theatre.ts'

/**
 * Adds 3,000 performances like "tonight", in ten days, to a theatre whose database has statistics of a season as large. Returns their ids.
 * Not through the planning, so that a test can do a step of it.
 */
export async function addLargeSeason({ db, database }: TestTheatre): Promise<string[]> {
  const ids = Array.from({ length: 3_000 }, (_, nth) => `season-${nth}`)
  await sql`
    insert into performance select (jsonb_populate_record(p, jsonb_build_object('id', n.id, 'starts_at', now() + interval '10 days'))).*
    from performance p, unnest(${ids}::text[]) as n (id) where p.id = 'tonight'`.execute(db)
  await sql`analyze performance`.execute(database.owner)
  return ids
}
