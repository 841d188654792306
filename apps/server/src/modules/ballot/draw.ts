import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { audit, type Database, publishMany, transact } from '#db'
import { type BallotOutcome, drawBallot } from '@playhouse/domain/ballot'
import { lotNumber } from './ballot-row.ts'

/**
 * Draws the due ballots, each once among all processes. Places and outcomes of all entries are stored in one transaction with a
 * constant number of statements. A crash leaves the ballot undrawn, and the next draw has the same outcome. Seats are assigned
 * afterwards by an outbox message per winner, in the order of their places.
 * @returns the number of drawn ballots
 */
export async function drawBallots(db: Kysely<Database>): Promise<number> {
  for (let drawnCount = 0; ; drawnCount++) {
    const isDrawn = await transact(db, async (trx) => {
      const ballot = await trx
        .selectFrom('ballot')
        .selectAll()
        .where('drawn_at', 'is', null)
        .where('withdrawn_at', 'is', null)
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
      const outcomes = drawBallot(entries, seats, (entry) => lotNumber(ballot.seed, entry))
      await writeOutcomes(trx, outcomes)
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
    if (!isDrawn) return drawnCount
  }
}

/** Stores all outcomes in a few statements, because a long write transaction would delay every reader of seat changes. */
async function writeOutcomes(trx: Transaction<Database>, outcomes: readonly BallotOutcome[]): Promise<void> {
  const ids = outcomes.map(({ entry }) => entry)
  const places = outcomes.map(({ place }) => place)
  const performances = outcomes.map(({ performance }) => performance ?? null)
  await sql`
    update ballot_entry e
    set place = drawn.place, performance_id = drawn.performance, outcome = case when drawn.performance is null then 'lost' else 'won' end
    from unnest(${ids}::uuid[], ${places}::int[], ${performances}::text[]) as drawn (id, place, performance) where e.id = drawn.id`.execute(
    trx,
  )
  const [winners, losers] = [true, false].map((isWon) => outcomes.filter(({ performance }) => (performance !== undefined) === isWon))
  const messagesOf = (outcomes: readonly BallotOutcome[] = []) => outcomes.map(({ entry }) => ({ key: entry, payload: { entry } }))
  await publishMany(trx, 'ballot.seat-winner', messagesOf(winners))
  await publishMany(trx, 'mail.ballot-lost', messagesOf(losers))
}
