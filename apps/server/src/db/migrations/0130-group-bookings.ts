import { type Kysely, sql } from 'kysely'

/** The terms of reserved orders that groups and schools book: who, until when, and what is due when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table group_booking (
    reservation_id uuid primary key references reservation, kind text not null check (kind in ('group', 'school')),
    name text not null check (name <> ''), option_until timestamptz not null, deposit int not null check (deposit >= 0),
    deposit_due date, balance_due date not null, check ((deposit = 0) = (deposit_due is null)), check (deposit_due <= balance_due))`,
    )
    .execute(db)
}
