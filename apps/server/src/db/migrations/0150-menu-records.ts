import { type Kysely, sql } from 'kysely'

/** Staff change menus and collection points. What says for which performances a menu is served is stored; `menu_performance` follows it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table menu add column version int not null default 1`,
  // `hall`: the hall whose performances it serves; null for every hall. `opens_before`: minutes before the start of a performance.
  `alter table collection_point add column version int not null default 1, add column withdrawn_at timestamptz, add column hall text,
    add column opens_before int check (opens_before > 0)`,
  // Without productions and performances it is for all of them. The other columns are those of `menu_performance`.
  `create table menu_serving (
    menu_id text not null references menu on delete cascade, position int not null, point_id text not null references collection_point,
    productions text[] not null default '{}', performances text[] not null default '{}', guests int check (guests >= 0),
    closes_before int not null check (closes_before >= 0), served_before int check (served_before > 0), primary key (menu_id, position))`,
  `create index menu_serving_point on menu_serving (point_id)`,
  // What is served already. A menu that is served at every performance to come is for later ones too.
  `insert into menu_serving (menu_id, position, point_id, performances, guests, closes_before, served_before)
    select menu_id, row_number() over (partition by menu_id order by point_id, count(*) desc, min(performance_id)) - 1, point_id,
      case when count(*) filter (where p.starts_at > now()) = (select count(*) from performance where starts_at > now())
        then '{}' else array_agg(p.id order by p.starts_at, p.id) end,
      guests, closes_before, served_before
    from menu_performance s join performance p on p.id = s.performance_id
    group by menu_id, point_id, guests, closes_before, served_before`,
]
