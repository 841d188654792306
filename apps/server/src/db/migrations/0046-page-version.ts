import { type Kysely, sql } from 'kysely'

/**
 * The version of what public pages show: programme, halls and prices. Every change of them increments it in its own transaction, a
 * manual change too. Processes cache rendered pages by it, so that a change in one process is seen by all.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // One row: a sequence would show a new version before the change has committed.
  `create table page_version (id boolean primary key default true check (id), version bigint not null default 1)`,
  `insert into page_version default values`,
  `create function count_page_version() returns trigger language plpgsql as $$
    begin
      update page_version set version = version + 1;
      return null;
    end $$`,
  ...['production', 'performance', 'hall_plan', 'price_list'].map(
    (table) =>
      `create trigger page_version_of_${table} after insert or update or delete or truncate on ${table}
        for each statement execute function count_page_version()`,
  ),
]
