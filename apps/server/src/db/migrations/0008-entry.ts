import { type Kysely, sql } from 'kysely'

/** Guests who buy without an account, links that sign in, and the parts of a name that some houses ask for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table customer
    add column is_guest boolean not null default false,
    add column prefix text not null default '', add column middle_name text not null default '',
    alter column password_hash drop not null, drop constraint customer_email_key`,
  // An address has one account, and may stand behind any number of orders that were made without one.
  `create unique index customer_email on customer (email) where not is_guest`,
  `create index customer_guest_email on customer (email) where is_guest`,
  // Customers that came from elsewhere may differ in capitals alone: the search finds them all.
  `create index customer_email_search on customer (lower(email)) where not is_guest`,
  `alter table account_link drop constraint account_link_purpose_check,
    add constraint account_link_purpose_check check (purpose in ('reset-password', 'sign-in', 'guest-order')),
    add column asked_in text`,
]
