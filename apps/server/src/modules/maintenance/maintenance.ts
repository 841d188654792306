import { type Kysely, sql } from 'kysely'
import { audit, type Database, newId, transact } from '#db'
import type { Brand } from '@playhouse/domain/brand'

export type Maintenance = {
  /** Until when the sales are closed; undefined while they are open. */
  closedUntil(): Promise<Date | undefined>
}

/** Milliseconds for which a process goes on with what it read: how long after the act of closing all are closed. */
const freshFor = 2_000

/**
 * The house's windows of maintenance: the one of the brand, and those that were set while it runs, by the database's
 * clock. While the database is out of reach, what was known last counts.
 */
export function createMaintenance(db: Kysely<Database>, { maintenance }: Pick<Brand, 'maintenance'>): Maintenance {
  let known: { readonly value: Promise<Date | undefined>; readonly staleAt: number } | undefined
  const read = async (): Promise<Date | undefined> => {
    const { rows } = await sql<{ until: Date | null }>`
      select max(ends_at) as until from (
        select starts_at, ends_at from maintenance_window
        union all select ${maintenance?.from ?? null}::timestamptz, ${maintenance?.until ?? null}::timestamptz) as w
      where starts_at <= now() and ends_at > now()`.execute(db)
    return rows[0]?.until ?? undefined
  }
  return {
    closedUntil: () => {
      if (!known || performance.now() > known.staleAt) {
        const before = known?.value
        known = { value: read().catch((error: unknown) => before ?? Promise.reject(error)), staleAt: performance.now() + freshFor }
        known.value.catch(() => (known = undefined))
      }
      return known.value
    },
  }
}

/** Closes the sales for a while. Sales under way end as they would: payments are still taken and told of. */
export async function planMaintenance(
  db: Kysely<Database>,
  { from, until, reason }: { readonly from: Date; readonly until: Date; readonly reason: string },
  actor: string,
): Promise<void> {
  const id = newId()
  await transact(db, async (trx) => {
    await trx.insertInto('maintenance_window').values({ id, starts_at: from, ends_at: until, reason }).execute()
    await audit(trx, { actor, subject: 'maintenance', subjectId: id, verb: 'plan', detail: { from, until, reason } })
  })
}
