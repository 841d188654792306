import { type Kysely, sql } from 'kysely'

/** A consent to automatic renewals ends when the mandate that pays for them ends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table renewal_consent drop constraint renewal_consent_end_reason_check`,
  `alter table renewal_consent add constraint renewal_consent_end_reason_check check (
    end_reason in ('member', 'lapsed', 'price', 'ended', 'returned', 'age', 'replaced', 'upgraded', 'mandate'))`,
  `create index renewal_consent_mandate on renewal_consent (mandate_id) where ended_at is null`,
]
