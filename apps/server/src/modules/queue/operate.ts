import { type Kysely, sql, type Transaction } from 'kysely'
import { audit, type Database, transact } from '#db'
import { readWaitingRoom, type WaitingRoomReport } from './waiting-room.ts'

/** Settings of a waiting room. Omitted ones stay unchanged. */
export type WaitingRoomSettings = {
  /** Visitors admitted per minute. */
  readonly rate?: number | undefined
  readonly isPaused?: boolean | undefined
  readonly gathersAt?: Date | undefined
  readonly opensAt?: Date | undefined
  /** Seconds for which a called visitor may enter. */
  readonly patience?: number | undefined
  /** Whether one queue is for all performances of the production. */
  readonly isOfProduction?: boolean | undefined
  /** Whether the queue has ended: all visitors may enter. */
  readonly isOver?: boolean | undefined
  /** Empties the queue and begins a new round: tickets and passes of the previous round become invalid. */
  readonly isAnew?: boolean | undefined
}

/** Visitors per minute, by default. */
const defaultRate = 60
/** Seconds for which a called visitor may enter, by default. */
const defaultPatienceSeconds = 600
/** Minutes before the opening from which visitors may join, by default. */
const defaultGatheringMinutes = 60

/**
 * Opens a waiting room for a performance, or changes its settings, and writes an audit entry. Every server process applies the
 * change within a second.
 * @throws RangeError for an unknown performance or invalid times
 */
export async function configureWaitingRoom(
  db: Kysely<Database>,
  performance: string,
  order: WaitingRoomSettings,
  actor: string,
): Promise<WaitingRoomReport> {
  return transact(db, async (trx) => {
    const performanceDetails = await trx
      .selectFrom('performance')
      .select(['general_sale_at', 'production_id'])
      .where('id', '=', performance)
      .executeTakeFirst()
    if (!performanceDetails) throw new RangeError(`there is no performance ${performance}`)
    const before = await trx.selectFrom('queue').selectAll().where('performance_id', '=', performance).forUpdate().executeTakeFirst()
    const opensAt = order.opensAt ?? before?.opens_at ?? performanceDetails.general_sale_at
    const gathersAt = order.gathersAt ?? gatheringStart(order.opensAt ? undefined : before?.gathers_at, opensAt)
    if (gathersAt > opensAt) throw new RangeError('a waiting room must gather people before it opens')
    if (before?.drawn !== null && before && opensAt.getTime() !== before.opens_at.getTime() && !order.isAnew)
      throw new RangeError('the draw is made: the opening can be moved in a new round only')
    if (order.isOfProduction) await refuseSecondWaitingRoom(trx, performance, performanceDetails.production_id)
    const values = {
      gathers_at: gathersAt,
      opens_at: opensAt,
      rate: order.rate ?? before?.rate ?? defaultRate,
      is_paused: order.isPaused ?? before?.is_paused ?? false,
      patience: order.patience ?? before?.patience ?? defaultPatienceSeconds,
      is_of_production: order.isOfProduction ?? before?.is_of_production ?? false,
      is_over: order.isOver ?? (order.isAnew ? false : (before?.is_over ?? false)),
      ...(order.isAnew && {
        round: (before?.round ?? 0) + 1,
        joined: 0,
        drawn: null,
        draw_key: null,
        turns: 0,
        counted_at: sql<Date>`now()`,
      }),
    }
    await trx
      .insertInto('queue')
      .values({ performance_id: performance, drawn: null, draw_key: null, ...values })
      .onConflict((conflict) => conflict.column('performance_id').doUpdateSet(values))
      .execute()
    await audit(trx, { actor, subject: 'queue', subjectId: performance, verb: before ? 'ordered' : 'opened', detail: order })
    return (await readWaitingRoom(trx, performance))!
  })
}

/** @throws RangeError if another performance has a waiting room for the whole production */
async function refuseSecondWaitingRoom(trx: Transaction<Database>, performance: string, production: string): Promise<void> {
  const otherRoom = await trx
    .selectFrom('queue')
    .innerJoin('performance', 'performance.id', 'queue.performance_id')
    .select('queue.performance_id as id')
    .where('performance.production_id', '=', production)
    .where('queue.performance_id', '<>', performance)
    .where('queue.is_of_production', '=', true)
    .where('queue.is_over', '=', false)
    .executeTakeFirst()
  if (otherRoom) throw new RangeError(`the production has a waiting room for all of its performances, under ${otherRoom.id}`)
}

const gatheringStart = (gathersAt: Date | undefined, opensAt: Date): Date =>
  gathersAt ?? new Date(opensAt.getTime() - defaultGatheringMinutes * 60_000)
