import { type Kysely, sql } from 'kysely'

/** The county of an address in a column beside its state. Moves the counties that were typed as the state. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

// Addresses within baskets, orders and declarations are not changed: a document keeps the address that was given for it.
const statements = [
  `alter table address add column county text not null default ''`,
  `update address set county = state, state = ''
   where country in ('GB', 'IE', 'IM', 'SE', 'NO', 'EE', 'HR', 'HU', 'RO', 'KE') and state <> ''`,
]
