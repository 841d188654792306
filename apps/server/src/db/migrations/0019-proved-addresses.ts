import { type Kysely, sql } from 'kysely'

/** Whether somebody has shown that an account's address is theirs: anybody can open one with anybody's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table customer add column address_proved_at timestamptz').execute(db)
}
