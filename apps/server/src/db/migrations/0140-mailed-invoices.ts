import { type Kysely, sql } from 'kysely'

/** The invoices and credit notes of group bookings that were mailed to the contact, with the time of the first mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table mailed_group_invoice (
    invoice_id uuid primary key references group_invoice, at timestamptz not null default now())`,
  // Mails from before this table: their messages are kept for a time.
  `insert into mailed_group_invoice (invoice_id)
    select distinct i.id from outbox o join group_invoice i on i.id = (o.payload ->> 'invoice')::uuid where o.topic = 'mail.group-invoice'`,
]
