import { type Kysely, sql } from 'kysely'

/** Staff issue cards of flexible subscriptions in batches, and cancel those that are not linked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // A change of cards: `issue` adds some, `cancel` cancels some. `has_effect`: false once it is undone.
  `create table subscription_card_batch (
    id uuid primary key, flex_id text not null references flex_subscription, action text not null check (action in ('issue', 'cancel')),
    cards int not null check (cards > 0), has_effect boolean not null, staff_id uuid references staff,
    created_at timestamptz not null default now())`,
  `create index subscription_card_batch_flex on subscription_card_batch (flex_id)`,
  // `batch_id`: null for cards that the release before issued. `cancellations`: the changes that cancel it.
  `alter table subscription_card add column batch_id uuid references subscription_card_batch,
    add column cancellations uuid[] not null default '{}'`,
  `create index subscription_card_batch_id on subscription_card (batch_id)`,
  // What was issued on one day becomes one batch.
  `insert into subscription_card_batch (id, flex_id, action, cards, has_effect, created_at)
    select gen_random_uuid(), flex_id, 'issue', count(*), true, issued_on from subscription_card group by flex_id, issued_on`,
  `update subscription_card c set batch_id = b.id from subscription_card_batch b where b.flex_id = c.flex_id and b.created_at = c.issued_on`,
]
