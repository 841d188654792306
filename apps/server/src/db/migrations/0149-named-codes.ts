import { type Kysely, sql } from 'kysely'

/**
 * Named codes of offers: further codes of many uses, which are counted for each. A used one is withdrawn, not deleted. `named_code` of a basket: the
 * code by which it has its offer; a process of an older release leaves it, so no constraint holds it. A trigger counts the uses, for the same reason, after the
 * row of the offer, as reservations lock them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table named_code (
    code text primary key, promo text not null references promo on delete cascade, position int not null, label text,
    max_uses int check (max_uses > 0), ends_at timestamptz, used int not null default 0 check (used >= 0),
    is_withdrawn boolean not null default false)`,
  `create index named_code_promo on named_code (promo)`,
  `alter table basket add column named_code text`,
  `alter table promo_use add column named_code text references named_code on delete set null`,
  `create index promo_use_named_code on promo_use (named_code) where named_code is not null`,
  `create function count_named_code_uses() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        if new.named_code is not distinct from old.named_code and (new.state <> 'released') = (old.state <> 'released') then return null; end if;
        perform from promo where code = new.code for no key update;
        if old.named_code is not null and old.state <> 'released' then
          update named_code set used = used - 1 where code = old.named_code;
        end if;
      end if;
      if new.named_code is not null and new.state <> 'released' then
        update named_code set used = used + 1 where code = new.named_code;
      end if;
      return null;
    end $$`,
  `create trigger count_named_code_uses after insert or update of state, named_code on promo_use
    for each row execute function count_named_code_uses()`,
  `create view invariant_named_code_miscounted as
    select n.code from named_code n
    where n.used <> (select count(*) from promo_use u where u.named_code = n.code and u.state <> 'released')`,
  `create view invariant_named_code_of_other_offer as
    select u.basket_id, u.named_code from promo_use u join named_code n on n.code = u.named_code where n.promo <> u.code`,
  `create view invariant_code_of_two_offers as
    select code from named_code n where exists (select from promo p where p.code = n.code)
      or exists (select from single_use_code c where c.code = n.code)`,
]
