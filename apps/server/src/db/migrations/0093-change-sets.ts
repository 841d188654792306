import { type Kysely, sql } from 'kysely'

/** Change sets: what staff changed in the back office, with the values before and after. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // `seq`: the order of change sets of one thing, whose row is locked meanwhile. `undoes`: the change set that this one undid; an undo can be
  // undone too. Written once.
  `create table change_set (
    id uuid primary key, seq bigint generated always as identity unique, at timestamptz not null default now(),
    staff_id uuid references staff, actor text not null, request_id text, kind text not null, reason text,
    undoes uuid unique references change_set)`,
  `create table change_row (
    change_set_id uuid not null references change_set, position int not null, subject text not null, subject_id text not null,
    before jsonb, after jsonb, primary key (change_set_id, position))`,
  `create index change_row_subject on change_row (subject, subject_id)`,
]
