import { type Kysely, sql } from 'kysely'

/**
 * Records of the catalogue that staff create and change, such as levels of membership and funds. Those of the brand's file are inserted at
 * the start of a process. A withdrawn record is not sold any more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table catalogue_record (
    kind text not null, id text not null check (id ~ '^[a-z0-9][a-z0-9-]{0,79}$'), position int not null, data jsonb not null,
    is_withdrawn boolean not null default false, version int not null default 1, primary key (kind, id))`,
  `create trigger row_version before update on catalogue_record for each row execute function count_row_version()`,
  `create trigger page_version_of_catalogue_record after insert or update or delete or truncate on catalogue_record
    for each statement execute function count_page_version()`,
]
