import { sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import type { SeatSet } from './claim.ts'

/** Moves held seats from one basket to another until a time. Skips seats whose hold another basket has taken over. */
export async function moveHolds(
  trx: Transaction<Database>,
  { from, to, until }: { readonly from: string; readonly to: string; readonly until: Date },
  { performance, seats }: SeatSet,
): Promise<void> {
  await sql`
    update seat_claim set basket_id = ${to}::uuid, until = greatest(until, ${until})
    where (performance_id, seat) in (
      select performance_id, seat from seat_claim
      where performance_id = ${performance} and seat = any(${[...seats]}::int[]) and basket_id = ${from}::uuid and state = 'held'
      order by seat for update)`.execute(trx)
}
