import type { Kysely } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database } from '#db'
import { money } from '@playhouse/domain/money'
import { type PackageDefinition, packageDefinitionSchema } from '@playhouse/domain/package'

/** The packages of a theatre that are not withdrawn, in their order. One that breaks the rules of its kind is left out. */
export async function readDefinitions(db: Kysely<Database>): Promise<PackageDefinition[]> {
  const packages = await readPackages(db)
  return packages.flatMap(({ definition, isWithdrawn }) => {
    const parsed = isWithdrawn ? undefined : packageDefinitionSchema.safeParse(definition)
    return parsed?.success ? [parsed.data] : []
  })
}

/** The packages of a theatre, all or some, in their order; withdrawn ones too. */
export async function readPackages(
  db: Kysely<Database>,
  ids?: readonly string[],
): Promise<
  { readonly definition: PackageDefinition; readonly position: number; readonly version: number; readonly isWithdrawn: boolean }[]
> {
  const rows = await db
    .selectFrom('package')
    .selectAll()
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('package_group')
          .select(['package_group.id', 'name', 'least', 'most'])
          .select((group) =>
            jsonArrayFrom(
              group
                .selectFrom('package_part')
                .select(['package_part.id', 'production_id', 'within_id'])
                .select((part) =>
                  jsonArrayFrom(
                    part
                      .selectFrom('package_part_performance')
                      .select('performance_id')
                      .whereRef('package_part_performance.package_id', '=', 'package_part.package_id')
                      .whereRef('part_id', '=', 'package_part.id')
                      .orderBy('performance_id'),
                  ).as('performances'),
                )
                .whereRef('package_part.package_id', '=', 'package_group.package_id')
                .whereRef('group_id', '=', 'package_group.id')
                .orderBy('position'),
            ).as('parts'),
          )
          .whereRef('package_group.package_id', '=', 'package.id')
          .orderBy('position'),
      ).as('groups'),
      jsonArrayFrom(
        eb
          .selectFrom('package_price')
          .select(['price_type as priceType', 'price'])
          .whereRef('package_id', '=', 'package.id')
          .orderBy('position'),
      ).as('prices'),
      jsonArrayFrom(
        eb
          .selectFrom('package_discount')
          .select(['performances', 'basis_points as basisPoints', 'price_types as priceTypes'])
          .whereRef('package_id', '=', 'package.id')
          .orderBy('price_types')
          .orderBy('performances'),
      ).as('steps'),
    ])
    .$if(ids !== undefined, (query) => query.where('package.id', 'in', [...ids!]))
    .orderBy('package.position')
    .orderBy('package.id')
    .execute()
  return rows.map(({ id, kind, name, summary, sale_from: saleFrom, sale_until: saleUntil, bands, groups, prices, steps, ...row }) => ({
    ...{ position: row.position, version: row.version, isWithdrawn: row.withdrawn_at !== null },
    definition: {
      ...{ package: id, kind, name, summary, saleFrom, saleUntil, bands },
      groups: groups.map(({ parts, ...group }) => ({
        ...group,
        parts: parts.flatMap(({ id: part, production_id: production, performances }) =>
          production === null
            ? []
            : [{ part, production, ...(performances.length > 0 && { performances: performances.map((each) => each.performance_id) }) }],
        ),
        packages: parts.flatMap(({ within_id: within }) => within ?? []),
      })),
      pricing:
        prices.length > 0
          ? { kind: 'prices', prices: prices.map(({ priceType, price }) => ({ priceType, price: money(price) })) }
          : {
              kind: 'discount',
              steps: steps.map(({ priceTypes, ...step }) => ({ ...step, ...(priceTypes.length > 0 && { priceTypes }) })),
            },
    },
  }))
}
