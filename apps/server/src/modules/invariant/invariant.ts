import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'

/** Rows of a view are counted no further: one is too many. */
const maxRows = 1_000

/** The names of all views that must be empty, as the database itself lists them: whoever adds one needs tell nobody. */
async function invariantNames(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select viewname as name from pg_views where schemaname = current_schema() and starts_with(viewname, 'invariant_') order by viewname`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

/** How many rows each view has that should have none, by its name without `invariant_`; a thousand at most. */
export async function countViolations(db: Kysely<Database>): Promise<ReadonlyMap<string, number>> {
  const broken = new Map<string, number>()
  for (const name of await invariantNames(db)) {
    const { rows } = await sql<{
      rows: number
    }>`select count(*) as rows from (select 1 from ${sql.table(name)} limit ${maxRows}) found`.execute(db)
    broken.set(name.replace(/^invariant_/, ''), rows[0]!.rows)
  }
  return broken
}

/** What is broken, row by row: for whoever has to mend it, and for tests. Empty in a healthy house. */
export async function readViolations(db: Kysely<Database>): Promise<{ readonly name: string; readonly row: unknown }[]> {
  const broken = []
  for (const name of await invariantNames(db)) {
    const { rows } = await sql`select * from ${sql.table(name)} limit ${maxRows}`.execute(db)
    broken.push(...rows.map((row) => ({ name, row })))
  }
  return broken
}

/** What the last round of looking found, for whoever watches over the shop. */
export interface InvariantMonitor {
  /** Looks at every view, one short statement each. */
  check(): Promise<void>
  /** Rows by view; empty until somebody looked, and again when the last look failed: a number nobody took is no number. */
  violations(): ReadonlyMap<string, number>
}

/** @param onBroken told of what should be empty and isn't, when it is found and whenever its rows become more or fewer. */
export function createInvariantMonitor(db: Kysely<Database>, onBroken: (name: string, rows: number) => void): InvariantMonitor {
  let last: ReadonlyMap<string, number> = new Map()
  return {
    check: async () => {
      try {
        const found = await countViolations(db)
        for (const [name, rows] of found) if (rows > 0 && last.get(name) !== rows) onBroken(name, rows)
        last = found
      } catch (error) {
        last = new Map()
        throw error
      }
    },
    violations: () => last,
  }
}
