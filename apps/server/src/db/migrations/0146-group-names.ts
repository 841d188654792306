import { type Kysely, sql } from 'kysely'

/** Names of the people of a group: on the seats of its booking, and on its tickets once they are paid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table group_booking add column names_version int not null default 0`,
  `alter table reservation_ticket add column holder text`,
  `alter table ticket add column holder text`,
  // Unused. A process of the release before copies every column of a reserved seat into a basket.
  `alter table basket_ticket add column holder text`,
  // The contact asks by the number of the order that the booking became.
  `create index reservation_order on reservation (order_id) where order_id is not null`,
  // The retention job looks for the few rows with a name.
  `create index reservation_ticket_holder on reservation_ticket (performance_id) where holder is not null`,
  `create index ticket_holder on ticket (performance_id) where holder is not null`,
]
