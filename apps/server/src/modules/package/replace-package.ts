import { sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import type { PackageDefinition } from '@playhouse/domain/package'

/** Inserts a package, or replaces what it consists of and counts its version up. Orders and baskets that have it do not change. */
export async function replacePackage(
  trx: Transaction<Database>,
  { package: id, kind, name, summary, saleFrom, saleUntil, bands, groups, pricing }: PackageDefinition,
  { position, isWithdrawn }: { readonly position: number; readonly isWithdrawn: boolean },
): Promise<void> {
  const row = {
    ...{ position, kind, name: JSON.stringify(name), summary: JSON.stringify(summary) },
    ...{ sale_from: saleFrom, sale_until: saleUntil, bands: [...bands] },
  }
  const withdrawnAt = isWithdrawn ? sql<Date>`coalesce(package.withdrawn_at, now())` : null
  await trx
    .insertInto('package')
    .values({ ...row, id, withdrawn_at: isWithdrawn ? sql<Date>`now()` : null })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ ...row, withdrawn_at: withdrawnAt, version: sql<number>`package.version + 1` }),
    )
    .execute()
  await trx.deleteFrom('package_group').where('package_id', '=', id).execute()
  await trx.deleteFrom('package_price').where('package_id', '=', id).execute()
  await trx.deleteFrom('package_discount').where('package_id', '=', id).execute()
  for (const [place, group] of groups.entries()) {
    await trx
      .insertInto('package_group')
      .values({
        ...{ package_id: id, id: group.id, position: place, name: JSON.stringify(group.name) },
        ...{ least: group.least, most: group.most },
      })
      .execute()
    const parts = [
      ...group.parts.map(({ part, production }) => ({ id: part, production_id: production, within_id: null })),
      ...group.packages.map((within) => ({ id: within, production_id: null, within_id: within })),
    ]
    if (parts.length > 0)
      await trx
        .insertInto('package_part')
        .values(parts.map((part, nth) => ({ ...part, package_id: id, group_id: group.id, position: nth })))
        .execute()
    const performances = group.parts.flatMap(({ part, performances: ids = [] }) =>
      ids.map((performance_id) => ({ package_id: id, part_id: part, performance_id })),
    )
    if (performances.length > 0) await trx.insertInto('package_part_performance').values(performances).execute()
  }
  if (pricing.kind === 'prices')
    await trx
      .insertInto('package_price')
      .values(pricing.prices.map(({ priceType, price }, nth) => ({ package_id: id, price_type: priceType, position: nth, price })))
      .execute()
  else
    await trx
      .insertInto('package_discount')
      .values(
        pricing.steps.map(({ performances, basisPoints, priceTypes = [] }) => ({
          ...{ package_id: id, performances, basis_points: basisPoints },
          price_types: [...priceTypes],
        })),
      )
      .execute()
}
