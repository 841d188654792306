import { type Kysely, type Transaction } from 'kysely'
import { type Database, transact } from '#db'
import type { PackageDefinition } from '@playhouse/domain/package'

/** Inserts packages into a database without any; another process may do the same. Packages of productions that it lacks are left out. */
export async function seedPackages(db: Kysely<Database>, packages: readonly PackageDefinition[]): Promise<void> {
  if (packages.length === 0) return
  await transact(
    db,
    async (trx) => {
      if (await trx.selectFrom('package').select('id').limit(1).executeTakeFirst()) return
      const productions = new Set((await trx.selectFrom('production').select('id').execute()).map(({ id }) => id))
      const added = new Set<string>()
      for (const [position, each] of packages.entries()) {
        const isKnown = each.groups.every(
          (group) => group.parts.every(({ production }) => productions.has(production)) && group.packages.every((id) => added.has(id)),
        )
        if (!isKnown) continue
        await insertPackage(trx, each, position)
        added.add(each.package)
      }
    },
    { idempotent: true },
  )
}

async function insertPackage(trx: Transaction<Database>, definition: PackageDefinition, position: number): Promise<void> {
  const { package: id, kind, name, summary, saleFrom, saleUntil, bands, groups, pricing } = definition
  const inserted = await trx
    .insertInto('package')
    .values({
      ...{ id, position, kind, name: JSON.stringify(name), summary: JSON.stringify(summary) },
      ...{ sale_from: saleFrom, sale_until: saleUntil, bands: [...bands], withdrawn_at: null },
    })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return
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
