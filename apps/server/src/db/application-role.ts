import { type Kysely, sql } from 'kysely'
import type { Database } from './schema.ts'

/** The role of the server in the embedded database and in tests. Its tables belong to another role, which runs the migrations. */
export const applicationRole = 'playhouse_app'

/** Tables whose rows are written once. The role of the server may insert and read, not update or delete. */
export const immutableTables = ['audit', 'ledger_entry', 'contact_permission', 'gift_aid_declaration'] as const

/**
 * Grants the role of the server what it needs on the tables of this version, and on those that later migrations create.
 * Does nothing where it has that already, or where it is the owner itself.
 * @param owner connected as the role that runs the migrations
 */
export async function grantToApplication(owner: Kysely<Database>, role: string): Promise<void> {
  await owner.transaction().execute(async (trx) => {
    // Two processes that grant at once would update the same rows of the catalogue.
    await sql`select pg_advisory_xact_lock(hashtext('playhouse grants'))`.execute(trx)
    const { rows } = await sql<{ schema: string; isOwner: boolean; isGranted: boolean }>`
      select current_schema() as schema, ${role} = current_user as "isOwner", not exists (
        select from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v') and (
          not has_table_privilege(${role}, c.oid, 'select')
          or c.relkind <> 'v' and not has_table_privilege(${role}, c.oid, 'insert')
          or c.relkind <> 'v' and has_table_privilege(${role}, c.oid, 'update') = (c.relname = any(${[...immutableTables]}))
          or c.relkind <> 'v' and has_table_privilege(${role}, c.oid, 'delete') = (c.relname = any(${[...immutableTables]})))) as "isGranted"`.execute(
      trx,
    )
    const { schema, isOwner, isGranted } = rows[0]!
    if (isOwner || isGranted) return
    const [to, within] = [sql.ref(role), sql.ref(schema)]
    for (const statement of [
      sql`grant usage on schema ${within} to ${to}`,
      sql`grant select, insert, update, delete on all tables in schema ${within} to ${to}`,
      sql`grant usage, select on all sequences in schema ${within} to ${to}`,
      sql`alter default privileges in schema ${within} grant select, insert, update, delete on tables to ${to}`,
      sql`alter default privileges in schema ${within} grant usage, select on sequences to ${to}`,
      ...immutableTables.map((table) => sql`revoke update, delete on ${sql.table(table)} from ${to}`),
    ])
      await statement.execute(trx)
  })
}
