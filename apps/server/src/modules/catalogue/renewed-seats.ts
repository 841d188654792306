import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'
import type { KeptSeats } from '@playhouse/domain/season'

type Row = { performance: string; until: Date; seat: number; customers: string[] }

/** The seats of each performance that are kept for the holders of a former series. */
export async function readRenewedSeats(db: Kysely<Database>): Promise<ReadonlyMap<string, readonly KeptSeats[]>> {
  const { rows } = await sql<Row>`
    select pp.performance_id as performance, r.until, s.seat, array_agg(s.customer_id order by s.customer_id) as customers
    from series_renewal r
      join series_renewal_seat s on s.series_id = r.series_id
      join package_part_performance pp on pp.package_id = r.series_id
    where r.until > now() group by pp.performance_id, r.series_id, r.until, s.seat order by pp.performance_id, s.seat`.execute(db)
  const kept = new Map<string, KeptSeats[]>()
  for (const { performance, until, seat, customers } of rows) {
    const ofPerformance = kept.get(performance) ?? []
    kept.set(performance, ofPerformance)
    const last = ofPerformance.at(-1)
    const [audience] = last?.for ?? []
    const run = last?.seats.at(-1)
    const isSame = audience?.kind === 'holders' && audience.customers.join() === customers.join() && audience.until === until.toISOString()
    if (isSame && run && run[0] + run[1] === seat) run[1] += 1
    else if (isSame) last!.seats.push([seat, 1])
    else ofPerformance.push({ for: [{ kind: 'holders', customers, until: until.toISOString() }], seats: [[seat, 1]] })
  }
  return kept
}
