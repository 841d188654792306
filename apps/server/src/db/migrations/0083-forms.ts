import { type Kysely, sql } from 'kysely'

/** Forms that visitors send about a performance, and what they sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // `mail_to`: null for the address of the brand. The number of days for which entries are kept is in the definition.
  `create table form (
    id text primary key, definition jsonb not null, mail_to text, withdrawn_at timestamptz)`,
  // The form of a performance has precedence over that of its production.
  `create table form_attachment (
    form_id text not null references form on delete cascade,
    production_id text references production on delete cascade, performance_id text references performance on delete cascade,
    check (num_nonnulls(production_id, performance_id) = 1), unique (production_id), unique (performance_id))`,
  `create index form_attachment_form on form_attachment (form_id)`,
  `create table form_entry (
    id uuid primary key, key uuid not null unique, form_id text not null references form, performance_id text not null references performance,
    title jsonb not null, fields jsonb not null, email text not null, locale text not null,
    created_at timestamptz not null default now(), delete_at timestamptz not null,
    answered_at timestamptz, answered_by uuid references staff, check ((answered_at is null) = (answered_by is null)))`,
  `create index form_entry_of_form on form_entry (form_id, id)`,
  `create index form_entry_deletion on form_entry (delete_at)`,
  ...['form', 'form_attachment'].map(
    (table) =>
      `create trigger page_version_of_${table} after insert or update or delete or truncate on ${table}
        for each statement execute function count_page_version()`,
  ),
]
