import type { Transaction } from 'kysely'
import type { Database } from '#db'
import type { SittingRule } from '@playhouse/domain/restaurant-record'

/** Inserts the sittings of a restaurant that has none, in their order. `serveTables` makes the tables for performances of them. */
export async function insertSittings(trx: Transaction<Database>, restaurant: string, sittings: readonly SittingRule[]): Promise<void> {
  if (sittings.length === 0) return
  await trx
    .insertInto('restaurant_sitting')
    .values(
      sittings.map(({ sitting, startsBefore, minutes, closesBefore, price, vatBasisPoints, covers, tables, ...rest }, position) => ({
        ...{ restaurant_id: restaurant, position, sitting_id: sitting, starts_before: startsBefore, minutes, closes_before: closesBefore },
        ...{ price, vat_basis_points: vatBasisPoints, covers, tables: JSON.stringify(tables) },
        ...{ productions: rest.productions, performances: rest.performances, from_hour: rest.fromHour, before_hour: rest.beforeHour },
      })),
    )
    .execute()
}
