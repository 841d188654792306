import { type Kysely, sql } from 'kysely'

/** Memberships that are given: the link of each, which the recipient claims it by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table basket_item drop constraint basket_item_kind_check,
    add constraint basket_item_kind_check
      check (kind in ('donation', 'membership', 'gift-membership', 'refund-protection', 'gift-voucher'))`,
  // `term_id`: the term that it began.
  `create table gift_membership (
    id uuid primary key, order_item_id uuid not null unique references order_item, send_at timestamptz not null,
    issued_at timestamptz, token_hash text unique, claim_until date, claimed_at timestamptz,
    term_id uuid references membership on delete set null,
    check ((issued_at is null) = (token_hash is null)), check ((issued_at is null) = (claim_until is null)),
    check (claimed_at is null or issued_at is not null), check (term_id is null or claimed_at is not null))`,
  `create index gift_membership_due on gift_membership (send_at) where issued_at is null`,
  `create index gift_membership_term on gift_membership (term_id) where term_id is not null`,
  `create view invariant_gift_membership_unlike_its_item as
    select i.id from order_item i join customer_order o on o.id = i.order_id
    where i.kind = 'gift-membership'
      and (select count(*) from gift_membership g where g.order_item_id = i.id)
        <> case when o.state in ('confirmed', 'on-hold', 'returned') then 1 else 0 end`,
  `create view invariant_gift_membership_returned_and_claimed as
    select g.id from gift_membership g join order_item i on i.id = g.order_item_id
    where i.returned_at is not null and g.claimed_at is not null`,
  `create view invariant_gift_membership_overdue as
    select g.id from gift_membership g join order_item i on i.id = g.order_item_id
    where g.issued_at is null and i.returned_at is null and g.send_at < now() - interval '15 minutes'`,
]
