import { type Kysely, sql } from 'kysely'

/** Terms of memberships: what each was sold for, the term that a renewal continues, and the terms that an upgrade ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table membership add column value int not null default 0 check (value >= 0),
    add column continues uuid references membership on delete set null,
    add column cancelled_at timestamptz, add column replaced_by uuid references customer_order, add column grace_until date,
    add constraint membership_replaced_check check ((cancelled_at is null) = (replaced_by is null))`,
  // A term is renewed once, whatever is paid twice.
  `create unique index membership_continues on membership (continues) where continues is not null`,
  `create index membership_replaced on membership (replaced_by) where replaced_by is not null`,
  `update membership m set value = i.amount from order_item i
    where i.order_id = m.order_id and i.kind = 'membership' and i.product = m.membership and i.returned_at is null`,
]
