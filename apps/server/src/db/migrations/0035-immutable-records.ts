import { type Kysely, sql } from 'kysely'

/**
 * Rows of the ledger and the audit are never changed by any role. Audit entries hold ids: health data and notes that
 * older versions wrote into them are removed first. Retention deletes through a function, which checks what it deletes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ schema: string }>`select quote_ident(current_schema()) as schema`.execute(db)
  for (const statement of statementsFor(rows[0]!.schema)) await sql.raw(statement).execute(db)
}

const statementsFor = (schema: string): string[] => [
  `update audit set detail = null where subject = 'customer' and verb = 'grant-access' and detail is not null`,
  `update audit set detail = detail - 'note' - 'reason' where subject = 'reservation' and (detail ? 'note' or detail ? 'reason')`,

  // Replaces nothing that a privilege does: it also holds where the server owns the tables.
  `create function refuse_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and tg_table_name = 'audit' and current_setting('playhouse.retention', true) = 'on' then
        if old.subject = 'basket' and old.actor not like 'staff %' then return old; end if;
      end if;
      raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
    end $$`,
  ...['audit', 'ledger_entry'].flatMap((table) => [
    `create trigger ${table}_immutable before update or delete on ${table} for each row execute function refuse_change()`,
    `create trigger ${table}_kept before truncate on ${table} for each statement execute function refuse_change()`,
  ]),

  // The only way to delete audit entries: of baskets that were abandoned a month ago, and never what staff did. Without
  // pg_temp at the end of its path, a temporary table of the caller would take the place of a table.
  `create function delete_abandoned_basket_audit(baskets uuid[]) returns bigint language plpgsql
    security definer set search_path = pg_catalog, ${schema}, pg_temp as $$
    declare deleted bigint;
    begin
      perform set_config('playhouse.retention', 'on', true);
      delete from audit where subject = 'basket' and actor not like 'staff %' and subject_id = any(array(
        select b.id::text from basket b
        where b.id = any(baskets) and (b.state in ('expired', 'reset') or b.state = 'open' and b.deadline is null)
          and b.created_at < now() - interval '30 days'
          and not exists (select from payment_attempt where basket_id = b.id offset 0)));
      get diagnostics deleted = row_count;
      perform set_config('playhouse.retention', 'off', true);
      return deleted;
    end $$`,
  `revoke execute on function delete_abandoned_basket_audit from public`,
]
