import { randomBytes } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import { seedHash } from '#modules/ballot'
import { type DaySeatsRecord, type DaySeatTimes, daySeatTimesOf, type StoredDaySeatsRecord } from '@playhouse/domain/day-seats-record'
import type { PlannedStart } from '@playhouse/domain/sale-window'

const rowOf = ({ opensAt, closesAt, drawsAt, payUntil }: DaySeatTimes) => ({
  ...{ opens_at: new Date(opensAt), closes_at: new Date(closesAt), draws_at: new Date(drawsAt), pay_until: new Date(payUntil) },
})

/** Makes the draws of a lottery those of its record. Performances that are drawn keep their draw, and the seed of a draw stays. */
export async function writeDraws(trx: Transaction<Database>, lottery: string, record: StoredDaySeatsRecord): Promise<void> {
  await trx
    .deleteFrom('day_seat_draw')
    .where('lottery', '=', lottery)
    .where('performance_id', 'not in', [...record.performances])
    .execute()
  const starts = await trx
    .selectFrom('performance')
    .select(['id', 'starts_local as startsAt', 'time_zone as timeZone'])
    .where('id', 'in', [...record.performances])
    .execute()
  const terms = { is_withdrawn: record.isWithdrawn, max_quantity: record.maxQuantity, price_type: record.priceType }
  for (const { id, ...start } of starts) {
    const row = { ...terms, ...rowOf(daySeatTimesOf(record, start)) }
    const seed = randomBytes(32).toString('hex')
    await trx
      .insertInto('day_seat_draw')
      .values({ ...row, performance_id: id, lottery, seed, seed_hash: seedHash(seed) })
      .onConflict((conflict) =>
        conflict
          .column('performance_id')
          .doUpdateSet(row)
          .where('day_seat_draw.lottery', '=', lottery)
          .where('day_seat_draw.drawn_at', 'is', null),
      )
      .execute()
  }
}

/** Computes the times of the draws of performances again, whose start has changed. Those that are drawn keep theirs. */
export async function moveDraws(trx: Transaction<Database>, starts: readonly (PlannedStart & { readonly id: string })[]): Promise<void> {
  if (starts.length === 0) return
  const { rows } = await sql<{ performance: string; record: DaySeatsRecord }>`
    select d.performance_id as performance, r.data as record from day_seat_draw d
      join catalogue_record r on r.kind = 'day-seats' and r.id = d.lottery
    where d.performance_id = any(${starts.map(({ id }) => id)}::text[]) and d.drawn_at is null order by d.performance_id for update of d`.execute(
    trx,
  )
  for (const { performance, record } of rows) {
    const times = daySeatTimesOf(
      record,
      starts.find(({ id }) => id === performance)!,
    )
    await trx.updateTable('day_seat_draw').set(rowOf(times)).where('performance_id', '=', performance).execute()
  }
}
