import { type Kysely, sql } from 'kysely'

/**
 * Staff change cards of the access scheme. `revision`: the content of a card; the history names its number, because names and needs of people
 * must not be in the history. `used_until`: when a card had the content last. `withdrawn_at`: from when the card proves nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table access_card add column revision int not null default 1, add column version int not null default 1,
    add column withdrawn_at timestamptz`,
  `create table access_card_revision (
    access_id text not null, revision int not null, last_name text, types jsonb not null, used_until timestamptz not null default now(),
    primary key (access_id, revision))`,
  `insert into access_card_revision (access_id, revision, last_name, types) select access_id, revision, last_name, types from access_card`,
  `create trigger row_version before update on access_card for each row execute function count_row_version()`,
]
