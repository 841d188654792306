import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import { countFoodUses, countLostGuests, lockServings, readServingRules, serveMenus } from '#modules/food'
import type { Locale } from '@playhouse/domain/brand'
import { type ChangeDependent, type ChangeRow, undoneRow } from '@playhouse/domain/change'
import { nameTranslations } from '@playhouse/domain/menu-record'
import type { StoredRecord } from '@playhouse/domain/record'
import type { SubjectModule } from '../subject.ts'

type StoredMenu = StoredRecord<'menu'>

/** Reads menus as records, all or some, in the order of the theatre. */
export async function readMenuRecords(
  db: Kysely<Database>,
  ids?: readonly string[],
): Promise<{ readonly id: string; readonly record: StoredMenu; readonly version: number }[]> {
  const { rows } = await sql<{ id: string; record: StoredMenu; version: number }>`
    select m.id, m.version, jsonb_build_object('isWithdrawn', m.withdrawn_at is not null, 'position', m.position, 'name', m.name,
        'summary', m.summary, 'price', m.price, 'fee', m.fee, 'vatBasisPoints', m.vat_basis_points,
        'translations', (select coalesce(jsonb_object_agg(t.locale, jsonb_build_object('name', t.name, 'summary', t.summary)), '{}')
          from menu_translation t where t.menu_id = m.id),
        'courses', (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('course', c.id, 'name', c.name,
            'names', (select jsonb_object_agg(n.key, n.value ->> 'name') from jsonb_each(c.translations) n),
            'dishes', (select coalesce(jsonb_agg(jsonb_build_object('product', d.product_id, 'supplement', d.supplement) order by d.position), '[]')
              from menu_dish d where d.menu_id = c.menu_id and d.course_id = c.id))) order by c.position), '[]')
          from menu_course c where c.menu_id = m.id),
        'servings', (select coalesce(jsonb_agg(jsonb_build_object('point', s.point_id, 'productions', s.productions,
            'performances', s.performances, 'guests', s.guests, 'closesBefore', s.closes_before, 'servedBefore', s.served_before)
            order by s.position), '[]')
          from menu_serving s where s.menu_id = m.id)) as record
    from menu m where ${ids ? [...ids] : null}::text[] is null or m.id = any(${ids ? [...ids] : null}::text[])
    order by m.position, m.id`.execute(db)
  return rows
}

/** Menus: their texts, prices, courses, dishes, and where they are served. What was ordered keeps its names and its price. */
export const menuSubject: SubjectModule = {
  read: async (trx, ids) => {
    await sql`select from menu where id = any(${[...ids]}) order by id for no key update`.execute(trx)
    await lockServings(trx, { menus: ids })
    const records = await readMenuRecords(trx, ids)
    return new Map(records.map(({ id, record, version }) => [id, { value: record, version }]))
  },
  write: async (trx, _deps, rows) => {
    for (const { id, after } of rows) await writeMenu(trx, id, after as StoredMenu)
    await serveMenus(trx, { menus: rows.map(({ id }) => id) })
  },
  remove: async (trx, ids) => {
    await trx
      .deleteFrom('menu')
      .where('id', 'in', [...ids])
      .execute()
  },
  dependents: async (trx, rows) => [
    ...(await countFoodUses(
      trx,
      'menu',
      rows.filter(({ before }) => before === null).map(({ id }) => id),
    )),
    ...(await lostMenuGuests(trx, rows.filter(({ before }) => before !== null).map(undoneRow))),
  ],
}

/** Guests in orders and baskets of menus that rows serve elsewhere, or for fewer guests. Rows may have the fields that change alone. */
export async function lostMenuGuests(trx: Transaction<Database>, rows: readonly ChangeRow[]): Promise<ChangeDependent[]> {
  const moved = rows.flatMap(({ id, after }) => {
    const { servings } = (after ?? {}) as Partial<StoredMenu>
    return servings ? [[id, servings] as const] : []
  })
  if (moved.length === 0) return []
  const { servings, points } = await readServingRules(trx)
  return countLostGuests(trx, { points, servings: new Map([...servings, ...moved]) })
}

async function writeMenu(trx: Transaction<Database>, id: string, record: StoredMenu): Promise<void> {
  const { position, name, summary, price, fee, vatBasisPoints, translations, courses, servings, isWithdrawn } = record
  const row = { position, name, summary, price, fee, vat_basis_points: vatBasisPoints }
  await trx
    .insertInto('menu')
    .values({ ...row, id, withdrawn_at: isWithdrawn ? sql<Date>`now()` : null })
    // Courses and the like are in other tables: the version counts their changes too.
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        ...{ ...row, version: sql<number>`menu.version + 1` },
        withdrawn_at: isWithdrawn ? sql<Date>`coalesce(menu.withdrawn_at, now())` : null,
      }),
    )
    .execute()
  for (const table of ['menu_translation', 'menu_course', 'menu_serving'] as const)
    await trx.deleteFrom(table).where('menu_id', '=', id).execute()
  const texts = Object.entries(translations).map(([locale, each]) => ({ menu_id: id, locale: locale as Locale, ...each! }))
  if (texts.length > 0) await trx.insertInto('menu_translation').values(texts).execute()
  for (const [nth, { course, name: title, names, dishes }] of courses.entries()) {
    await trx
      .insertInto('menu_course')
      .values({ menu_id: id, id: course, position: nth, name: title, translations: JSON.stringify(nameTranslations(names)) })
      .execute()
    await trx
      .insertInto('menu_dish')
      .values(
        dishes.map(({ product, supplement }, place) => ({
          ...{ menu_id: id, course_id: course, product_id: product, position: place, supplement },
        })),
      )
      .execute()
  }
  if (servings.length === 0) return
  await trx
    .insertInto('menu_serving')
    .values(
      servings.map(({ point, productions, performances, guests, closesBefore, servedBefore }, nth) => ({
        ...{ menu_id: id, position: nth, point_id: point, productions, performances, guests },
        ...{ closes_before: closesBefore, served_before: servedBefore },
      })),
    )
    .execute()
}
