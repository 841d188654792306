import { type Kysely, sql } from 'kysely'
import { type Database, publish, transact } from '#db'
import { endReservation } from './end-reservation.ts'

const batchSize = 100
const actor = { name: 'sweeper' }

/**
 * Ends reservations past their time and releases their seats, in one short transaction each. Safe to run in several processes.
 * @returns the number of ended reservations
 * @throws AggregateError of the failures, after the others were processed
 */
export async function lapseReservations(db: Kysely<Database>): Promise<number> {
  const endedReservations = await db
    .selectFrom('reservation')
    .select('id')
    .where('state', '=', 'reserved')
    .where('held_until', '<=', sql<Date>`now()`)
    .orderBy('held_until')
    .limit(batchSize)
    .execute()
  const failures: unknown[] = []
  let lapsedCount = 0
  for (const { id } of endedReservations)
    try {
      if (await lapseReservation(db, id)) lapsedCount += 1
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} of ${endedReservations.length} reservations could not be ended`)
  return lapsedCount
}

/** @returns false where another process has locked it, or it is no longer reserved */
async function lapseReservation(db: Kysely<Database>, id: string): Promise<boolean> {
  return transact(db, async (trx) => {
    const expiredReservation = await trx
      .selectFrom('reservation')
      .select('id')
      .where('id', '=', id)
      .where('state', '=', 'reserved')
      .where('held_until', '<=', sql<Date>`now()`)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!expiredReservation) return false
    await endReservation(trx, id, actor)
    return true
  })
}

/** Queues one reminder per reservation: a day before it ends, or after half of its time where that is later. */
export async function queueReservationReminders(db: Kysely<Database>): Promise<void> {
  await transact(db, async (trx) => {
    const due = await trx
      .updateTable('reservation')
      .set({ reminded_at: sql<Date>`now()` })
      .where(
        'id',
        'in',
        trx
          .selectFrom('reservation')
          .select('id')
          .where('state', '=', 'reserved')
          .where('reminded_at', 'is', null)
          .where('held_until', '>', sql<Date>`now()`)
          .where(sql<boolean>`now() >= held_until - least(interval '24 hours', (held_until - created_at) / 2)`)
          .limit(batchSize)
          .forUpdate()
          .skipLocked(),
      )
      .returning('id')
      .execute()
    for (const { id } of due) await publish(trx, 'mail.reservation-ending', id, { reservation: id })
  })
}
