import { createHash, createHmac, randomBytes } from 'node:crypto'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { audit, type BallotTable, type Database, transact } from '#db'
import { ballotStateOf } from '@playhouse/domain/ballot'

export type Ballot = Selectable<BallotTable> & { readonly now: Date }

export const ballotState = ({ opens_at, closes_at, drawn_at, now }: Ballot) =>
  ballotStateOf({ opensAt: opens_at.getTime(), closesAt: closes_at.getTime(), drawnAt: drawn_at?.getTime() }, now.getTime())

/** What is published before the ballot opens: whoever knows the seed later can see that it is the same. */
export const seedHash = (seed: string): string => createHash('sha256').update(seed).digest('hex')

/** An entry's lot: HMAC-SHA256 of its id, keyed by the seed. */
export const lotNumber = (seed: string, entry: string): string => createHmac('sha256', seed).update(entry).digest('hex')

/** The ballot for a performance, at the database's time. */
export async function findBallot(db: Kysely<Database>, performance: string): Promise<Ballot | undefined> {
  return selectBallot(db, performance).executeTakeFirst()
}

/** The same for whoever enters or leaves: it isn't drawn while they do, so that nobody who was let in is left out of the draw. */
export async function lockBallotShared(trx: Transaction<Database>, performance: string): Promise<Ballot | undefined> {
  return selectBallot(trx, performance).forShare('ballot').executeTakeFirst()
}

const selectBallot = (db: Kysely<Database>, performance: string) =>
  db
    .selectFrom('ballot')
    .innerJoin('ballot_performance', 'ballot_performance.ballot_id', 'ballot.id')
    .selectAll('ballot')
    .select(sql<Date>`now()`.as('now'))
    .where('ballot_performance.performance_id', '=', performance)

/** A ballot as a house announces it. */
export type AnnouncedBallot = {
  readonly id: string
  readonly kind: BallotTable['kind']
  readonly opensAt: Date
  readonly closesAt: Date
  readonly drawsAt: Date
  /** Hours for which a winner's seats are kept. */
  readonly holdHours: number
  /** Seats one entry may be for, at most. */
  readonly maxQuantity: number
  /** Seats given away at each performance. */
  readonly seats: ReadonlyMap<string, number>
}

/** Announces a ballot. Its seed is made here, once: its hash is public from now on, the seed itself when nobody can enter any more. */
export async function announceBallot(db: Kysely<Database>, ballot: AnnouncedBallot, actor: { readonly name: string }): Promise<void> {
  const seed = randomBytes(32).toString('hex')
  await transact(db, async (trx) => {
    await trx
      .insertInto('ballot')
      .values({
        id: ballot.id,
        kind: ballot.kind,
        opens_at: ballot.opensAt,
        closes_at: ballot.closesAt,
        draws_at: ballot.drawsAt,
        seed,
        seed_hash: seedHash(seed),
        hold_hours: ballot.holdHours,
        max_quantity: ballot.maxQuantity,
        drawn_at: null,
      })
      .execute()
    await trx
      .insertInto('ballot_performance')
      .values([...ballot.seats].map(([performance_id, seats]) => ({ performance_id, ballot_id: ballot.id, seats })))
      .execute()
    await audit(trx, { actor: actor.name, subject: 'ballot', subjectId: ballot.id, verb: 'announce', detail: { hash: seedHash(seed) } })
  })
}
