import { type Kysely, sql } from 'kysely'

/** Fixed series: a kind of package, discounts by price type, and seats that are kept for their holders of the last season. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table package drop constraint package_kind_check,
    add constraint package_kind_check check (kind in ('fixed', 'flexible', 'super', 'series'))`,
  // `price_types`: the discount is for these price types alone; for all without own discounts if empty.
  `alter table package_discount add column price_types text[] not null default '{}'`,
  `alter table package_discount drop constraint package_discount_pkey, add primary key (package_id, performances, price_types)`,
  // Until `until`, seats of the holders of `former_id` are kept for them on all dates of the series.
  `create table series_renewal (
    series_id text primary key references package on delete cascade, former_id text not null references package,
    until timestamptz not null, opened_at timestamptz not null default now(), check (series_id <> former_id))`,
  // `seat`: an index into the plan of the series.
  `create table series_renewal_seat (
    series_id text not null references series_renewal on delete cascade, customer_id uuid not null references customer on delete cascade,
    seat int not null check (seat >= 0), primary key (series_id, customer_id, seat))`,
  `create index series_renewal_seat_customer on series_renewal_seat (customer_id)`,
  // Public pages show how many seats are left.
  ...['series_renewal', 'series_renewal_seat'].map(
    (table) =>
      `create trigger page_version_of_${table} after insert or update or delete or truncate on ${table}
        for each statement execute function count_page_version()`,
  ),
]
