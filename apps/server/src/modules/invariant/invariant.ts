import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'

/** Maximum counted rows per view: any row is a violation. */
const maxRows = 1_000

/** Lists the invariant views in the database. New views are picked up automatically. */
async function invariantNames(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select viewname as name from pg_views where schemaname = current_schema() and starts_with(viewname, 'invariant_') order by viewname`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

/** Counts the rows of each invariant view, by its name without `invariant_`; 1000 at most. */
export async function countViolations(db: Kysely<Database>): Promise<ReadonlyMap<string, number>> {
  const violationCounts = new Map<string, number>()
  for (const name of await invariantNames(db)) {
    const { rows } = await sql<{
      rows: number
    }>`select count(*) as rows from (select 1 from ${sql.table(name)} limit ${maxRows}) found`.execute(db)
    violationCounts.set(name.replace(/^invariant_/, ''), rows[0]!.rows)
  }
  return violationCounts
}

/** Reads the rows of all invariant views, for repairs and tests. Empty in a consistent database. */
export async function readViolations(db: Kysely<Database>): Promise<{ readonly name: string; readonly row: unknown }[]> {
  const violations = []
  for (const name of await invariantNames(db)) {
    const { rows } = await sql`select * from ${sql.table(name)} limit ${maxRows}`.execute(db)
    violations.push(...rows.map((row) => ({ name, row })))
  }
  return violations
}

/** Checks the invariants periodically, for metrics. */
export interface InvariantMonitor {
  /** Counts the rows of every view, with one short statement each. */
  check(): Promise<void>
  /** Rows by view; empty before the first check, and after a check that failed. */
  violations(): ReadonlyMap<string, number>
}

/** @param onBroken called for a view with rows, when it is found and whenever the number of rows changes */
export function createInvariantMonitor(db: Kysely<Database>, onBroken: (name: string, rows: number) => void): InvariantMonitor {
  let last: ReadonlyMap<string, number> = new Map()
  return {
    check: async () => {
      try {
        const violations = await countViolations(db)
        for (const [name, rows] of violations) if (rows > 0 && last.get(name) !== rows) onBroken(name, rows)
        last = violations
      } catch (error) {
        last = new Map()
        throw error
      }
    },
    violations: () => last,
  }
}
