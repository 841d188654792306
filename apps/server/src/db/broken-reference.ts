import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import type { Database } from './schema.ts'

/** A foreign key that a statement would break: the table that refers to another one, and the constraint. */
export type BrokenReference = { readonly table: string; readonly constraint: string }

/**
 * The foreign key that an error is about: PostgreSQL refuses to remove what a row refers to, and to write a row that refers to nothing.
 * @returns undefined for every other error
 */
export const brokenReferenceOf = (error: unknown): BrokenReference | undefined =>
  error instanceof pg.DatabaseError && error.code === '23503' ? { table: error.table ?? '', constraint: error.constraint ?? '' } : undefined

/** Reads the table to whose rows a foreign key refers. */
export async function readReferencedTable(db: Kysely<Database>, { table, constraint }: BrokenReference): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select r.relname as name from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class r on r.oid = k.confrelid
    where k.contype = 'f' and k.conname = ${constraint} and c.relname = ${table}`.execute(db)
  return rows[0]?.name ?? table
}
