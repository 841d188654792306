import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { audit, type Database, publish, transact } from '#db'
import { drawBallot } from '@playhouse/domain/ballot'
import { lotOf } from './ballot-row.ts'

/**
 * Draws the ballots whose time has come, each once, whoever looks: places and outcomes of all entries in one transaction.
 * Seats are found afterwards, an errand a winner, in the order of their places.
 * @returns how many were drawn.
 */
export async function drawBallots(db: Kysely<Database>): Promise<number> {
  for (let drawn = 0; ; drawn++) {
    const found = await transact(db, async (trx) => {
      const ballot = await trx
        .selectFrom('ballot')
        .selectAll()
        .where('drawn_at', 'is', null)
        .where('draws_at', '<=', sql<Date>`now()`)
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (!ballot) return false
      const [entries, performances] = await Promise.all([
        trx.selectFrom('ballot_entry').select(['id', 'quantity', 'choices']).where('ballot_id', '=', ballot.id).execute(),
        trx.selectFrom('ballot_performance').selectAll().where('ballot_id', '=', ballot.id).execute(),
      ])
      const seats = new Map(performances.map((performance) => [performance.performance_id, performance.seats]))
      const outcomes = drawBallot(entries, seats, (entry) => lotOf(ballot.seed, entry))
      for (const { entry, place, performance } of outcomes) {
        const isWon = performance !== undefined
        await trx
          .updateTable('ballot_entry')
          .set({ place, outcome: isWon ? 'won' : 'lost', performance_id: performance ?? null })
          .where('id', '=', entry)
          .execute()
        await publish(trx, isWon ? 'ballot.seat-winner' : 'mail.ballot-lost', entry, { entry })
      }
      await trx
        .updateTable('ballot')
        .set({ drawn_at: sql<Date>`now()` })
        .where('id', '=', ballot.id)
        .execute()
      const digest = createHash('sha256').update(JSON.stringify(outcomes)).digest('hex')
      await audit(trx, {
        actor: 'ballot',
        subject: 'ballot',
        subjectId: ballot.id,
        verb: 'draw',
        detail: { seed: ballot.seed, entries: entries.length, digest },
      })
      return true
    })
    if (!found) return drawn
  }
}
