import { type Kysely, sql } from 'kysely'

/**
 * Single-use codes of offers. A batch adds codes or withdraws some, and has no effect once it is undone. `basket_id` of a code: the basket whose
 * payment or order has its use. `single_use_code` of a basket: the code by which it has its offer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table single_use_batch (
    id uuid primary key, promo text not null references promo, action text not null check (action in ('add', 'withdraw')),
    codes int not null, has_effect boolean not null, created_at timestamptz not null default now())`,
  `create index single_use_batch_promo on single_use_batch (promo)`,
  `create table single_use_code (
    code text primary key, id uuid not null unique, promo text not null references promo, batch_id uuid not null references single_use_batch,
    withdrawals uuid[] not null default '{}', basket_id uuid references basket)`,
  `create index single_use_code_promo on single_use_code (promo)`,
  `create index single_use_code_batch on single_use_code (batch_id)`,
  `create unique index single_use_code_basket on single_use_code (basket_id, promo) where basket_id is not null`,
  `alter table basket add column single_use_code text references single_use_code`,
  `create index basket_single_use_code on basket (single_use_code) where single_use_code is not null`,
  `alter table basket add constraint basket_single_use_code_of_promo check (single_use_code is null or promo is not null)`,
  `create view invariant_single_use_code_without_use as
    select code from single_use_code c where basket_id is not null and not exists (
      select from promo_use u where u.basket_id = c.basket_id and u.code = c.promo and u.state <> 'released')`,
]
