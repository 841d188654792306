import { type Kysely, sql } from 'kysely'
import type { Database } from './schema.ts'

/** The role of the server in the embedded database and in tests. Its tables belong to another role, which runs the migrations. */
export const applicationRole = 'playhouse_app'

/** Tables whose rows are written once. The role of the server may insert and read, not update or delete. */
export const immutableTables = [
  'audit',
  'ledger_entry',
  'contact_permission',
  'gift_aid_declaration',
  'change_set',
  'change_row',
  'group_invoice',
] as const

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
      with relation as (
        select oid, relkind, relkind = 'v' or relname = any(${[...immutableTables]}) as is_immutable
        from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'S'))
      select current_schema() as schema, ${role} = current_user as "isOwner", not exists (
        select from relation where case relkind when 'S' then not has_sequence_privilege(${role}, oid, 'usage') else
          not has_table_privilege(${role}, oid, 'select')
          or has_table_privilege(${role}, oid, 'insert') = (relkind = 'v')
          or has_table_privilege(${role}, oid, 'update') = is_immutable
          or has_table_privilege(${role}, oid, 'delete') = is_immutable end)
        and has_function_privilege(${role}, 'delete_abandoned_basket_audit(uuid[])', 'execute') as "isGranted"`.execute(trx)
    const { schema, isOwner, isGranted } = rows[0]!
    if (isOwner || isGranted) return
    const [to, schemaRef] = [sql.ref(role), sql.ref(schema)]
    for (const statement of [
      sql`grant usage on schema ${schemaRef} to ${to}`,
      sql`grant select, insert, update, delete on all tables in schema ${schemaRef} to ${to}`,
      sql`grant usage, select on all sequences in schema ${schemaRef} to ${to}`,
      sql`grant execute on function delete_abandoned_basket_audit(uuid[]) to ${to}`,
      sql`alter default privileges in schema ${schemaRef} grant select, insert, update, delete on tables to ${to}`,
      sql`alter default privileges in schema ${schemaRef} grant usage, select on sequences to ${to}`,
      ...immutableTables.map((table) => sql`revoke update, delete on ${sql.table(table)} from ${to}`),
      // A change to a view would be made with the privileges of the owner.
      ...(await viewsOf(trx)).map((view) => sql`revoke insert, update, delete on ${sql.table(view)} from ${to}`),
    ])
      await statement.execute(trx)
  })
}

async function viewsOf(trx: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'v'`.execute(trx)
  return rows.map(({ name }) => name)
}
