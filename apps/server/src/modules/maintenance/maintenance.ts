import { type Kysely, sql } from 'kysely'
import { audit, type Database, newId, transact } from '#db'
import type { Brand } from '@playhouse/domain/brand'

export type Maintenance = {
  /** The end of the current maintenance; undefined while sales are open. */
  closedUntil(): Promise<Date | undefined>
}

/** Milliseconds for which a process caches the windows: the delay until all processes are closed. */
const maxAgeMs = 2_000

/**
 * The maintenance windows: the brand's, those that staff plan at the catalogue's screens, and those of the operator, by the database's clock.
 * During a database outage the last known state counts.
 */
export function createMaintenance(db: Kysely<Database>, { maintenance, timeZone }: Pick<Brand, 'maintenance' | 'timeZone'>): Maintenance {
  let cachedEnd: { readonly value: Promise<Date | undefined>; readonly staleAt: number } | undefined
  const read = async (): Promise<Date | undefined> => {
    const { rows } = await sql<{ until: Date | null }>`
      select max(ends_at) as until from (
        select starts_at, ends_at from maintenance_window
        union all select (data ->> 'from')::timestamp at time zone ${timeZone}, (data ->> 'until')::timestamp at time zone ${timeZone}
          from catalogue_record where kind = 'maintenance-window' and not is_withdrawn
        union all select ${maintenance?.from ?? null}::timestamptz, ${maintenance?.until ?? null}::timestamptz) as w
      where starts_at <= now() and ends_at > now()`.execute(db)
    return rows[0]?.until ?? undefined
  }
  return {
    closedUntil: () => {
      if (!cachedEnd || performance.now() > cachedEnd.staleAt) {
        const before = cachedEnd?.value
        cachedEnd = { value: read().catch((error: unknown) => before ?? Promise.reject(error)), staleAt: performance.now() + maxAgeMs }
        cachedEnd.value.catch(() => (cachedEnd = undefined))
      }
      return cachedEnd.value
    },
  }
}

/** Plans a time in which sales are closed. Sales under way continue: payments are still captured and callbacks processed. */
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
