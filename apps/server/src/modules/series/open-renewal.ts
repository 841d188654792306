import { type Kysely, sql, type Transaction } from 'kysely'
import { type Actor, auditBy, type Database, publishMany, transact } from '#db'
import type { Catalogue } from '#modules/catalogue'

/** Seats of a series that are kept for their holders of another one until an instant. Both are ids of packages. */
export type Renewal = { readonly series: string; readonly former: string; readonly until: Date }
/** The customers for whom seats are kept, their seats, and seats that the new hall does not have. */
export type OpenedRenewal = { readonly customers: number; readonly seats: number; readonly unknown: number }

type Deps = { readonly db: Kysely<Database>; readonly catalogue: Pick<Catalogue, 'hall'> }

/**
 * Keeps the seats of every holder of `former` for that customer on all dates of `series`. When called again, it changes the deadline and
 * adds the holders since then. Seats that other visitors have already stay theirs. A mail tells each new holder, and all of them of another
 * deadline.
 * @throws RangeError where a package is no series, the halls differ, or the deadline is not between now and the first date
 */
export async function openRenewal({ db, catalogue }: Deps, { series, former, until }: Renewal, actor: Actor): Promise<OpenedRenewal> {
  return transact(db, async (trx) => {
    const [dates, formerDates] = [await datesOf(trx, series), await datesOf(trx, former)]
    const { now } = await trx.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow()
    if (until <= now || dates.some(({ startsAt }) => startsAt <= until))
      throw new RangeError('the deadline must be in the future and before the first date')
    const [{ hall, planVersion }] = dates as [SeriesDate]
    if ([...dates, ...formerDates].some((each) => each.hall !== hall)) throw new RangeError('the series are not in the same hall')
    const { plan } = (await catalogue.hall(hall, planVersion))!
    const before = await trx.selectFrom('series_renewal').select('until').where('series_id', '=', series).executeTakeFirst()
    const mailed = await trx.selectFrom('series_renewal_seat').select('customer_id').distinct().where('series_id', '=', series).execute()
    await trx
      .insertInto('series_renewal')
      .values({ series_id: series, former_id: former, until })
      .onConflict((c) => c.column('series_id').doUpdateSet({ former_id: former, until }))
      .execute()
    const { rows: held } = await sql<{ customer: string; seat: number; planVersion: string }>`
      select distinct o.customer_id as customer, t.seat, p.plan_version as "planVersion"
      from order_package op
        join customer_order o on o.id = op.order_id
        join ticket t on t.order_package_id = op.id and t.returned_at is null
        join performance p on p.id = t.performance_id
      where op.package_id = ${former}`.execute(trx)
    const rows: { series_id: string; customer_id: string; seat: number }[] = []
    let unknown = 0
    for (const { customer, seat, planVersion: formerVersion } of held) {
      const index = formerVersion === planVersion ? seat : plan.indexOf((await catalogue.hall(hall, formerVersion))!.plan.idOf(seat))
      if (index === undefined) unknown += 1
      else rows.push({ series_id: series, customer_id: customer, seat: index })
    }
    if (rows.length > 0)
      await trx
        .insertInto('series_renewal_seat')
        .values(rows)
        .onConflict((c) => c.doNothing())
        .execute()
    const customers = new Set(rows.map(({ customer_id }) => customer_id))
    const isSameDeadline = before?.until.getTime() === until.getTime()
    const known = new Set(isSameDeadline ? mailed.map(({ customer_id }) => customer_id) : [])
    await publishMany(
      trx,
      'mail.series-renewal',
      [...customers.difference(known)].map((customer) => ({ key: customer, payload: { series, customer, until: until.toISOString() } })),
    )
    const opened = { customers: customers.size, seats: rows.length, unknown }
    await auditBy(trx, actor, { subject: 'package', subjectId: series, verb: 'open-renewal', detail: { former, until, ...opened } })
    return opened
  })
}

type SeriesDate = { readonly hall: string; readonly planVersion: string; readonly startsAt: Date }

/** The dates of a series. @throws RangeError for a package that is no series */
async function datesOf(trx: Transaction<Database>, id: string): Promise<SeriesDate[]> {
  const dates = await trx
    .selectFrom('package')
    .innerJoin('package_part_performance as part', 'part.package_id', 'package.id')
    .innerJoin('performance', 'performance.id', 'part.performance_id')
    .select(['hall', 'plan_version as planVersion', 'starts_at as startsAt'])
    .where('package.id', '=', id)
    .where('kind', '=', 'series')
    .execute()
  if (dates.length === 0) throw new RangeError(`${id} is no series`)
  return dates
}
