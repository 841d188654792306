import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import { countFoodUses } from '#modules/food'
import type { ChangeDependent, ChangeRow } from '@playhouse/domain/change'
import type { StoredRecord } from '@playhouse/domain/record'
import type { SubjectModule } from '../subject.ts'

type StoredProductRecord = StoredRecord<'product'>

/** Reads products as records, by id, in the order of the theatre. @param ids left out: all */
export async function readProductRecords(
  trx: Kysely<Database>,
  ids?: readonly string[],
): Promise<{ readonly id: string; readonly record: StoredProductRecord; readonly version: number }[]> {
  const { rows } = await sql<{ id: string; record: StoredProductRecord; version: number }>`
    select p.id, p.version, jsonb_build_object('isWithdrawn', p.withdrawn_at is not null, 'position', p.position, 'type', p.type,
        'name', p.name, 'summary', p.summary, 'vatBasisPoints', p.vat_basis_points, 'limit', p.order_limit, 'delivery', p.delivery,
        'postage', p.postage, 'needsPerformance', p.needs_performance, 'isReservation', p.is_reservation,
        'allergens', p.allergens, 'diets', p.diets,
        'translations', (select coalesce(jsonb_object_agg(t.locale, jsonb_build_object('name', t.name, 'summary', t.summary)), '{}')
          from product_translation t where t.product_id = p.id),
        'images', (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('path', i.path, 'alt', i.alt, 'alts', nullif(i.alts, '{}'),
            'width', i.width, 'height', i.height)) order by i.position), '[]') from product_image i where i.product_id = p.id),
        'options', (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('option', o.id, 'name', o.name,
            'names', nullif(o.names, '{}'), 'choices', (
              select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('choice', c.id, 'name', c.name, 'names', nullif(c.names, '{}'),
                'price', c.price)) order by c.position) from product_option_choice c where c.product_id = o.product_id and c.option_id = o.id)))
            order by o.position), '[]') from product_option o where o.product_id = p.id),
        'variants', (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('variant', v.id, 'name', v.name,
            'names', nullif(v.names, '{}'), 'price', v.price, 'fee', v.fee)) order by v.position), '[]')
          from product_variant v where v.product_id = p.id)) as record
    from product p where ${ids ? [...ids] : null}::text[] is null or p.id = any(${ids ? [...ids] : null}::text[])
    order by p.position, p.id`.execute(trx)
  return rows
}

/** Products: their texts, variants, options and images. Performances and stock are not part of the record, and stay. */
export const productSubject: SubjectModule = {
  read: async (trx, ids) => {
    await sql`select from product where id = any(${[...ids]}) order by id for no key update`.execute(trx)
    const records = await readProductRecords(trx, ids)
    return new Map(records.map(({ id, record, version }) => [id, { value: record, version }]))
  },
  write: async (trx, _deps, rows) => {
    for (const { id, after } of rows) await writeProduct(trx, id, after as StoredProductRecord)
  },
  remove: async (trx, ids) => {
    await trx
      .deleteFrom('product')
      .where('id', 'in', [...ids])
      .execute()
  },
  // An undo removes the variants that a change added.
  dependents: async (trx, rows) => [
    ...(await countProductUses(
      trx,
      rows.flatMap(({ id, before, after }) => lostVariants(id, after, before)),
    )),
    ...(await countMenus(
      trx,
      rows.filter(({ before }) => before === null).map(({ id }) => id),
    )),
    // The kitchen reads allergens of what was ordered.
    ...(await countFoodUses(
      trx,
      'dish',
      rows.filter(({ before }) => before === null).map(({ id }) => id),
    )),
  ],
}

/** The keys of the variants that one value has and the other one lacks, such as `poster/a3`. */
function lostVariants(id: string, from: unknown, to: unknown): string[] {
  const of = (value: unknown): string[] => ((value as Partial<StoredProductRecord> | null)?.variants ?? []).map(({ variant }) => variant)
  const kept = of(to)
  return of(from)
    .filter((variant) => !kept.includes(variant))
    .map((variant) => `${id}/${variant}`)
}

/** Pieces in baskets and orders of variants that rows remove. */
export const removedVariantUses = (trx: Transaction<Database>, rows: readonly ChangeRow[]): Promise<ChangeDependent[]> =>
  countProductUses(
    trx,
    rows.flatMap(({ id, before, after }) => lostVariants(id, before, after)),
  )

