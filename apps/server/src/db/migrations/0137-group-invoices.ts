import { type Kysely, sql } from 'kysely'

/** Invoices and credit notes of group bookings. Numbers of a series have no gaps: the row of the series is locked until the document commits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table invoice_series (series text primary key, last int not null check (last > 0))`,
  `create table group_invoice (
    id uuid primary key, series text not null references invoice_series, position int not null check (position > 0), number text not null unique,
    reservation_id uuid not null references group_booking (reservation_id), kind text not null check (kind in ('invoice', 'credit-note')),
    cancels uuid unique references group_invoice, issued_at timestamptz not null default now(), content jsonb not null,
    unique (series, position), check ((kind = 'credit-note') = (cancels is not null)))`,
  `create index group_invoice_reservation on group_invoice (reservation_id)`,
  // A document that was issued stays what it is.
  `create trigger group_invoice_immutable before update or delete on group_invoice for each row execute function refuse_change()`,
  `create trigger group_invoice_kept before truncate on group_invoice for each statement execute function refuse_change()`,
  `create view invariant_invoice_numbers_with_gaps as
    select s.series from invoice_series s left join group_invoice g on g.series = s.series
    group by s.series, s.last having count(g.id) <> s.last or coalesce(max(g.position), 0) <> s.last`,
  // Each booking has one invoice at most that is not cancelled.
  `create view invariant_bookings_with_two_invoices as
    select i.reservation_id from group_invoice i
    where i.kind = 'invoice' and not exists (select from group_invoice c where c.cancels = i.id)
    group by i.reservation_id having count(*) > 1`,
]
