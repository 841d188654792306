import { type Kysely, sql } from 'kysely'

/** Baskets whose last ticket was removed kept their items, which came back into the total with the next ticket. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `delete from basket_item i using basket b
       where b.id = i.basket_id and b.state = 'open' and not exists (select 1 from basket_ticket t where t.basket_id = b.id)`,
    )
    .execute(db)
}
