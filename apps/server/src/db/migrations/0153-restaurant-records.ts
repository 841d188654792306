import { type Kysely, sql } from 'kysely'

/** Staff change restaurants. For which performances a sitting is, is stored; the rows of `sitting` and `sitting_table` follow it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // `access`: notes for visitors with access needs, with translations by locale. `hall`: the hall whose performances it serves; null for every hall.
  `alter table restaurant add column version int not null default 1, add column access text not null default '',
    add column access_translations jsonb not null default '{}', add column hall text`,
  // `tables`: size, tables and least of each size. Without productions, performances and hours it is for all performances. The other columns are
  // those of `sitting`.
  `create table restaurant_sitting (
    restaurant_id text not null references restaurant on delete cascade, position int not null, sitting_id text not null,
    starts_before int not null, minutes int not null check (minutes > 0), closes_before int not null check (closes_before >= 0),
    price int not null check (price >= 0), vat_basis_points int check (vat_basis_points between 0 and 10000),
    covers int not null check (covers >= 0), tables jsonb not null, productions text[] not null default '{}',
    performances text[] not null default '{}', from_hour int check (from_hour between 0 and 23),
    before_hour int check (before_hour between 1 and 24), primary key (restaurant_id, position))`,
  // What there is already. A sitting of every performance to come is for later ones too.
  `insert into restaurant_sitting (restaurant_id, position, sitting_id, starts_before, minutes, closes_before, price, vat_basis_points, covers,
      tables, performances)
    select restaurant_id, row_number() over (partition by restaurant_id order by starts_before desc, s.id, min(p.starts_at)) - 1, s.id,
      starts_before, minutes, closes_before, price, vat_basis_points, covers, tables,
      case when count(*) filter (where p.starts_at > now()) = (select count(*) from performance where starts_at > now())
        then '{}' else array_agg(p.id order by p.starts_at, p.id) end
    from (select s.*, coalesce((select jsonb_agg(jsonb_build_object('size', t.size, 'tables', t.tables, 'least', t.least) order by t.size)
        from sitting_table t where t.performance_id = s.performance_id and t.sitting_id = s.id), '[]') as tables from sitting s) s
      join performance p on p.id = s.performance_id
    group by restaurant_id, s.id, starts_before, minutes, closes_before, price, vat_basis_points, covers, tables`,
]
