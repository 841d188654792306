import { type Kysely, sql } from 'kysely'
import { auditBy, type Database, newId, transact } from '#db'
import type { Actor } from '#modules/basket'

/** The identity of a database server; null for values that the server does not reveal. */
type DatabaseLocation = { readonly origin: string; readonly system_identifier: string | null; readonly timeline: string | null }

/** Error of a refund that is not sent until an operator confirms that this is the shop's own database. */
export const foreignDatabaseMessage = 'database was moved or copied: no refund is sent before `pnpm payments adopt`'

export type Deployment = {
  /** The id that is stored with sessions at the provider. */
  readonly id: string
  /** False for a copy: another PostgreSQL cluster, or another public origin, than the one that was confirmed. */
  readonly isOwn: boolean
  /** Whether commits may be missing: a backup was restored, or a standby took over. True for every copy. */
  readonly mayLackCommits: boolean
}

/**
 * Reads which deployment this database belongs to, and whether it still runs where it was confirmed. The first call confirms.
 * A copy of the database that runs with the shop's live keys must not move the shop's money.
 */
export async function readDeployment(db: Kysely<Database>, origin: string): Promise<Deployment> {
  const location = await readLocation(db, origin)
  const deployment = (await findDeployment(db)) ?? (await insertDeployment(db, location))
  // Over plain http nothing real is sold: such a database may move, and its new origin is stored.
  const isMoving = deployment.origin !== origin && !deployment.origin.startsWith('https:')
  if (isMoving) await db.updateTable('deployment').set({ origin }).execute()
  const isSame = (column: 'system_identifier' | 'timeline'): boolean =>
    deployment[column] === null || deployment[column] === location[column]
  const isOwn = isSame('system_identifier') && (isMoving || deployment.origin === origin)
  return { id: deployment.id, isOwn, mayLackCommits: !isOwn || !isSame('timeline') }
}

/** Confirms, on behalf of an operator, that this is the shop's own database after a move, a restore or a failover. */
export async function adoptDatabase(db: Kysely<Database>, origin: string, actor: Actor): Promise<void> {
  const place = await readLocation(db, origin)
  await transact(db, async (trx) => {
    const before = await trx.selectFrom('deployment').selectAll().forUpdate().executeTakeFirst()
    if (!before) return void (await insertDeployment(trx, place))
    const { id } = await trx
      .updateTable('deployment')
      .set({ ...place, adopted_at: sql<Date>`now()` })
      .returning('id')
      .executeTakeFirstOrThrow()
    // Refunds that waited for this are retried at once, including parked ones.
    await trx
      .updateTable('outbox')
      .set({ available_at: sql<Date>`now()`, parked_at: null, tries: 0 })
      .where('topic', 'in', ['payment.refund', 'payment.refund-unmatched'])
      .where('done_at', 'is', null)
      .execute()
    const detail = { before: { origin: before.origin, system: before.system_identifier, timeline: before.timeline }, now: place }
    await auditBy(trx, actor, { subject: 'deployment', subjectId: id, verb: 'adopt', detail })
  })
}

const findDeployment = (db: Kysely<Database>) => db.selectFrom('deployment').selectAll().executeTakeFirst()

async function insertDeployment(db: Kysely<Database>, place: DatabaseLocation) {
  await db
    .insertInto('deployment')
    .values({ id: newId(), ...place })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await findDeployment(db))!
}

/** Two databases restored from one backup share the cluster's identifier; the timeline changes with each recovery and failover. */
async function readLocation(db: Kysely<Database>, origin: string): Promise<DatabaseLocation> {
  const ask = async (expression: string): Promise<string | null> => {
    const { rows } = await sql<{ value: string | null }>`select (${sql.raw(expression)})::text as value`.execute(db)
    return rows[0]!.value
  }
  return {
    origin,
    system_identifier: await ask('select system_identifier from pg_control_system()').catch(nullIfRefused),
    timeline: await ask('select left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)').catch(nullIfRefused),
  }
}

/** Hosted servers may refuse these functions (insufficient privilege, feature not supported, no such function). */
function nullIfRefused(error: unknown): null {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === '42501' || code === '0A000' || code === '42883') return null
  throw error
}
