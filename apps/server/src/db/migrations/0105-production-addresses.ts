import { type Kysely, sql } from 'kysely'

/**
 * Addresses of productions on the site. `production_slug` has every address that a production has or had, and its id: one set of names,
 * each of which stays with its production. A trigger fills it, so that every process and every seed does.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table production add column slug text check (slug ~ '^[a-z0-9][a-z0-9-]{0,79}$')`,
  `create table production_slug (slug text primary key, production_id text not null references production on delete cascade)`,
  `create index production_slug_production on production_slug (production_id)`,
  `insert into production_slug select id, id from production`,
  `create function record_production_slug() returns trigger language plpgsql as $$
    begin
      insert into production_slug (slug, production_id)
        select distinct name, new.id from unnest(array[new.id, coalesce(new.slug, new.id)]) as names (name) order by name
        on conflict (slug) do nothing;
      if exists (select from production_slug where slug in (new.id, coalesce(new.slug, new.id)) and production_id <> new.id) then
        raise exception 'address of another production' using errcode = 'unique_violation';
      end if;
      return null;
    end $$`,
  `create trigger production_slug after insert or update of slug on production for each row execute function record_production_slug()`,
]