/**
 * Counts items of orders, and of baskets that have not ended.
 * @param keys variants with all of their performances, such as `poster/a3`, or for one performance, such as `programme/printed@hamlet-1`
 */
export async function countProductUses(trx: Transaction<Database>, keys: readonly string[]): Promise<ChangeDependent[]> {
  if (keys.length === 0) return []
  // The key of a stock for a performance ends with `@` and the performance.
  const isOf = sql`(split_part(split_part(product, ';', 1), '@', 1) = any(${[...keys]}::text[])
    or split_part(product, ';', 1) = any(${[...keys]}::text[]))`
  const { rows } = await sql<{ id: string; count: number }>`
    select 'order_item' as id, count(*)::int as count from order_item where kind in ('product', 'food') and ${isOf}
    union all select 'basket_item', count(*)::int from basket_item where kind in ('product', 'food') and not has_ended and ${isOf}`.execute(
    trx,
  )
  return rows.filter(({ count }) => count > 0).map(({ id, count }) => ({ kind: 'reference', id, count }))
}

async function countMenus(trx: Transaction<Database>, ids: readonly string[]): Promise<ChangeDependent[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from menu_dish where product_id = any(${[...ids]}::text[])`.execute(trx)
  return rows.filter(({ count }) => count > 0).map(({ count }) => ({ kind: 'reference', id: 'menu_dish', count }))
}

async function writeProduct(trx: Transaction<Database>, id: string, record: StoredProductRecord): Promise<void> {
  const names = (translated: object | undefined): string => JSON.stringify(translated ?? {})
  const { variants, options, images, translations } = record
  const row = {
    ...{ type: record.type, position: record.position, name: record.name, summary: record.summary },
    ...{ vat_basis_points: record.vatBasisPoints, order_limit: record.limit, postage: record.postage },
    ...{ delivery: record.delivery, allergens: record.allergens, diets: record.diets },
    ...{ needs_performance: record.needsPerformance, is_reservation: record.isReservation },
  }
  const withdrawnAt = record.isWithdrawn ? sql<Date>`coalesce(product.withdrawn_at, now())` : null
  await trx
    .insertInto('product')
    .values({ ...row, id, withdrawn_at: record.isWithdrawn ? sql<Date>`now()` : null })
    // Variants and the like are in other tables: the version counts their changes too.
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ ...row, withdrawn_at: withdrawnAt, version: sql<number>`product.version + 1` }),
    )
    .execute()
  await sql`delete from product_translation where product_id = ${id}`.execute(trx)
  await sql`delete from product_image where product_id = ${id}`.execute(trx)
  await sql`delete from product_option where product_id = ${id}`.execute(trx)
  await sql`delete from product_variant where product_id = ${id} and id <> all(${variants.map(({ variant }) => variant)}::text[])`.execute(
    trx,
  )
  const translated = Object.entries(translations).map(([locale, text]) => ({
    ...{ product_id: id, locale: locale as keyof typeof translations },
    ...text!,
  }))
  if (translated.length > 0) await trx.insertInto('product_translation').values(translated).execute()
  if (images.length > 0)
    await trx
      .insertInto('product_image')
      .values(images.map(({ alts, ...image }, position) => ({ ...image, product_id: id, position, alts: names(alts) })))
      .execute()
  for (const [position, { option, name, names: translatedNames, choices }] of options.entries()) {
    await trx
      .insertInto('product_option')
      .values({ product_id: id, id: option, position, name, names: names(translatedNames) })
      .execute()
    await trx
      .insertInto('product_option_choice')
      .values(
        choices.map(({ choice, name: choiceName, names: choiceNames, price }, nth) => ({
          ...{ product_id: id, option_id: option, id: choice, position: nth, name: choiceName, names: names(choiceNames), price },
        })),
      )
      .execute()
  }
  await trx
    .insertInto('product_variant')
    .values(
      variants.map(({ variant, name, names: translatedNames, price, fee }, position) => ({
        ...{ product_id: id, id: variant, position, name, names: names(translatedNames), price, fee },
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['product_id', 'id']).doUpdateSet((eb) => ({
        position: eb.ref('excluded.position'),
        name: eb.ref('excluded.name'),
        names: eb.ref('excluded.names'),
        price: eb.ref('excluded.price'),
        fee: eb.ref('excluded.fee'),
      })),
    )
    .execute()
}
