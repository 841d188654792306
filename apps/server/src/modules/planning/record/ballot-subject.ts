import { randomBytes } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import type { Brand } from '@playhouse/domain/brand'
import { type BallotRecord, reshapesBallot, type StoredBallotRecord } from '@playhouse/domain/ballot-record'
import { type ChangeDependent, type ChangeRow, undoneRow } from '@playhouse/domain/change'
import { instantOf, plainOf } from '@playhouse/domain/time'
import { seedHash } from '#modules/ballot'
import type { SubjectModule } from '../subject.ts'

/** The name of a ballot `b` without one: title and day of its first performance. */
const titleAndDay = sql`(
  select (e.data ->> 'title') || ', ' || left(f.starts_local, 10)
  from ballot_performance p join performance f on f.id = p.performance_id join production e on e.id = f.production_id
  where p.ballot_id = b.id order by f.starts_at, f.id limit 1)`

/** Reads ballots, all or some, by their ids. Their times are those of the theatre. */
export async function readBallotRecords(
  db: Kysely<Database>,
  { timeZone }: Pick<Brand, 'timeZone'>,
  ids?: readonly string[],
): Promise<{ readonly id: string; readonly record: StoredBallotRecord; readonly version: number }[]> {
  const { rows } = await sql<{
    id: string
    name: string
    kind: BallotRecord['kind']
    opens_at: Date
    closes_at: Date
    draws_at: Date
    holdHours: number
    maxQuantity: number
    priceType: string | null
    isWithdrawn: boolean
    version: number
    performances: BallotRecord['performances']
  }>`
    select b.id, coalesce(b.name, ${titleAndDay}, b.id) as name, b.kind, b.opens_at, b.closes_at, b.draws_at, b.hold_hours as "holdHours",
      b.max_quantity as "maxQuantity", b.price_type as "priceType", b.withdrawn_at is not null as "isWithdrawn", b.version,
      (select coalesce(jsonb_agg(jsonb_build_object('performance', p.performance_id, 'seats', p.seats) order by p.position, f.starts_at, f.id), '[]')
        from ballot_performance p join performance f on f.id = p.performance_id where p.ballot_id = b.id) as performances
    from ballot b where ${ids ? [...ids] : null}::text[] is null or b.id = any(${ids ? [...ids] : null}::text[])
    order by b.id`.execute(db)
  const plain = (at: Date): string => plainOf(Temporal.Instant.fromEpochMilliseconds(at.getTime()), timeZone)
  return rows.map(({ id, version, opens_at, closes_at, draws_at, priceType, ...rest }) => ({
    ...{ id, version },
    record: {
      ...{ ...rest, opensAt: plain(opens_at), closesAt: plain(closes_at), drawsAt: plain(draws_at) },
      ...(priceType !== null && { priceType }),
    },
  }))
}

/** Ballots: their terms. The seed and the entries of customers are not part of the record. */
export const ballotSubject: SubjectModule = {
  read: async (trx, ids, { brand }) => {
    // Waits for customers who enter.
    await sql`select from ballot where id = any(${[...ids]}) order by id for update`.execute(trx)
    const records = await readBallotRecords(trx, brand, ids)
    return new Map(records.map(({ id, record, version }) => [id, { value: record, version }]))
  },
  write: async (trx, { brand }, rows) => {
    for (const { id, after } of rows) await writeBallot(trx, brand, id, after as StoredBallotRecord)
  },
  remove: async (trx, ids) => {
    await trx
      .deleteFrom('ballot_performance')
      .where('ballot_id', 'in', [...ids])
      .execute()
    await trx
      .deleteFrom('ballot')
      .where('id', 'in', [...ids])
      .execute()
  },
  dependents: async (trx, rows) => [...(await reshapedBallotUses(trx, rows.map(undoneRow))), ...(await countOtherBallots(trx, rows))],
}

/** Entries of ballots whose terms rows change, and ballots that were drawn. */
export async function reshapedBallotUses(trx: Transaction<Database>, rows: readonly ChangeRow[]): Promise<ChangeDependent[]> {
  const ids = rows.flatMap(({ id, before, after }) =>
    before !== null && (after === null || reshapesBallot(before as StoredBallotRecord, after as StoredBallotRecord)) ? [id] : [],
  )
  if (ids.length === 0) return []
  const { rows: uses } = await sql<{ id: string; count: number }>`
    select 'ballot_entry' as id, count(*)::int as count from ballot_entry where ballot_id = any(${ids}::text[])
    union all select 'ballot', count(*)::int from ballot where id = any(${ids}::text[]) and drawn_at is not null`.execute(trx)
  return uses.filter(({ count }) => count > 0).map(({ id, count }) => ({ kind: 'reference', id, count }))
}

/** An undo gives no performance a second ballot. */
async function countOtherBallots(trx: Transaction<Database>, rows: readonly ChangeRow[]): Promise<ChangeDependent[]> {
  let count = 0
  for (const { id, before } of rows) {
    const performances = ((before ?? {}) as Partial<StoredBallotRecord>).performances ?? []
    const { rows: found } = await sql<{ count: number }>`
      select count(*)::int as count from ballot_performance
      where ballot_id <> ${id} and performance_id = any(${performances.map(({ performance }) => performance)}::text[])`.execute(trx)
    count += found[0]!.count
  }
  return count > 0 ? [{ kind: 'reference', id: 'ballot_performance', count }] : []
}

async function writeBallot(
  trx: Transaction<Database>,
  { timeZone }: Pick<Brand, 'timeZone'>,
  id: string,
  { isWithdrawn, performances, ...record }: StoredBallotRecord,
): Promise<void> {
  const instant = (plain: string): Date => new Date(instantOf(plain, timeZone).epochMilliseconds)
  const row = {
    ...{ name: record.name, kind: record.kind, hold_hours: record.holdHours, max_quantity: record.maxQuantity },
    price_type: record.priceType ?? null,
    ...{ opens_at: instant(record.opensAt), closes_at: instant(record.closesAt), draws_at: instant(record.drawsAt) },
  }
  const seed = randomBytes(32).toString('hex')
  await trx
    .insertInto('ballot')
    .values({ ...row, id, seed, seed_hash: seedHash(seed), drawn_at: null, withdrawn_at: isWithdrawn ? sql<Date>`now()` : null })
    // The seed stays: its digest is public. The version counts changes of the performances too.
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        ...{ ...row, version: sql<number>`ballot.version + 1` },
        withdrawn_at: isWithdrawn ? sql<Date>`coalesce(ballot.withdrawn_at, now())` : null,
      }),
    )
    .execute()
  await trx.deleteFrom('ballot_performance').where('ballot_id', '=', id).execute()
  await trx
    .insertInto('ballot_performance')
    .values(performances.map(({ performance, seats }, position) => ({ performance_id: performance, ballot_id: id, seats, position })))
    .execute()
}
