import { type Kysely, sql } from 'kysely'

/** A top-up is a donation with a product of its kind, so that it is in a basket beside a donation to the same fund. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create or replace function fill_item_product() returns trigger language plpgsql as $$
        begin
          new.product := coalesce('top-up/' || (new.detail ->> 'topUp'), new.detail ->> 'fund', new.detail ->> 'membership', new.product);
          return new;
        end $$`,
    )
    .execute(db)
}
