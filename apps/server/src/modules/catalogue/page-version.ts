import { type Kysely, sql } from 'kysely'
import { type Database, outsideTransaction, withBudget } from '#db'
import type { Catalogue } from './catalogue.ts'

/** The version of what public pages show: programme, halls and prices. */
export interface PageVersions {
  /** The current version, at most {@link maxAgeMs} old. The catalogue of this process is at least as new. */
  current(): Promise<string>
}

/** Milliseconds for which a process uses a version that it read: the delay until a change in another process is seen. */
const maxAgeMs = 500

/** @param db a pool that runs no transactions */
export function createPageVersions(db: Kysely<Database>, catalogue: Pick<Catalogue, 'refresh'>): PageVersions {
  let known: string | undefined
  let staleAt = 0
  let reading: Promise<string> | undefined
  const read = async (): Promise<string> => {
    const { rows } = await sql<{ version: string }>`select version::text as version from page_version`.execute(db)
    const { version } = rows[0]!
    // What is rendered from now on under the new version must not show the programme before it. The first refresh may share a read
    // that began before the change, the second does not.
    if (version !== known) for (let refreshes = 0; refreshes < 2; refreshes++) await catalogue.refresh()
    staleAt = performance.now() + maxAgeMs
    return (known = version)
  }
  return {
    current: async () => {
      if (known !== undefined && performance.now() < staleAt) return known
      reading ??= outsideTransaction(() => withBudget(undefined, read)).finally(() => (reading = undefined))
      try {
        return await reading
      } catch (error) {
        // During a database outage cached pages stay valid.
        if (known === undefined) throw error
        return known
      }
    },
  }
}
