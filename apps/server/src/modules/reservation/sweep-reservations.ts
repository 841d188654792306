import { type Kysely, sql } from 'kysely'
import { type Database, publish, transact } from '#db'
import { releaseReserved } from '#modules/seating'
import { lockReservation, moveReservation, reservedTickets, setsOf } from './reservation-row.ts'

const atMost = 100
const actor = { name: 'sweeper' }

/** Sets seats free whose reservation is over, one short transaction each. Any number of processes may do so at once. */
export async function lapseReservations(db: Kysely<Database>): Promise<number> {
  for (let lapsed = 0; lapsed < atMost; lapsed++) {
    const found = await transact(db, async (trx) => {
      const over = await trx
        .selectFrom('reservation')
        .select('id')
        .where('state', '=', 'reserved')
        .where('held_until', '<=', sql<Date>`now()`)
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (!over) return false
      for (const set of setsOf(await reservedTickets(trx, over.id))) await releaseReserved(trx, over.id, set)
      await moveReservation(trx, await lockReservation(trx, over.id), 'lapse', actor)
      return true
    })
    if (!found) return lapsed
  }
  return atMost
}

/** Reminds customers, once, of what is reserved for them: a day before it ends, or at half its time where that is shorter. */
export async function remindOfReservations(db: Kysely<Database>): Promise<void> {
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
          .limit(atMost)
          .forUpdate()
          .skipLocked(),
      )
      .returning('id')
      .execute()
    for (const { id } of due) await publish(trx, 'mail.reservation-ending', id, { reservation: id })
  })
}
