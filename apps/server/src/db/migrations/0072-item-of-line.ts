import { type Kysely, sql } from 'kysely'

/** An item that was written with its line is found by its position, so that the attempt's quote is not read for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(addItemOfLine).execute(db)
}

const addItemOfLine = `
  create or replace function add_item_of_line() returns trigger language plpgsql as $$
    begin
      if exists (select from order_item where order_id = new.order_id and position = new.position) then return null; end if;
      insert into order_item (order_id, position, kind, product, name, amount, fee, detail)
        select new.order_id, new.position, new.kind, coalesce(i.detail ->> 'fund', i.detail ->> 'membership'), new.ref, new.amount, new.fee,
          i.detail
        from customer_order o join payment_attempt a on a.id = o.attempt_id
        left join lateral (
          select nullif(e -> 'detail', 'null'::jsonb) as detail from jsonb_array_elements(a.quote -> 'items') e
          where e ->> 'kind' = new.kind limit 1) i on true
        where o.id = new.order_id
        on conflict (order_id, position) do nothing;
      return null;
    end $$`
