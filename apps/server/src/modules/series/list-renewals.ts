import { type Kysely, sql } from 'kysely'
import type { SeriesRenewal } from '@playhouse/api-client/contract'
import { placeName } from '@playhouse/domain/plan'
import type { TranslatedText } from '@playhouse/domain/translated-text'
import type { Database } from '#db'
import type { Entitlement } from '@playhouse/domain/eligibility'
import { type Catalogue, findVisibleProductions } from '#modules/catalogue'

type Row = { series: string; productions: string[]; name: TranslatedText; until: Date; hall: string; planVersion: string; seats: number[] }

/**
 * The series of which seats are kept for a customer now, with the seats that are free on all dates. A series is left out while all of its
 * productions are hidden from its holder: its page does not exist for them.
 * @param entitlement of the customer; if left out, what every visitor may see
 */
export async function listRenewals(
  { db, catalogue }: { readonly db: Kysely<Database>; readonly catalogue: Pick<Catalogue, 'hall' | 'performances'> },
  customer: string,
  entitlement?: Pick<Entitlement, 'isStaff' | 'programmes'>,
): Promise<SeriesRenewal[]> {
  const { rows } = await sql<Row>`
    select r.series_id as series, p.name, r.until, d.hall, d.plan_version as "planVersion", array_agg(s.seat order by s.seat) as seats,
      array(
        select distinct f.production_id from package_part_performance pp join performance f on f.id = pp.performance_id
        where pp.package_id = r.series_id) as productions
    from series_renewal_seat s
      join series_renewal r on r.series_id = s.series_id and r.until > now()
      join package p on p.id = r.series_id and p.withdrawn_at is null
      cross join lateral (
        select f.hall, f.plan_version from package_part_performance pp join performance f on f.id = pp.performance_id
        where pp.package_id = r.series_id limit 1) d
    where s.customer_id = ${customer} and not exists (
      select from package_part_performance pp
        join seat_claim c on c.performance_id = pp.performance_id and c.seat = s.seat and (c.state <> 'held' or c.until > now())
      where pp.package_id = r.series_id)
    group by r.series_id, p.name, r.until, d.hall, d.plan_version order by r.until, r.series_id`.execute(db)
  const isVisible = await findVisibleProductions({ catalogue }, entitlement)
  return Promise.all(
    rows
      .filter(({ productions }) => productions.some(isVisible))
      .map(async ({ series, name, until, hall, planVersion, seats }) => {
        const { plan } = (await catalogue.hall(hall, planVersion))!
        return {
          ...{ series, name, until: until.toISOString() },
          seats: seats.map((seat) => ({ seat: plan.idOf(seat), ...placeName(plan, seat) })),
        }
      }),
  )
}
