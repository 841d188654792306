import { type Kysely, sql } from 'kysely'

/**
 * Baskets that came to nothing are deleted when their time is up. What finds them, and what points at a basket, is looked up
 * by an index; none of these is written while seats are taken.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create index basket_over on basket (created_at) where state in ('expired', 'reset')`,
  // Filled with gifts alone a basket holds no seat and never lapses.
  `create index basket_without_clock on basket (created_at) where state = 'open' and deadline is null`,
  `create index basket_bought_from on basket (created_at) where state = 'completed' and network is not null`,
  `create index reservation_basket on reservation (basket_id) where basket_id is not null`,
  `create index staff_session_basket on staff_session (basket_id) where basket_id is not null`,
  `create index payment_attempt_from on payment_attempt (created_at) where network is not null`,
]
