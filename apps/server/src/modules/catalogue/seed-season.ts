import { type Kysely, sql } from 'kysely'
import { type Database, transact } from '#db'
import type { PlanData } from '@playhouse/domain/plan'
import type { PriceList } from '@playhouse/domain/pricing'
import type { Programme } from '@playhouse/domain/programme'
import type { Performance, Production } from '@playhouse/domain/season'
import { instantOf } from '@playhouse/domain/time'

/** The programme of a new installation. `sold` has plan indices by performance. */
export type SeasonToSeed = {
  readonly productions: readonly Production[]
  readonly performances: readonly Performance[]
  /** The programmes that open hidden performances. */
  readonly programmes?: readonly Programme[]
  readonly priceLists: readonly PriceList[]
  readonly plans: readonly PlanData[]
  readonly sold: ReadonlyMap<string, ArrayLike<number>>
}

/**
 * Inserts the season into an empty programme, and leaves any other programme unchanged. Safe when two processes start at once.
 * @returns whether it was inserted
 */
export async function seedSeason(db: Kysely<Database>, season: SeasonToSeed): Promise<boolean> {
  const planOf = new Map(season.plans.map((plan) => [plan.hall, plan]))
  return transact(
    db,
    async (trx) => {
      if (await trx.selectFrom('performance').select('id').limit(1).executeTakeFirst()) return false
      const productions = season.productions.map(({ translations = {}, ...production }, position) => ({
        id: production.id,
        position,
        data: JSON.stringify(production),
        translations: JSON.stringify(translations),
      }))
      await trx
        .insertInto('production')
        .values(productions)
        .onConflict((c) => c.doNothing())
        .execute()
      for (const plan of season.plans)
        await trx
          .insertInto('hall_plan')
          .values({ hall: plan.hall, version: plan.version, name: plan.name, data: JSON.stringify(plan) })
          .onConflict((c) => c.doNothing())
          .execute()
      const lists = season.priceLists.map((list) => ({ id: list.id, hall: list.hall, data: JSON.stringify(list) }))
      await trx
        .insertInto('price_list')
        .values(lists)
        .onConflict((c) => c.doNothing())
        .execute()
      for (const programme of season.programmes ?? [])
        await trx
          .insertInto('programme')
          .values({ id: programme.id, data: JSON.stringify(programme), opens_at: null, closes_at: null })
          .onConflict((c) => c.doNothing())
          .execute()
      for (const performance of season.performances) {
        const plan = planOf.get(performance.hall)
        if (!plan) throw new RangeError(`performance ${performance.id} names hall ${performance.hall}, which has no plan`)
        await trx
          .insertInto('performance')
          .values(performanceRow(performance, plan))
          .onConflict((c) => c.doNothing())
          .execute()
        await blockSold(trx, performance.id, season.sold.get(performance.id) ?? [])
        const waitingRoom = waitingRoomRow(performance)
        if (waitingRoom)
          await trx
            .insertInto('queue')
            .values(waitingRoom)
            .onConflict((c) => c.doNothing())
            .execute()
      }
      return true
    },
    { idempotent: true },
  )
}

function performanceRow(performance: Performance, plan: PlanData) {
  const at = (plain: string): string => instantOf(plain, performance.timeZone).toString()
  return {
    id: performance.id,
    production_id: performance.production,
    hall: performance.hall,
    plan_version: plan.version,
    price_list_id: performance.priceList,
    starts_at: at(performance.startsAt),
    starts_local: performance.startsAt,
    time_zone: performance.timeZone,
    sale: performance.sale,
    general_sale_at: at(performance.generalSaleAt),
    priority: JSON.stringify((performance.priority ?? []).map(({ from, memberships }) => ({ from: at(from), memberships }))),
    kept: JSON.stringify(performance.kept ?? []),
    per_customer: performance.perCustomer ?? null,
    programme_id: performance.programme ?? null,
    members: performance.members ? JSON.stringify(performance.members) : null,
    access_tags: JSON.stringify(performance.accessTags),
    seats: plan.rows.reduce((sum, row) => sum + row.seats, 0),
  }
}

/** Minutes before the opening from which visitors may join, if the season does not set a time. */
const usualGathering = 60

function waitingRoomRow({ id, timeZone, generalSaleAt, programme, waitingRoom }: Performance) {
  if (!waitingRoom || programme !== undefined) return undefined
  const opensAt = instantOf(waitingRoom.opensAt ?? generalSaleAt, timeZone)
  const gathersAt = waitingRoom.gathersAt ? instantOf(waitingRoom.gathersAt, timeZone) : opensAt.subtract({ minutes: usualGathering })
  return {
    performance_id: id,
    rate: waitingRoom.rate,
    is_of_production: waitingRoom.isOfProduction ?? false,
    ...(waitingRoom.patience && { patience: waitingRoom.patience * 60 }),
    gathers_at: gathersAt.toString(),
    opens_at: opensAt.toString(),
    drawn: null,
    draw_key: null,
  }
}

/** Inserts seats that were sold before this shop opened, without an order. */
async function blockSold(trx: Kysely<Database>, performanceId: string, seats: ArrayLike<number>): Promise<void> {
  const all = Array.from(seats)
  for (let from = 0; from < all.length; from += 5_000) {
    const part = all.slice(from, from + 5_000)
    await sql`insert into seat_claim (performance_id, seat, state) select ${performanceId}, unnest(${part}::int[]), 'sold' on conflict do nothing`.execute(
      trx,
    )
  }
}
