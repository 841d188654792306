import { createHash, createHmac, randomBytes } from 'node:crypto'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { audit, type BallotTable, type Database, transact } from '#db'
import { ballotStateOf } from '@playhouse/domain/ballot'

export type Ballot = Selectable<BallotTable> & { readonly now: Date }

export const ballotState = ({ opens_at, closes_at, drawn_at, now }: Ballot) =>
  ballotStateOf({ opensAt: opens_at.getTime(), closesAt: closes_at.getTime(), drawnAt: drawn_at?.getTime() }, now.getTime())

/** The SHA-256 of a seed (hex), published before the ballot opens, so that the seed can be verified later. */
export const seedHash = (seed: string): string => createHash('sha256').update(seed).digest('hex')

/** An entry's lot: the HMAC-SHA256 of its id, keyed by the seed (hex). */
export const lotNumber = (seed: string, entry: string): string => createHmac('sha256', seed).update(entry).digest('hex')

/** Finds the ballot of a performance that is not withdrawn, with the database's current time. */
export async function findBallot(db: Kysely<Database>, performance: string): Promise<Ballot | undefined> {
  return selectBallot(db, performance).executeTakeFirst()
}

/** Like {@link findBallot}, with a shared lock that delays the draw until an entry is stored. */
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
    .where('ballot.withdrawn_at', 'is', null)

/** A ballot to announce. */
export type AnnouncedBallot = {
  readonly id: string
  readonly kind: BallotTable['kind']
  readonly opensAt: Date
  readonly closesAt: Date
  readonly drawsAt: Date
  /** Hours for which a winner's seats are reserved. */
  readonly holdHours: number
  /** Maximum seats per entry. */
  readonly maxQuantity: number
  /** The price type of winners' seats; absent for the first one that everyone may buy. */
  readonly priceType?: string
  /** Number of seats by performance. */
  readonly seats: ReadonlyMap<string, number>
}

/** Announces a ballot and creates its seed. The seed's hash is public from now on, the seed itself once the ballot has closed. */
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
        price_type: ballot.priceType ?? null,
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
