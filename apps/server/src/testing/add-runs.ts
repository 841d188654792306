import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'

/** Adds productions to a test theatre, each with performances in its hall on different days from day 20 on, at the prices of `tonight`. */
export async function addRuns(db: Kysely<Database>, productions: readonly string[], performances: number): Promise<void> {
  for (const [nth, production] of productions.entries()) {
    await sql`
      insert into production (id, position, data)
      select ${production}, ${nth + 1}, data || jsonb_build_object('id', ${production}::text, 'title', ${production}::text)
      from production where id = 'the-tempest'`.execute(db)
    for (let place = 0; place < performances; place++)
      await sql`
        insert into performance
        select (jsonb_populate_record(p, jsonb_build_object(
          'id', ${`${production}-${place}`}::text, 'production_id', ${production}::text,
          'starts_at', p.starts_at + make_interval(days => ${20 + nth * performances + place}::int)))).*
        from performance p where p.id = 'tonight'`.execute(db)
  }
}
