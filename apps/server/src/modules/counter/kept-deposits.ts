import type { Kysely } from 'kysely'
import type { Database } from '#db'
import { type Money, money } from '@playhouse/domain/money'

/** Deposits that the theatre kept of group bookings that were cancelled in a period. */
export async function readKeptDeposits(
  db: Kysely<Database>,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<{ readonly number: string; readonly name: string; readonly amount: Money }[]> {
  const rows = await db
    .selectFrom('group_booking as g')
    .innerJoin('reservation as r', 'r.id', 'g.reservation_id')
    .select(['r.number', 'g.name', 'g.kept'])
    .where('g.kept', '>', 0)
    .where('g.cancelled_at', '>=', from)
    .where('g.cancelled_at', '<', to)
    .orderBy('g.cancelled_at')
    .orderBy('r.number')
    .execute()
  return rows.map(({ kept, ...booking }) => ({ ...booking, amount: money(kept) }))
}
