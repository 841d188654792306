import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import { copiedTables } from './copied-tables.ts'

type Table = keyof Database

/** Rows that are read and written at once. An image has up to some megabytes. */
const batch = 50

/** What a training shop does not take from the live one: who uploaded an image, how often a code was used, and when a plan was changed. */
const emptied: Partial<Record<Table, object>> = {
  image: { staff_id: null },
  promo: { used: 0 },
  named_code: { used: 0 },
  performance: { replanned_at: null },
}

/**
 * Copies the programme and everything that is for sale into an empty database, without people, sales and codes: all seats and pieces are
 * free. The live database is read in one snapshot and not locked.
 * @param live the shop's database @param training a migrated database without performances
 * @returns how many rows each table got
 * @throws RangeError if the training database has a programme, baskets or orders
 */
export async function copyProgramme(live: Kysely<Database>, training: Kysely<Database>): Promise<ReadonlyMap<Table, number>> {
  return live
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((source) =>
      training.transaction().execute(async (target) => {
        await requireEmpty(target)
        const counts = new Map<Table, number>()
        for (const table of await inOrderOfReferences(target)) counts.set(table, await copyTable(source, target, table))
        return counts
      }),
    )
}

async function requireEmpty(target: Transaction<Database>): Promise<void> {
  const { rows } = await sql<{ isUsed: boolean }>`
    select exists (select from production) or exists (select from basket) or exists (select from customer_order) as "isUsed"`.execute(
    target,
  )
  if (rows[0]!.isUsed) throw new RangeError('the training database has a programme or orders: name an empty database')
}

/** The tables to copy, each after those that its rows refer to. */
async function inOrderOfReferences(db: Transaction<Database>): Promise<readonly Table[]> {
  const { rows } = await sql<{ table: Table; refersTo: Table }>`
    select conrelid::regclass::text as table, confrelid::regclass::text as "refersTo" from pg_constraint
    where contype = 'f' and conrelid <> confrelid`.execute(db)
  const waiting = new Set((Object.keys(copiedTables) as Table[]).filter((table) => copiedTables[table]))
  const ordered: Table[] = []
  while (waiting.size > 0) {
    const next = [...waiting].filter((table) => !rows.some((row) => row.table === table && waiting.has(row.refersTo)))
    if (next.length === 0) throw new Error(`tables refer to each other in a circle: ${[...waiting].join(', ')}`)
    ordered.push(...next)
    for (const table of next) waiting.delete(table)
  }
  return ordered
}

async function copyTable(source: Transaction<Database>, target: Transaction<Database>, table: Table): Promise<number> {
  const columns = await writableColumns(target, table)
  let [count, last] = [0, '(0,0)']
  for (;;) {
    const { rows } = await sql<{ at: string; row: string }>`
      select ctid::text as at, to_jsonb(t)::text as row from ${sql.table(table)} t where ctid > ${last}::tid order by ctid limit ${batch}`.execute(
      source,
    )
    if (rows.length === 0) return count
    const list = `[${rows.map(({ row }) => row).join(',')}]`
    const names = sql.join(columns.map((column) => sql.ref(column)))
    // A trigger writes the first address of each production.
    await sql`insert into ${sql.table(table)} (${names})
      select ${names} from jsonb_populate_recordset(null::${sql.table(table)},
        (select jsonb_agg(each || ${JSON.stringify(emptied[table] ?? {})}::jsonb) from jsonb_array_elements(${list}::jsonb) each))
      on conflict do nothing`.execute(target)
    count += rows.length
    last = rows.at(-1)!.at
  }
}

async function writableColumns(db: Transaction<Database>, table: Table): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`.execute(db)
  return rows.map(({ name }) => name)
}
