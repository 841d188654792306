import type { Kysely } from 'kysely'
import { type Database, transact } from '#db'
import type { Restaurant, SittingRules, TableSize } from '@playhouse/domain/sitting'

/** A sitting of a restaurant, for all performances that begin at or after an hour of the theatre's clock. */
export type SittingToSeed = SittingRules & {
  readonly restaurant: string
  readonly covers: number
  readonly tables: readonly (TableSize & { readonly tables: number })[]
  /** The first hour of the day at which performances with it begin, such as 18; all where absent. */
  readonly fromHour?: number
}
/** The restaurants of a theatre with their sittings. */
export type TablesToSeed = { readonly restaurants: readonly Restaurant[]; readonly sittings: readonly SittingToSeed[] }

/** Inserts restaurants into a database without any; another process may do the same. @returns false where it has restaurants already */
export async function seedTables(db: Kysely<Database>, { restaurants, sittings }: TablesToSeed): Promise<boolean> {
  return transact(
    db,
    async (trx) => {
      if (restaurants.length === 0 || (await trx.selectFrom('restaurant').select('id').limit(1).executeTakeFirst())) return false
      await trx
        .insertInto('restaurant')
        .values(
          restaurants.map(({ restaurant, name, summary, translations }, position) => ({
            ...{ id: restaurant, position, name, summary, translations: JSON.stringify(translations), withdrawn_at: null },
          })),
        )
        .onConflict((c) => c.doNothing())
        .execute()
      const performances = await trx.selectFrom('performance').select(['id', 'starts_at', 'time_zone']).execute()
      for (const { fromHour = 0, tables, ...sitting } of sittings) {
        const served = performances.filter(({ starts_at, time_zone }) => hourOf(starts_at, time_zone) >= fromHour)
        if (served.length === 0) continue
        await trx
          .insertInto('sitting')
          .values(
            served.map(({ id }) => ({
              ...{ id: sitting.sitting, performance_id: id, restaurant_id: sitting.restaurant, starts_before: sitting.startsBefore },
              ...{ minutes: sitting.minutes, closes_before: sitting.closesBefore, price: sitting.price },
              ...{ vat_basis_points: sitting.vatBasisPoints, covers: sitting.covers },
            })),
          )
          .onConflict((c) => c.doNothing())
          .execute()
        await trx
          .insertInto('sitting_table')
          .values(served.flatMap(({ id }) => tables.map((table) => ({ performance_id: id, sitting_id: sitting.sitting, ...table }))))
          .onConflict((c) => c.doNothing())
          .execute()
      }
      return true
    },
    { idempotent: true },
  )
}

/** The hour of an instant by the theatre's clock. */
const hourOf = (at: Date, timeZone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).hour
