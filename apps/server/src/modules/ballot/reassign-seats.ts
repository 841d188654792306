import { sql, type Transaction } from 'kysely'
import { audit, type Database } from '#db'
import { type BallotDeps, heldUntil, seatEntry, AlreadySeated } from './seat-winner.ts'

const actor = 'ballot'

/**
 * A reserved order is over unpaid: what a winner of a ballot let lapse goes to those who come next in the draw, in the order
 * of their places, as far as they chose that performance and are no more than there are seats. May happen twice, and does
 * nothing for a reserved order of anybody else.
 */
export async function reassignSeats(deps: BallotDeps, reservation: string): Promise<void> {
  const { db } = deps
  const gone = await db
    .selectFrom('ballot_entry')
    .innerJoin('ballot', 'ballot.id', 'ballot_entry.ballot_id')
    .innerJoin('performance', 'performance.id', 'ballot_entry.performance_id')
    .select(['ballot_entry.id', 'ballot_id', 'quantity', 'performance_id', heldUntil.as('until')])
    .where('reservation_id', '=', reservation)
    .where('performance.starts_at', '>', sql<Date>`now()`)
    .where('performance.sale', '<>', 'cancelled')
    .executeTakeFirst()
  if (!gone?.performance_id) return
  const { performance_id: performance, until, quantity: seats } = gone
  const next = await db
    .selectFrom('ballot_entry')
    .select(['id', 'customer_id', 'quantity'])
    .where('ballot_id', '=', gone.ballot_id)
    .where('outcome', '=', 'lost')
    .where(sql<boolean>`choices ? ${performance}`)
    .where('quantity', '<=', seats)
    .orderBy('place')
    .execute()
  for (const { id: entry, customer_id: customer, quantity } of next) {
    if ((await countReassignedSeats(db, gone.id)) + quantity > seats) continue
    await seatEntry(deps, { entry, customer, performance, quantity, until }, async (trx) => {
      // Whoever else runs this errand counts what was passed on here.
      await trx.selectFrom('ballot_entry').select('id').where('id', '=', gone.id).forUpdate().execute()
      if ((await countReassignedSeats(trx, gone.id)) + quantity > seats) throw new AlreadySeated()
      await audit(trx, { actor, subject: 'ballot-entry', subjectId: gone.id, verb: 'pass-on', detail: { to: entry, quantity } })
    })
  }
}

/** How many of an entry's seats others have been given. */
async function countReassignedSeats(db: BallotDeps['db'] | Transaction<Database>, entry: string): Promise<number> {
  const { rows } = await sql<{ seats: number }>`
    select coalesce(sum((detail ->> 'quantity')::int), 0)::int as seats from audit
    where subject = 'ballot-entry' and subject_id = ${entry} and verb = 'pass-on'`.execute(db)
  return rows[0]!.seats
}
