import { type Kysely, sql } from 'kysely'

/** Productions and performances that staff plan: states, versions, channels, and types of performances. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table performance_type (id text primary key, data jsonb not null, version int not null default 1)`,
  // What exists is published.
  `alter table production add column version int not null default 1,
    add column state text not null default 'published' check (state in ('draft', 'published', 'archived'))`,
  // `sale` is the sale on the web. Whether it is visible and on sale is set for each channel.
  `alter table performance add column version int not null default 1,
    add column state text not null default 'published' check (state in ('draft', 'published')),
    add column type_id text references performance_type, add column is_visible boolean not null default true,
    add column is_at_counter boolean not null default true, add column sells_at_counter boolean not null default true`,
  `create index performance_type_id on performance (type_id) where type_id is not null`,
  // Counted up by every change, also by one that does not go through the back office.
  `create function count_row_version() returns trigger language plpgsql as $$
    begin
      if new is distinct from old then new.version := old.version + 1; end if;
      return new;
    end $$`,
  ...['production', 'performance', 'performance_type'].map(
    (table) => `create trigger row_version before update on ${table} for each row execute function count_row_version()`,
  ),
]
