import { type Kysely, sql } from 'kysely'

/** Products that are sold besides tickets, with their variants, translations and stock. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table basket_item drop constraint basket_item_kind_check,
    add constraint basket_item_kind_check
      check (kind in ('donation', 'membership', 'gift-membership', 'refund-protection', 'gift-voucher', 'voucher-top-up', 'product'))`,
  `drop index basket_item_product`,
  `create unique index basket_item_product on basket_item (basket_id, kind, coalesce(product, ''))
    where kind in ('donation', 'membership', 'refund-protection', 'voucher-top-up', 'product')`,
  // `vat_basis_points`: null for the rate of the brand. `withdrawn_at`: no longer sold, but still named by orders.
  `create table product (
    id text primary key, type text not null, position int not null, name text not null, summary text not null,
    vat_basis_points int check (vat_basis_points between 0 and 10000),
    order_limit int not null check (order_limit between 1 and 50), withdrawn_at timestamptz)`,
  `create index product_type on product (type, position)`,
  `create table product_translation (
    product_id text not null references product on delete cascade, locale text not null, name text not null, summary text not null,
    primary key (product_id, locale))`,
  `create table product_variant (
    product_id text not null references product on delete cascade, id text not null, position int not null, name text not null,
    price int not null check (price >= 0), fee int not null check (fee between 0 and price), primary key (product_id, id))`,
  // `key`: what basket_item and order_item store as their product. Pieces in open and paying baskets are held; `sold` counts the others.
  `create table product_stock (
    key text primary key generated always as (product_id || '/' || variant_id) stored,
    product_id text not null, variant_id text not null, total int not null check (total >= 0),
    sold int not null default 0 check (sold between 0 and total),
    foreign key (product_id, variant_id) references product_variant on delete cascade)`,
  // Pieces may have been sold before they were counted.
  `create function count_sold_pieces() returns trigger language plpgsql as $$
    begin
      new.sold := (select coalesce(sum(quantity), 0) from order_item
        where kind = 'product' and product = new.product_id || '/' || new.variant_id and returned_at is null);
      return new;
    end $$`,
  `create trigger product_stock_sold before insert on product_stock for each row execute function count_sold_pieces()`,
  `create index basket_item_stock on basket_item (product) where kind = 'product'`,
  `create index order_item_stock on order_item (product) where kind = 'product'`,
  `alter table order_line add column vat_basis_points int`,
  `alter table basket add column lapsed_items jsonb not null default '[]'`,
  // Public pages show products.
  ...['product', 'product_variant', 'product_translation'].map(
    (table) =>
      `create trigger page_version_of_${table} after insert or update or delete or truncate on ${table}
        for each statement execute function count_page_version()`,
  ),
  `create view invariant_stock_oversold as
    select s.key as id from product_stock s
    where s.sold + (select coalesce(sum(i.quantity), 0) from basket_item i join basket b on b.id = i.basket_id
      where i.kind = 'product' and i.product = s.key and b.state in ('open', 'paying')) > s.total`,
  `create view invariant_stock_unlike_its_orders as
    select s.key as id from product_stock s
    where s.sold <> (select coalesce(sum(i.quantity), 0) from order_item i
      where i.kind = 'product' and i.product = s.key and i.returned_at is null)`,
  `create view invariant_stock_held_without_deadline as
    select i.id from basket_item i join basket b on b.id = i.basket_id
    where i.kind = 'product' and b.state = 'open' and b.deadline is null`,
]
