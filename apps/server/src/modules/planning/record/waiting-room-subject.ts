import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import type { ChangeDependent, ChangeRow } from '@playhouse/domain/change'
import { instantOf, plainOf } from '@playhouse/domain/time'
import type { QueuedPerformance, StoredWaitingRoomRecord } from '@playhouse/domain/waiting-room-record'
import type { SubjectModule } from '../subject.ts'

type ListedWaitingRoom = { readonly id: string; readonly record: StoredWaitingRoomRecord; readonly version: number }

/** Reads waiting rooms, all or some, in the order of their performances. Ended ones are withdrawn. */
export async function readWaitingRoomRecords(db: Kysely<Database>, ids?: readonly string[]): Promise<ListedWaitingRoom[]> {
  const rows = await db
    .selectFrom('queue as q')
    .innerJoin('performance as p', 'p.id', 'q.performance_id')
    .selectAll('q')
    .select('p.time_zone as timeZone')
    .$if(ids !== undefined, (query) => query.where('q.performance_id', 'in', [...ids!]))
    .orderBy('q.performance_id')
    .execute()
  return rows.map(({ performance_id: id, version, timeZone, ...row }) => {
    const plain = (at: Date): string => plainOf(Temporal.Instant.fromEpochMilliseconds(at.getTime()), timeZone)
    const record = {
      ...{ performance: id, gathersAt: plain(row.gathers_at), opensAt: plain(row.opens_at), rate: row.rate },
      // The command stores whole minutes too.
      patienceMinutes: Math.round(row.patience / 60),
      ...{ isOfProduction: row.is_of_production, isPaused: row.is_paused, isWithdrawn: row.is_over },
    }
    return { id, version, record }
  })
}

/** Performances for which a waiting room can be planned: those that are not over. Performances of a programme have none. */
export const readQueuedPerformances = (db: Kysely<Database>): Promise<QueuedPerformance[]> =>
  db
    .selectFrom('performance')
    .select(['id', 'production_id as production', 'hall', 'starts_local as startsAt', 'time_zone as timeZone'])
    .select(
      sql<
        string[]
      >`array(select distinct type from price_list l, jsonb_each(l.data -> 'prices') as b (band, prices), jsonb_object_keys(b.prices) as type
        where l.id = performance.price_list_id order by type)`.as('priceTypes'),
    )
    .where('programme_id', 'is', null)
    .where('starts_at', '>', sql<Date>`now()`)
    .where('sale', '<>', 'cancelled')
    .execute()

/** Waiting rooms: their settings. The visitors in them are not part of the record. */
export const waitingRoomSubject: SubjectModule = {
  read: async (trx, ids) => {
    await sql`select from queue where performance_id = any(${[...ids]}) order by performance_id for no key update`.execute(trx)
    const records = await readWaitingRoomRecords(trx, ids)
    return new Map(records.map(({ id, record, version }) => [id, { value: record, version }]))
  },
  write: async (trx, _deps, rows) => {
    for (const { id, before, after } of rows)
      await writeWaitingRoom(trx, id, before as StoredWaitingRoomRecord | null, after as StoredWaitingRoomRecord)
  },
  remove: async (trx, ids) => {
    await trx
      .deleteFrom('queue')
      .where('performance_id', 'in', [...ids])
      .execute()
  },
  dependents: async (trx, rows) => [
    ...(await countTickets(
      trx,
      rows.filter(({ before, after }) => before === null || valueOf(before, 'opensAt') !== valueOf(after, 'opensAt')).map(({ id }) => id),
    )),
    ...(await countOthersOfProduction(trx, rows)),
  ],
}

/** The value of a field that a change of an existing record changed. */
const valueOf = <Field extends keyof StoredWaitingRoomRecord>(record: unknown, field: Field): StoredWaitingRoomRecord[Field] | undefined =>
  (record as Partial<StoredWaitingRoomRecord> | null)?.[field]

/** Visitors with a queue ticket keep the waiting room and its opening. */
async function countTickets(trx: Transaction<Database>, ids: readonly string[]): Promise<ChangeDependent[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(joined), 0)::int as count from queue where performance_id = any(${[...ids]})`.execute(trx)
  return rows.filter(({ count }) => count > 0).map(({ count }) => ({ kind: 'reference', id: 'queue', count }))
}

/** An undo makes no second common waiting room of a production. */
async function countOthersOfProduction(trx: Transaction<Database>, rows: readonly ChangeRow[]): Promise<ChangeDependent[]> {
  const shared = rows.filter(({ before }) => valueOf(before, 'isOfProduction')).map(({ id }) => id)
  if (shared.length === 0) return []
  const { rows: others } = await sql<{ count: number }>`
    select count(*)::int as count from queue q join performance p on p.id = q.performance_id
    where q.is_of_production and q.performance_id <> all(${shared})
      and p.production_id in (select production_id from performance where id = any(${shared}))`.execute(trx)
  return others.filter(({ count }) => count > 0).map(({ count }) => ({ kind: 'reference', id: 'queue', count }))
}

async function writeWaitingRoom(
  trx: Transaction<Database>,
  id: string,
  before: StoredWaitingRoomRecord | null,
  after: StoredWaitingRoomRecord,
): Promise<void> {
  const { timeZone } = await trx.selectFrom('performance').select('time_zone as timeZone').where('id', '=', id).executeTakeFirstOrThrow()
  const at = (plain: string): Date => new Date(instantOf(plain, timeZone).epochMilliseconds)
  const settings = {
    ...{ rate: after.rate, patience: after.patienceMinutes * 60, is_paused: after.isPaused },
    ...{ is_of_production: after.isOfProduction, is_over: after.isWithdrawn },
  }
  const times = { gathers_at: at(after.gathersAt), opens_at: at(after.opensAt) }
  if (!before) {
    // Tickets of a waiting room that was removed stay void.
    const round = sql<number>`1 + coalesce((select max(round) from queue_entry where performance_id = ${id}), 0)`
    await trx
      .insertInto('queue')
      .values({ performance_id: id, drawn: null, draw_key: null, round, ...settings, ...times })
      .execute()
    return
  }
  await trx
    .updateTable('queue')
    .set({ ...settings, ...times })
    .where('performance_id', '=', id)
    .execute()
  // With another opening after the draw a new round begins: former tickets and passes are void.
  if (before.opensAt !== after.opensAt)
    await trx
      .updateTable('queue')
      .set({ round: sql`round + 1`, joined: 0, drawn: null, draw_key: null, turns: 0, counted_at: sql<Date>`now()` })
      .where('performance_id', '=', id)
      .where('drawn', 'is not', null)
      .execute()
}
