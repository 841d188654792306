import { type Kysely, sql } from 'kysely'

/**
 * The term of an upgrade commits only if the terms that it replaces have ended. A process of a version without upgrades, which runs until a
 * deployment is complete, would leave them: its settlement fails, and a process of this version repeats it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create function require_replaced_terms() returns trigger language plpgsql as $$
    begin
      if exists (
        select from order_item i
        cross join lateral jsonb_array_elements_text(
          case jsonb_typeof(i.detail -> 'replaces') when 'array' then i.detail -> 'replaces' else '[]' end) as term (id)
        where i.order_id = new.order_id and i.kind = 'membership' and i.product = new.membership and i.returned_at is null
          and not exists (select from membership m where m.id::text = term.id and m.replaced_by = new.order_id))
      then
        raise exception 'the membership % of order % leaves a term that it replaces', new.membership, new.order_id
          using errcode = 'check_violation';
      end if;
      return null;
    end $$`,
  `create constraint trigger membership_ends_replaced after insert on membership deferrable initially deferred
    for each row when (new.order_id is not null) execute function require_replaced_terms()`,
]
