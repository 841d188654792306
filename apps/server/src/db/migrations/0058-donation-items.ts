import { type Kysely, sql } from 'kysely'

/** The item of the order that paid for a donation, because an order may have donations to several funds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table donation add column order_item_id uuid references order_item`,
  // Orders of older versions have at most one donation.
  `update donation d set order_item_id = i.id from order_item i
    where i.order_id = d.order_id and i.kind = 'donation' and i.name = d.fund and i.amount = d.amount and i.returned_at is null`,
  `create unique index donation_order_item on donation (order_item_id)`,
]
