import { type Kysely, sql } from 'kysely'

/** Tables of the theatre's own restaurants: sittings for performances, with covers and tables of each size. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** What the orders have of a sitting `s` or its tables, without what was returned. */
const soldItems = (sitting: string, performance: string) =>
  `from order_item i where i.kind = 'table' and i.product = ${sitting} || '@' || ${performance} and i.returned_at is null`
/** What the baskets hold of a sitting. */
const heldItems = (sitting: string, performance: string) =>
  `from basket_item i join basket b on b.id = i.basket_id
    where i.kind = 'table' and i.product = ${sitting} || '@' || ${performance} and b.state in ('open', 'paying')`

const statements = [
  `alter table basket_item drop constraint basket_item_kind_check,
    add constraint basket_item_kind_check check (kind in
      ('donation', 'membership', 'gift-membership', 'refund-protection', 'gift-voucher', 'voucher-top-up', 'product', 'food', 'table'))`,
  // A table may be free.
  `alter table basket_item drop constraint basket_item_amount_check,
    add constraint basket_item_amount_check check (amount > 0 or (amount = 0 and kind in ('product', 'table')))`,
  `drop index basket_item_product`,
  `create unique index basket_item_product on basket_item (basket_id, kind, coalesce(product, ''))
    where kind in ('donation', 'membership', 'refund-protection', 'voucher-top-up', 'product', 'food', 'table')`,
  // `translations`: name and summary by locale. `withdrawn_at`: takes no bookings, but orders still name it.
  `create table restaurant (
    id text primary key, position int not null, name text not null, summary text not null, translations jsonb not null default '{}',
    withdrawn_at timestamptz)`,
  // `starts_before`: minutes before the start of the performance, negative after it. `price`: for each cover. `covers`: people whom the
  // kitchen serves at it. Tables in open and paying baskets are held; `sold` counts the people of the others.
  `create table sitting (
    id text not null, performance_id text not null references performance on delete cascade,
    restaurant_id text not null references restaurant on delete cascade,
    starts_before int not null, minutes int not null check (minutes > 0), closes_before int not null check (closes_before >= 0),
    price int not null check (price >= 0), vat_basis_points int check (vat_basis_points between 0 and 10000),
    covers int not null check (covers >= 0), sold int not null default 0 check (sold between 0 and covers),
    primary key (performance_id, id))`,
  `create index sitting_restaurant on sitting (restaurant_id)`,
  // `tables`: how many of this size there are. `least`: the smallest party that may take one. `sold`: how many of them are sold.
  `create table sitting_table (
    performance_id text not null, sitting_id text not null, size int not null check (size > 0),
    tables int not null check (tables >= 0), least int not null check (least between 1 and size),
    sold int not null default 0 check (sold between 0 and tables),
    primary key (performance_id, sitting_id, size),
    foreign key (performance_id, sitting_id) references sitting on delete cascade)`,
  // Tables may have been sold before the row was removed and added again.
  `create function count_sold_covers() returns trigger language plpgsql as $$
    begin
      new.sold := (select coalesce(sum(i.quantity), 0) ${soldItems('new.id', 'new.performance_id')});
      return new;
    end $$`,
  `create trigger sitting_sold before insert on sitting for each row execute function count_sold_covers()`,
  `create function count_sold_tables() returns trigger language plpgsql as $$
    begin
      new.sold := (select count(*) ${soldItems('new.sitting_id', 'new.performance_id')} and (i.detail ->> 'table')::int = new.size);
      return new;
    end $$`,
  `create trigger sitting_table_sold before insert on sitting_table for each row execute function count_sold_tables()`,
  `create index basket_item_table on basket_item (product) where kind = 'table' and not has_ended`,
  `create index order_item_table on order_item (product) where kind = 'table'`,
  `create index order_item_table_of_performance on order_item (performance_id) where kind = 'table'`,
  `create view invariant_table_oversold as
    select s.id || '@' || s.performance_id as id from sitting s
    where s.sold + (select coalesce(sum(i.quantity), 0) ${heldItems('s.id', 's.performance_id')}) > s.covers
    union all
    select t.sitting_id || '@' || t.performance_id || ' ' || t.size from sitting_table t
    where t.sold + (select count(*) ${heldItems('t.sitting_id', 't.performance_id')} and (i.detail ->> 'table')::int = t.size) > t.tables`,
  `create view invariant_table_unlike_its_orders as
    select s.id || '@' || s.performance_id as id from sitting s
    where s.sold <> (select coalesce(sum(i.quantity), 0) ${soldItems('s.id', 's.performance_id')})
    union all
    select t.sitting_id || '@' || t.performance_id || ' ' || t.size from sitting_table t
    where t.sold <> (select count(*) ${soldItems('t.sitting_id', 't.performance_id')} and (i.detail ->> 'table')::int = t.size)`,
  `create view invariant_table_held_without_deadline as
    select i.id from basket_item i join basket b on b.id = i.basket_id
    where i.kind = 'table' and b.state = 'open' and b.deadline is null`,
]
