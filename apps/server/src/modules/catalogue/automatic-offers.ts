import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'

/** Whether any automatic offer has not ended. */
export async function hasAutomaticOffers(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (select from promo where rule -> 'automatic' is not null and (ends_at is null or ends_at > now())) as exists`.execute(db)
  return rows[0]!.exists
}
