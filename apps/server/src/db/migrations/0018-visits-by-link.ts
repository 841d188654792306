import { type Kysely, sql } from 'kysely'

/** Who came by the link of an order, and the payments of a basket found by it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Whoever has the link of a guest's order looks at that order; it says nothing about who they are when they buy.
  `alter table session add column by_link boolean not null default false`,
  `create index payment_attempt_basket on payment_attempt (basket_id)`,
]
