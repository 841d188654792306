import { type Kysely, sql } from 'kysely'

/**
 * Items of baskets and orders with product, quantity and performance; items of an order are returned one by one; and baskets
 * without seats outlive the session. Processes of the version before continue: columns have defaults, and triggers fill
 * what those processes do not write.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** What was sold, from the details that the version before stores. */
const productOf = (detail: string): string => `coalesce(${detail} ->> 'fund', ${detail} ->> 'membership')`
const itemKinds = `('donation', 'membership', 'refund-protection')`

const itemColumns = `order_id, position, kind, product, name, amount, fee, detail`
/** The items of order lines. Baskets of the version before have at most one item of each kind. */
const itemsOf = (lines: string): string => `
  select l.order_id, l.position, l.kind, ${productOf('i.detail')}, l.ref, l.amount, l.fee, i.detail
  from ${lines} l join customer_order o on o.id = l.order_id join payment_attempt a on a.id = o.attempt_id
  left join lateral (
    select nullif(e -> 'detail', 'null'::jsonb) as detail from jsonb_array_elements(a.quote -> 'items') e
    where e ->> 'kind' = l.kind limit 1) i on true`

const statements = [
  // How long a basket without seats and stock is kept for its visitor.
  `alter table basket add column kept_until timestamptz`,
  `update basket b set kept_until = now() + interval '14 days'
    where b.state = 'open' and exists (select from basket_item i where i.basket_id = b.id)`,

  `alter table basket_item
    add column product text, add column quantity int not null default 1 check (quantity > 0), add column performance_id text`,
  `create function fill_item_product() returns trigger language plpgsql as $$
    begin
      new.product := coalesce(${productOf('new.detail')}, new.product);
      return new;
    end $$`,
  `create trigger basket_item_product before insert or update of detail on basket_item
    for each row execute function fill_item_product()`,
  `update basket_item set detail = detail where detail is not null`,

  // `position`: that of its line. `product`: the id of what was sold; null where the kind is the product.
  `create table order_item (
    id uuid primary key default gen_random_uuid(), order_id uuid not null references customer_order, position int not null,
    kind text not null, product text, name text not null, quantity int not null default 1 check (quantity > 0), performance_id text,
    amount int not null check (amount >= 0), fee int not null check (fee >= 0), detail jsonb, returned_at timestamptz,
    unique (order_id, position))`,
  `insert into order_item (${itemColumns}) ${itemsOf('order_line')} where l.kind in ${itemKinds}`,
  `update order_item i set returned_at = now() from customer_order o where o.id = i.order_id and o.state in ('returned', 'failed')`,

  // A process of the version before writes lines alone, and returns an order as a whole.
  `create function add_item_of_line() returns trigger language plpgsql as $$
    begin
      insert into order_item (${itemColumns}) ${itemsOf('(select new.*)')} on conflict (order_id, position) do nothing;
      return null;
    end $$`,
  `create trigger order_line_item after insert on order_line
    for each row when (new.kind in ${itemKinds}) execute function add_item_of_line()`,
  `create function return_items_of_order() returns trigger language plpgsql as $$
    begin
      update order_item set returned_at = now() where order_id = new.id and returned_at is null;
      return null;
    end $$`,
  `create trigger customer_order_items after update of state on customer_order
    for each row when (new.state in ('returned', 'failed')) execute function return_items_of_order()`,
]
