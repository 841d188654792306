import { sql, type Transaction } from 'kysely'
import { audit, type Database } from '#db'
import { type BallotDeps, heldUntil, seatEntry, AlreadySeated } from './seat-winner.ts'

const actor = 'ballot'

/**
 * Reassigns the seats of a ballot winner whose reservation lapsed to the next entries of the draw that chose this performance
 * and need no more seats than are left. Idempotent; does nothing for other reservations.
 */
export async function reassignSeats(deps: BallotDeps, reservation: string): Promise<void> {
  const { db } = deps
  const lapsedEntry = await db
    .selectFrom('ballot_entry')
    .innerJoin('ballot', 'ballot.id', 'ballot_entry.ballot_id')
    .innerJoin('performance', 'performance.id', 'ballot_entry.performance_id')
    .select(['ballot_entry.id', 'ballot_id', 'quantity', 'performance_id', 'ballot.price_type', heldUntil.as('until')])
    .where('reservation_id', '=', reservation)
    .where('performance.starts_at', '>', sql<Date>`now()`)
    .where('performance.sale', '<>', 'cancelled')
    .executeTakeFirst()
  if (!lapsedEntry?.performance_id) return
  const { performance_id: performance, until, quantity: seats, price_type: priceType } = lapsedEntry
  const next = await db
    .selectFrom('ballot_entry')
    .select(['id', 'customer_id', 'quantity'])
    .where('ballot_id', '=', lapsedEntry.ballot_id)
    .where('outcome', '=', 'lost')
    .where(sql<boolean>`choices ? ${performance}`)
    .where('quantity', '<=', seats)
    .orderBy('place')
    .execute()
  for (const { id: entry, customer_id: customer, quantity } of next) {
    if ((await countReassignedSeats(db, lapsedEntry.id)) + quantity > seats) continue
    await seatEntry(deps, { entry, customer, performance, quantity, until, priceType }, async (trx) => {
      // Serialises concurrent runs of this job, so that each counts the seats reassigned by the others.
      await trx.selectFrom('ballot_entry').select('id').where('id', '=', lapsedEntry.id).forUpdate().execute()
      if ((await countReassignedSeats(trx, lapsedEntry.id)) + quantity > seats) throw new AlreadySeated()
      await audit(trx, { actor, subject: 'ballot-entry', subjectId: lapsedEntry.id, verb: 'pass-on', detail: { to: entry, quantity } })
    })
  }
}

/** Counts the seats of an entry that were reassigned. */
async function countReassignedSeats(db: BallotDeps['db'] | Transaction<Database>, entry: string): Promise<number> {
  const { rows } = await sql<{ seats: number }>`
    select coalesce(sum((detail ->> 'quantity')::int), 0)::int as seats from audit
    where subject = 'ballot-entry' and subject_id = ${entry} and verb = 'pass-on'`.execute(db)
  return rows[0]!.seats
}
