import { sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import { writeDraws } from '#modules/day-seats'
import { type ChangeDependent, type ChangeRow, undoneRow } from '@playhouse/domain/change'
import { performancesWithout, reshapesDaySeats, type StoredDaySeatsRecord } from '@playhouse/domain/day-seats-record'
import type { SubjectModule } from '../subject.ts'
import { recordSubject } from './stored-records.ts'

const records = recordSubject('day-seats', async () => [])
type Values = Partial<StoredDaySeatsRecord>

/** Lotteries of day seats: their terms, from which the draws of their performances follow. The entries of customers are not part of the record. */
export const daySeatsSubject: SubjectModule = {
  ...records,
  read: async (trx, ids, deps) => {
    const stored = await records.read(trx, ids, deps)
    // Waits for customers who enter, and for a draw.
    await sql`select from day_seat_draw where lottery = any(${[...ids]}) order by performance_id for update`.execute(trx)
    return stored
  },
  write: async (trx, deps, rows) => {
    await records.write(trx, deps, rows)
    for (const { id, after } of rows) await writeDraws(trx, id, after as StoredDaySeatsRecord)
  },
  remove: async (trx, ids) => {
    await trx
      .deleteFrom('day_seat_draw')
      .where('lottery', 'in', [...ids])
      .execute()
    await records.remove(trx, ids)
  },
  dependents: async (trx, rows) => [...(await reshapedDaySeatUses(trx, rows.map(undoneRow))), ...(await countOtherLotteries(trx, rows))],
}

/** Entries for draws ahead whose terms rows change, and entries and draws of performances that rows take out of a lottery. */
export async function reshapedDaySeatUses(trx: Transaction<Database>, rows: readonly ChangeRow[]): Promise<ChangeDependent[]> {
  const [reshaped, removed] = [[] as string[], [] as string[]]
  for (const { id, before, after } of rows) {
    if (before === null) continue
    if (after !== null && reshapesDaySeats(before as Values, after as Values)) reshaped.push(id)
    if (after === null) removed.push(...(await performancesOf(trx, id)))
    else if ((after as Values).performances) removed.push(...performancesWithout(before as Values, after as Values))
  }
  if (reshaped.length + removed.length === 0) return []
  const { rows: uses } = await sql<{ id: string; count: number }>`
    select 'day_seat_entry' as id, count(*)::int as count from day_seat_entry e join day_seat_draw d on d.performance_id = e.performance_id
    where e.performance_id = any(${removed}::text[]) or (d.lottery = any(${reshaped}::text[]) and d.drawn_at is null)
    union all select 'day_seat_draw', count(*)::int from day_seat_draw where performance_id = any(${removed}::text[]) and drawn_at is not null`.execute(
    trx,
  )
  return uses.filter(({ count }) => count > 0).map(({ id, count }) => ({ kind: 'reference', id, count }))
}

async function performancesOf(trx: Transaction<Database>, lottery: string): Promise<string[]> {
  const draws = await trx.selectFrom('day_seat_draw').select('performance_id').where('lottery', '=', lottery).execute()
  return draws.map(({ performance_id }) => performance_id)
}

/** An undo gives no performance a second lottery. */
async function countOtherLotteries(trx: Transaction<Database>, rows: readonly ChangeRow[]): Promise<ChangeDependent[]> {
  let count = 0
  for (const { id, before } of rows) {
    const { performances = [] } = (before ?? {}) as Values
    const { rows: found } = await sql<{ count: number }>`
      select count(*)::int as count from day_seat_draw where lottery <> ${id} and performance_id = any(${performances}::text[])`.execute(
      trx,
    )
    count += found[0]!.count
  }
  return count > 0 ? [{ kind: 'reference', id: 'day_seat_draw', count }] : []
}
