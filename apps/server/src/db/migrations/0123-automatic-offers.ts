import { type Kysely, sql } from 'kysely'

/** A basket may have several offers, each with its use. The index finds the offers that need no code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table promo_use drop constraint promo_use_pkey, add primary key (basket_id, code)`,
  `create index promo_automatic on promo (code) where rule -> 'automatic' is not null`,
  // Every process soon reads that there are automatic offers. Uses do not count.
  `create trigger page_version_of_automatic_offer after insert or update of name, rule, starts_at, ends_at, max_uses on promo
    for each row when (new.rule -> 'automatic' is not null) execute function count_page_version()`,
]
