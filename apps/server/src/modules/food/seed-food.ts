import type { Kysely } from 'kysely'
import { type Database, transact } from '#db'
import type { Locale } from '@playhouse/domain/brand'
import type { CollectionPoint, Menu } from '@playhouse/domain/menu'
import { serveMenus } from './serve-menus.ts'

/** A menu at a collection point, for all performances of some productions. */
export type ServingToSeed = {
  readonly menu: string
  readonly point: string
  /** Productions; all where absent. */
  readonly productions?: readonly string[]
  readonly guests: number | null
  readonly closesBefore: number
  readonly servedBefore: number | null
}
/** The menus of a theatre. Texts of dishes are those of their products, which are seeded before. */
export type FoodToSeed = {
  readonly menus: readonly Menu[]
  readonly points: readonly CollectionPoint[]
  readonly servings: readonly ServingToSeed[]
}

/** Inserts menus into a database without any; another process may do the same. @returns false where it has menus already, or lacks a dish */
export async function seedFood(db: Kysely<Database>, { menus, points, servings }: FoodToSeed): Promise<boolean> {
  return transact(
    db,
    async (trx) => {
      if (menus.length === 0 || (await trx.selectFrom('menu').select('id').limit(1).executeTakeFirst())) return false
      const dishes = new Set(menus.flatMap(({ courses }) => courses.flatMap((course) => course.dishes.map(({ product }) => product))))
      const products = await trx
        .selectFrom('product')
        .select('id')
        .where('id', 'in', [...dishes])
        .execute()
      if (products.length < dishes.size) return false
      const add = async <Table extends FoodTable>(table: Table, rows: readonly object[]): Promise<void> => {
        if (rows.length === 0) return
        await trx
          .insertInto(table)
          .values(rows as never)
          .onConflict((c) => c.doNothing())
          .execute()
      }
      await add(
        'collection_point',
        points.map(({ point, name, translations }, position) => ({
          id: point,
          position,
          name,
          translations: JSON.stringify(translations),
        })),
      )
      for (const [position, { menu, name, summary, price, fee, vatBasisPoints, translations, courses }] of menus.entries()) {
        await add('menu', [{ id: menu, position, name, summary, price, fee, vat_basis_points: vatBasisPoints }])
        await add(
          'menu_translation',
          Object.entries(translations).map(([locale, text]) => ({ menu_id: menu, locale: locale as Locale, ...text })),
        )
        for (const [nth, course] of courses.entries()) {
          const translated = JSON.stringify(course.translations)
          await add('menu_course', [{ menu_id: menu, id: course.course, position: nth, name: course.name, translations: translated }])
          await add(
            'menu_dish',
            course.dishes.map(({ product, supplement }, place) => ({
              ...{ menu_id: menu, course_id: course.course, product_id: product, position: place, supplement },
            })),
          )
        }
      }
      await add(
        'menu_serving',
        servings.map(({ menu, point, productions = [], guests, closesBefore, servedBefore }, position) => ({
          ...{ menu_id: menu, position, point_id: point, productions, guests, closes_before: closesBefore, served_before: servedBefore },
        })),
      )
      await serveMenus(trx)
      return true
    },
    { idempotent: true },
  )
}

type FoodTable = 'menu' | 'menu_translation' | 'menu_course' | 'menu_dish' | 'collection_point' | 'menu_serving'
