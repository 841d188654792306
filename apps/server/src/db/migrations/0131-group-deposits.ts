import { type Kysely, sql } from 'kysely'

/** The account of the deposits of a group booking: a gift voucher without a code, which pays for its reserved order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table group_booking add column account_id uuid default gen_random_uuid()`,
  // Existing bookings get an empty account.
  `insert into ledger_account (id, kind) select account_id, 'gift-voucher' from group_booking`,
  `alter table group_booking alter column account_id set not null, alter column account_id drop default,
    add constraint group_booking_account unique (account_id), add foreign key (account_id) references ledger_account`,
]
