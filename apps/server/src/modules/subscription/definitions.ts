import { type Kysely, type Selectable, sql } from 'kysely'
import { type Database, type FlexSubscriptionTable, transact } from '#db'
import { type FlexDefinition, flexDefinitionSchema, type TheatreClock } from '@playhouse/domain/flex-subscription'

type Row = Selectable<FlexSubscriptionTable>

/** The flexible subscriptions that the theatre sells or will sell, in their order. One with invalid values is left out. */
export async function readFlexDefinitions(db: Kysely<Database>): Promise<FlexDefinition[]> {
  const rows = await db
    .selectFrom('flex_subscription')
    .selectAll()
    .where('withdrawn_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.flatMap((row) => definitionOfRow(row) ?? [])
}

/** Reads one that is not withdrawn. @returns undefined for an unknown id */
export async function readFlexDefinition(db: Kysely<Database>, flex: string): Promise<FlexDefinition | undefined> {
  const row = await db
    .selectFrom('flex_subscription')
    .selectAll()
    .where('id', '=', flex)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return row && definitionOfRow(row)
}

/** The theatre's clock by the database. */
export async function readClock(db: Kysely<Database>, timeZone: string): Promise<TheatreClock> {
  const { now } = await db.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow()
  return { timeZone, now: now.getTime() }
}

/** The flexible subscription of a row; undefined where its values are invalid. */
export function definitionOfRow(row: Row): FlexDefinition | undefined {
  const { id, name, summary, price, vouchers, productions, performances, bands } = row
  const definition = flexDefinitionSchema.safeParse({
    ...{ flex: id, name, summary, price, vouchers, productions, performances, bands },
    ...{ priceTypes: row.price_types, perPerformance: row.per_performance, perCustomer: row.per_customer },
    ...{ saleFrom: row.sale_from, saleUntil: row.sale_until, validMonths: row.valid_months, validUntil: row.valid_until },
  })
  return definition.success ? definition.data : undefined
}

/** Inserts flexible subscriptions into a database without any; another process may do the same. */
export async function seedFlexSubscriptions(db: Kysely<Database>, definitions: readonly FlexDefinition[]): Promise<void> {
  if (definitions.length === 0) return
  await transact(
    db,
    async (trx) => {
      if (await trx.selectFrom('flex_subscription').select('id').limit(1).executeTakeFirst()) return
      await trx
        .insertInto('flex_subscription')
        .values(
          definitions.map((each, position) => ({
            ...{ id: each.flex, position, price: each.price, vouchers: each.vouchers },
            ...{ name: JSON.stringify(each.name), summary: JSON.stringify(each.summary) },
            ...{ productions: [...each.productions], performances: [...each.performances] },
            ...{ bands: [...each.bands], price_types: [...each.priceTypes] },
            ...{ per_performance: each.perPerformance, per_customer: each.perCustomer },
            ...{ sale_from: each.saleFrom, sale_until: each.saleUntil },
            ...{ valid_months: each.validMonths, valid_until: each.validUntil, withdrawn_at: null },
          })),
        )
        .onConflict((c) => c.doNothing())
        .execute()
    },
    { idempotent: true },
  )
}
