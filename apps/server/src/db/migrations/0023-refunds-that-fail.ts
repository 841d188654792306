import { type Kysely, sql } from 'kysely'

/** A refund may come back after it was made: it is owed again, and what is owed for long is seen, whatever it is owed for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table refund drop constraint refund_state_check,
    add constraint refund_state_check check (state in ('due', 'made', 'failed')),
    add column failures int not null default 0, add column due_at timestamptz not null default now(), add column ask_at timestamptz`,
  `update refund set due_at = created_at,
    ask_at = case when state = 'made' and provider_refund <> 'over the counter' and made_at > now() - interval '30 days' then now() end`,
  `create index refund_to_ask on refund (ask_at) where ask_at is not null`,
  `create index refund_by_provider on refund (provider_refund) where provider_refund is not null`,

  `drop view invariant_refund_overdue`,
  `create view invariant_refund_overdue as
    select id from refund where state = 'due' and due_at < now() - interval '15 minutes'`,
  // No mistake of the house's own: money that only a person can bring to whom it belongs, and that nobody may forget.
  `create view invariant_refund_waits_for_a_person as select id from refund where state = 'failed'`,
  `create view invariant_refund_unlike_its_payment as
    select f.id from refund f join payment_attempt a on a.id = f.attempt_id
    where f.order_id is null and (a.state <> case f.state when 'made' then 'refunded' else 'refund-due' end)`,
]
