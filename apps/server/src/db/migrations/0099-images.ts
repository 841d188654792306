import { type Kysely, sql } from 'kysely'

/**
 * Uploaded images, encoded in several widths, and the image of a production. An image is never changed or deleted: its id is a checksum of the
 * upload, pages are cached with its address, and an undo may need it again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table image (
    id text primary key check (id ~ '^[0-9a-f]{32}$'), width int not null check (width > 0), height int not null check (height > 0),
    staff_id uuid references staff, created_at timestamptz not null default now())`,
  `create table image_file (
    image_id text not null references image, width int not null, format text not null check (format in ('webp', 'jpg')), bytes bytea not null,
    primary key (image_id, format, width))`,
  // Compressed already.
  `alter table image_file alter column bytes set storage external`,
  `alter table production add column image jsonb`,
]
