import { type Kysely, sql } from 'kysely'

/** Links by which winners of a draw pay for their reserved orders without signing in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // `basket_id`: the last basket with which the order was paid for by the link.
  `create table reservation_link (
    reservation_id uuid primary key references reservation on delete cascade, token_hash text not null unique,
    basket_id uuid references basket on delete set null, created_at timestamptz not null default now())`,
  `create index reservation_link_basket on reservation_link (basket_id) where basket_id is not null`,
]
