import { type Kysely, sql } from 'kysely'

/** Subscription cards, which are sold without an account and linked to one later. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // A number is stored as its digest. `subscription_id`: what its holder has, once it is linked.
  `create table subscription_card (
    digest text primary key, flex_id text not null references flex_subscription, issued_on date not null, expires_on date not null,
    subscription_id uuid unique references ticket_subscription on delete cascade, linked_at timestamptz)`,
  `create index subscription_card_flex on subscription_card (flex_id)`,
]
