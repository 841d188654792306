import type { Kysely } from 'kysely'
import { type Database, transact } from '#db'
import type { Restaurant, SittingRules, TableSize } from '@playhouse/domain/sitting'
import { insertSittings } from './insert-sittings.ts'
import { serveTables } from './serve-tables.ts'

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
      const added = await trx
        .insertInto('restaurant')
        .values(
          restaurants.map(({ restaurant, name, summary, access, translations }, position) => ({
            ...{ id: restaurant, position, name, summary, access, withdrawn_at: null },
            ...translationColumns(translations),
          })),
        )
        .onConflict((c) => c.doNothing())
        .returning('id')
        .execute()
      for (const { id } of added)
        await insertSittings(
          trx,
          id,
          sittings
            .filter(({ restaurant }) => restaurant === id)
            .map(({ restaurant: _, fromHour = null, tables, ...rule }) => ({
              ...{ ...rule, fromHour, beforeHour: null, tables: [...tables], productions: [], performances: [] },
            })),
        )
      await serveTables(trx)
      return true
    },
    { idempotent: true },
  )
}

/** The columns of the translations of a restaurant. */
export function translationColumns(translations: Restaurant['translations']) {
  const texts = Object.entries(translations)
  return {
    translations: JSON.stringify(Object.fromEntries(texts.map(([locale, { access: _, ...text }]) => [locale, text]))),
    access_translations: JSON.stringify(Object.fromEntries(texts.map(([locale, { access }]) => [locale, access]))),
  }
}
