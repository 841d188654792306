import { type Kysely, sql } from 'kysely'

/** Counts the discounted tickets of offers by performance. Uses from before have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table promo_use add column tickets jsonb not null default '{}'`,
  `create table promo_performance (
    code text not null references promo on delete cascade, performance_id text not null references performance on delete cascade,
    tickets int not null check (tickets >= 0), primary key (code, performance_id))`,
  `create index promo_performance_performance on promo_performance (performance_id)`,
  `create view invariant_promo_performance_miscounted as
    select code, performance_id from promo_performance full join (
      select u.code, t.key as performance_id, sum(t.value::int) as used from promo_use u, jsonb_each_text(u.tickets) t
      where u.state <> 'released' group by u.code, t.key) uses using (code, performance_id)
    where coalesce(tickets, 0) <> coalesce(used, 0)`,
]
