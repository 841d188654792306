import { type Kysely, sql } from 'kysely'

/** The names of offers in other languages. `name` stays the one in the theatre's language, and orders keep the name that they were sold with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table promo add column names jsonb not null default '{}'`,
  `drop trigger row_version on promo`,
  `create trigger row_version before update of name, names, rule, starts_at, ends_at, max_uses, per_customer on promo
    for each row execute function count_row_version()`,
]
