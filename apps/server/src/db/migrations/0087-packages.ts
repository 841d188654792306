import { type Kysely, sql } from 'kysely'

/** Packages of several performances: what can be chosen, at which price, and those in baskets and orders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** The tickets of a package `p` in a basket. */
const ticketsOfPackage = `select count(*) from basket_ticket t where t.series = p.id`

const statements = [
  // `name`, `summary`: a text with translations. `sale_from`, `sale_until`: wall clock at the theatre. `bands`: whose seats are sold in it;
  // all if empty. `withdrawn_at`: it is sold no more, but orders still name it.
  `create table package (
    id text primary key, position int not null, kind text not null check (kind in ('fixed', 'flexible', 'super')),
    name jsonb not null, summary jsonb not null, sale_from text, sale_until text, bands text[] not null default '{}',
    withdrawn_at timestamptz, created_at timestamptz not null default now())`,
  `create table package_group (
    package_id text not null references package on delete cascade, id text not null, position int not null, name jsonb not null,
    least int not null check (least >= 0), most int not null check (most >= greatest(1, least)),
    primary key (package_id, id))`,
  // A part is a production, or a package within a super package.
  `create table package_part (
    package_id text not null, id text not null, group_id text not null, position int not null,
    production_id text references production on delete cascade, within_id text references package on delete cascade,
    primary key (package_id, id),
    foreign key (package_id, group_id) references package_group on delete cascade,
    check (num_nonnulls(production_id, within_id) = 1), check (within_id <> package_id))`,
  `create index package_part_production on package_part (production_id)`,
  `create index package_part_within on package_part (within_id)`,
  // The performances that can be chosen for a part; all of its production if it has none.
  `create table package_part_performance (
    package_id text not null, part_id text not null, performance_id text not null references performance on delete cascade,
    primary key (package_id, part_id, performance_id),
    foreign key (package_id, part_id) references package_part on delete cascade)`,
  `create index package_part_performance_performance on package_part_performance (performance_id)`,
  // Either prices for one person and all performances, or discounts by the number of performances.
  `create table package_price (
    package_id text not null references package on delete cascade, price_type text not null, position int not null,
    price int not null check (price >= 0), primary key (package_id, price_type))`,
  `create table package_discount (
    package_id text not null references package on delete cascade, performances int not null check (performances > 0),
    basis_points int not null check (basis_points between 1 and 10000), primary key (package_id, performances))`,
  // The id of a package in a basket is the series of its tickets, whose prices are shares of its price. `saved`: what it costs less than
  // its tickets alone.
  `create table basket_package (
    id uuid primary key, basket_id uuid not null references basket on delete cascade, package_id text not null references package,
    kind text not null, name jsonb not null, choice jsonb not null, saved int not null check (saved >= 0),
    added_at timestamptz not null default now())`,
  `create index basket_package_basket on basket_package (basket_id)`,
  `create index basket_package_package on basket_package (package_id)`,
  `create index basket_ticket_series on basket_ticket (series) where series is not null`,
  `create table order_package (
    id uuid primary key, order_id uuid not null references customer_order on delete cascade, position int not null,
    package_id text not null references package, kind text not null, name jsonb not null, choice jsonb not null,
    saved int not null check (saved >= 0))`,
  `create index order_package_order on order_package (order_id)`,
  `create index order_package_package on order_package (package_id)`,
  `alter table ticket add column order_package_id uuid references order_package`,
  `create index ticket_order_package on ticket (order_package_id) where order_package_id is not null`,
  // Public pages show packages.
  ...['package', 'package_group', 'package_part', 'package_part_performance', 'package_price', 'package_discount'].map(
    (table) =>
      `create trigger page_version_of_${table} after insert or update or delete or truncate on ${table}
        for each statement execute function count_page_version()`,
  ),
  // A basket has all tickets of a package, the same number for each performance, or none.
  `create view invariant_package_in_part as
    select p.id from basket_package p join basket b on b.id = p.basket_id
    where b.state in ('open', 'paying') and exists (
      select from jsonb_array_elements(p.choice) c
      where (${ticketsOfPackage} and t.performance_id = c ->> 'instance') * jsonb_array_length(p.choice) <> (${ticketsOfPackage}))`,
]
