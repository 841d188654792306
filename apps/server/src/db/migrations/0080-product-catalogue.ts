import { type Kysely, sql } from 'kysely'

/** Products for a performance with their own prices and stock, options, images, allergens, diets, delivery and translated names. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Translations of a name by locale. */
const names = (column: string) => `${column} jsonb not null default '{}' check (jsonb_typeof(${column}) = 'object')`

const statements = [
  // `postage`: minor units, once for an order; null where it is not sent by post.
  `alter table product
    add column delivery text[] not null default '{collect}'
      check (cardinality(delivery) > 0 and delivery <@ array['at-performance', 'collect', 'post']),
    add column postage int check (postage >= 0),
    add column needs_performance boolean not null default false,
    add column is_reservation boolean not null default false,
    add column allergens text[] not null default '{}' check (allergens <@ array['celery', 'gluten', 'crustaceans', 'eggs', 'fish',
      'lupin', 'milk', 'molluscs', 'mustard', 'nuts', 'peanuts', 'sesame', 'soya', 'sulphites']),
    add column diets text[] not null default '{}'
      check (diets <@ array['vegetarian', 'vegan', 'halal', 'kosher', 'gluten-free', 'dairy-free']),
    add constraint product_post_has_postage check ((postage is not null) = ('post' = any (delivery))),
    add constraint product_has_delivery_without_performance check (needs_performance or delivery <> '{at-performance}')`,
  `alter table product_variant add column ${names('names')}`,
  `create table product_image (
    product_id text not null references product on delete cascade, position int not null, path text not null, alt text not null,
    ${names('alts')}, width int not null check (width > 0), height int not null check (height > 0), primary key (product_id, position))`,
  `create table product_option (
    product_id text not null references product on delete cascade, id text not null, position int not null, name text not null,
    ${names('names')}, primary key (product_id, id))`,
  // `price`: what the choice adds to the price of each piece.
  `create table product_option_choice (
    product_id text not null, option_id text not null, id text not null, position int not null, name text not null, ${names('names')},
    price int not null default 0 check (price >= 0), primary key (product_id, option_id, id),
    foreign key (product_id, option_id) references product_option on delete cascade)`,
  // `price`, `fee`: null for those of the variant.
  `create table product_performance (
    product_id text not null, variant_id text not null, instance_id text not null references performance on delete cascade,
    price int check (price >= 0), fee int check (fee between 0 and price),
    primary key (product_id, variant_id, instance_id), check ((price is null) = (fee is null)),
    foreign key (product_id, variant_id) references product_variant on delete cascade)`,
  `create index product_performance_instance on product_performance (instance_id)`,
  // The key of a stock: also of the pieces for one performance. Views that read the key are created again.
  `drop view invariant_stock_oversold, invariant_stock_unlike_its_orders`,
  `alter table product_stock drop column key`,
  `alter table product_stock add column instance_id text,
    add column key text primary key generated always as (product_id || '/' || variant_id || coalesce('@' || instance_id, '')) stored,
    add foreign key (product_id, variant_id, instance_id) references product_performance on delete cascade`,
  // What baskets and orders store as their product is the key of its stock, and ';' with the choice of each option.
  `drop index basket_item_stock`,
  `drop index order_item_stock`,
  `create index basket_item_stock on basket_item (split_part(product, ';', 1)) where kind = 'product'`,
  `create index order_item_stock on order_item (split_part(product, ';', 1)) where kind = 'product'`,
  `create or replace function count_sold_pieces() returns trigger language plpgsql as $$
    begin
      new.sold := (select coalesce(sum(quantity), 0) from order_item
        where kind = 'product' and returned_at is null
          and split_part(product, ';', 1) = new.product_id || '/' || new.variant_id || coalesce('@' || new.instance_id, ''));
      return new;
    end $$`,
  // Public pages show products.
  ...['product_image', 'product_option', 'product_option_choice', 'product_performance'].map(
    (table) =>
      `create trigger page_version_of_${table} after insert or update or delete or truncate on ${table}
        for each statement execute function count_page_version()`,
  ),
  `create view invariant_stock_oversold as
    select s.key as id from product_stock s
    where s.sold + (select coalesce(sum(i.quantity), 0) from basket_item i join basket b on b.id = i.basket_id
      where i.kind = 'product' and split_part(i.product, ';', 1) = s.key and b.state in ('open', 'paying')) > s.total`,
  `create view invariant_stock_unlike_its_orders as
    select s.key as id from product_stock s
    where s.sold <> (select coalesce(sum(i.quantity), 0) from order_item i
      where i.kind = 'product' and split_part(i.product, ';', 1) = s.key and i.returned_at is null)`,
  `create view invariant_product_unlike_its_performance as
    select id::text from basket_item
      where kind = 'product' and performance_id is distinct from nullif(split_part(split_part(product, ';', 1), '@', 2), '')
    union all select id::text from order_item
      where kind = 'product' and performance_id is distinct from nullif(split_part(split_part(product, ';', 1), '@', 2), '')`,
]
