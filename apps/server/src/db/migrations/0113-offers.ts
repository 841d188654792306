import { type Kysely, sql } from 'kysely'

/** Staff change promo codes: each has a version, which counts changes and not uses. The index finds the baskets with a code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table promo add column version int not null default 1`,
  `create trigger row_version before update of name, rule, starts_at, ends_at, max_uses, per_customer on promo
    for each row execute function count_row_version()`,
  `create index basket_promo on basket (promo) where promo is not null`,
]
