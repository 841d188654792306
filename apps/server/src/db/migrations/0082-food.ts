import { type Kysely, sql } from 'kysely'

/** Food and drink for performances: menus with courses and dishes, collection points, and the guests that each has room for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table basket_item drop constraint basket_item_kind_check,
    add constraint basket_item_kind_check check (kind in
      ('donation', 'membership', 'gift-membership', 'refund-protection', 'gift-voucher', 'voucher-top-up', 'product', 'food'))`,
  `drop index basket_item_product`,
  `create unique index basket_item_product on basket_item (basket_id, kind, coalesce(product, ''))
    where kind in ('donation', 'membership', 'refund-protection', 'voucher-top-up', 'product', 'food')`,
  // `price`: for each guest. `vat_basis_points`: null for the rate of the brand. `withdrawn_at`: no longer sold, but still named by orders.
  `create table menu (
    id text primary key, position int not null, name text not null, summary text not null,
    price int not null check (price >= 0), fee int not null check (fee between 0 and price),
    vat_basis_points int check (vat_basis_points between 0 and 10000), withdrawn_at timestamptz)`,
  `create table menu_translation (
    menu_id text not null references menu on delete cascade, locale text not null, name text not null, summary text not null,
    primary key (menu_id, locale))`,
  // `translations`: texts by locale.
  `create table menu_course (
    menu_id text not null references menu on delete cascade, id text not null, position int not null, name text not null,
    translations jsonb not null default '{}', primary key (menu_id, id))`,
  // A dish is a product, which has its texts. `supplement`: added to the price of the menu.
  `create table menu_dish (
    menu_id text not null, course_id text not null, product_id text not null references product on delete cascade, position int not null,
    supplement int not null default 0 check (supplement >= 0), primary key (menu_id, course_id, product_id),
    foreign key (menu_id, course_id) references menu_course on delete cascade)`,
  `create index menu_dish_product on menu_dish (product_id)`,
  `create table collection_point (id text primary key, position int not null, name text not null, translations jsonb not null default '{}')`,
  // `guests`: for how many there is room; null where they are not counted. Guests in open and paying baskets are held; `sold` counts the others.
  // `closes_before`, `served_before`: minutes before the start; `served_before` is null for the interval.
  `create table menu_performance (
    menu_id text not null references menu on delete cascade, performance_id text not null references performance on delete cascade,
    point_id text not null references collection_point on delete cascade,
    guests int check (guests >= 0), sold int not null default 0 check (sold >= 0 and (guests is null or sold <= guests)),
    closes_before int not null check (closes_before >= 0), served_before int check (served_before > 0),
    primary key (performance_id, menu_id, point_id))`,
  // Guests may have ordered before the row was removed and added again.
  `create function count_sold_guests() returns trigger language plpgsql as $$
    begin
      new.sold := (select coalesce(sum(quantity), 0) from order_item
        where kind = 'food' and product = new.menu_id || '@' || new.performance_id and detail ->> 'point' = new.point_id
          and returned_at is null);
      return new;
    end $$`,
  `create trigger menu_performance_sold before insert on menu_performance for each row execute function count_sold_guests()`,
  `create index basket_item_food on basket_item (product) where kind = 'food' and not has_ended`,
  `create index order_item_food on order_item (product) where kind = 'food'`,
  `create index order_item_food_of_performance on order_item (performance_id) where kind = 'food'`,
  // Public pages show menus. The number of guests is not among what they keep.
  ...['menu', 'menu_translation', 'menu_course', 'menu_dish', 'collection_point'].map(
    (table) =>
      `create trigger page_version_of_${table} after insert or update or delete or truncate on ${table}
        for each statement execute function count_page_version()`,
  ),
  `create trigger page_version_of_menu_performance after insert or delete or truncate or update of guests, closes_before, served_before
    on menu_performance for each statement execute function count_page_version()`,
  `create view invariant_food_oversold as
    select m.menu_id || '@' || m.performance_id || ' ' || m.point_id as id from menu_performance m
    where m.sold + (select coalesce(sum(i.quantity), 0) from basket_item i join basket b on b.id = i.basket_id
      where i.kind = 'food' and i.product = m.menu_id || '@' || m.performance_id and i.detail ->> 'point' = m.point_id
        and b.state in ('open', 'paying')) > m.guests`,
  `create view invariant_food_unlike_its_orders as
    select m.menu_id || '@' || m.performance_id || ' ' || m.point_id as id from menu_performance m
    where m.sold <> (select coalesce(sum(i.quantity), 0) from order_item i
      where i.kind = 'food' and i.product = m.menu_id || '@' || m.performance_id and i.detail ->> 'point' = m.point_id
        and i.returned_at is null)`,
  `create view invariant_food_held_without_deadline as
    select i.id from basket_item i join basket b on b.id = i.basket_id
    where i.kind = 'food' and b.state = 'open' and b.deadline is null`,
]
