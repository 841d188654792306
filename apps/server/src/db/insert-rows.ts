import { sql, type Transaction } from 'kysely'
import type { Database } from './schema.ts'

/** Rows a statement: larger ones are not faster, and take memory. */
const batchSize = 5_000
type Value = string | number | boolean | null | object

/** Inserts many rows of equal columns, as JSON, because a statement takes 65,535 parameters at most. */
export async function insertRows(
  trx: Transaction<Database>,
  table: keyof Database,
  rows: readonly Readonly<Record<string, Value>>[],
): Promise<void> {
  if (rows.length === 0) return
  const columns = sql.join(Object.keys(rows[0]!).map((column) => sql.ref(column)))
  for (let from = 0; from < rows.length; from += batchSize)
    await sql`insert into ${sql.table(table)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows.slice(from, from + batchSize))}::jsonb)`.execute(
      trx,
    )
}
