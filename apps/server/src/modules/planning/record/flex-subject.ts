import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import type { ChangeDependent, ChangeRow } from '@playhouse/domain/change'
import { flexOfRecord, narrowsFlex, recordOfFlex } from '@playhouse/domain/flex-record'
import type { StoredRecord } from '@playhouse/domain/record'
import { definitionOfRow } from '#modules/subscription'
import type { SubjectModule } from '../subject.ts'

type StoredFlex = StoredRecord<'flex-subscription'>

/** Reads flexible subscriptions, all or some, in the order of the theatre. */
export async function readFlexRecords(
  db: Kysely<Database>,
  ids?: readonly string[],
): Promise<{ readonly id: string; readonly record: StoredFlex; readonly version: number }[]> {
  const rows = await db
    .selectFrom('flex_subscription')
    .selectAll()
    .$if(ids !== undefined, (query) => query.where('id', 'in', [...ids!]))
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.flatMap((row) => {
    const definition = definitionOfRow(row)
    if (!definition) return []
    return {
      id: row.id,
      version: row.version,
      record: { ...recordOfFlex(definition, row.position), isWithdrawn: row.withdrawn_at !== null },
    }
  })
}

/** Flexible subscriptions. What was sold keeps its price, its vouchers and its last day; its vouchers are used by the current rules. */
export const flexSubscriptionSubject: SubjectModule = {
  read: async (trx, ids) => {
    await sql`select from flex_subscription where id = any(${[...ids]}) order by id for no key update`.execute(trx)
    const records = await readFlexRecords(trx, ids)
    return new Map(records.map(({ id, record, version }) => [id, { value: record, version }]))
  },
  write: async (trx, _deps, rows) => {
    for (const { id, after } of rows) await writeFlex(trx, id, after as StoredFlex)
  },
  remove: async (trx, ids) => {
    await trx
      .deleteFrom('flex_subscription')
      .where('id', 'in', [...ids])
      .execute()
  },
  dependents: (trx, rows) =>
    countFlexUses(
      trx,
      rows.filter(({ before, after }) => before === null || narrowsFlex(after as StoredFlex, before as StoredFlex)).map(({ id }) => id),
    ),
}

/** What was sold, or is in baskets, of flexible subscriptions whose vouchers rows make pay for fewer tickets. */
export const narrowedFlexUses = (trx: Transaction<Database>, rows: readonly ChangeRow[]): Promise<ChangeDependent[]> =>
  countFlexUses(
    trx,
    rows.filter(({ before, after }) => before !== null && narrowsFlex(before as StoredFlex, after as StoredFlex)).map(({ id }) => id),
  )

async function countFlexUses(trx: Transaction<Database>, ids: readonly string[]): Promise<ChangeDependent[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string; count: number }>`
    select 'ticket_subscription' as id, count(*)::int as count from ticket_subscription where flex_id = any(${[...ids]}::text[])
    union all select 'subscription_card', count(*)::int from subscription_card where flex_id = any(${[...ids]}::text[])
    union all select 'basket_item', count(*)::int from basket_item
      where kind = 'flex-subscription' and not has_ended and product = any(${[...ids]}::text[])`.execute(trx)
  return rows.filter(({ count }) => count > 0).map(({ id, count }) => ({ kind: 'reference', id, count }))
}

async function writeFlex(trx: Transaction<Database>, id: string, { isWithdrawn, ...record }: StoredFlex): Promise<void> {
  const definition = flexOfRecord(id, record)
  const row = {
    ...{ position: record.position, price: definition.price, vouchers: definition.vouchers },
    ...{ name: JSON.stringify(definition.name), summary: JSON.stringify(definition.summary) },
    ...{ productions: [...definition.productions], performances: [...definition.performances] },
    ...{ bands: [...definition.bands], price_types: [...definition.priceTypes] },
    ...{ per_performance: definition.perPerformance, per_customer: definition.perCustomer },
    ...{ sale_from: definition.saleFrom, sale_until: definition.saleUntil },
    ...{ valid_months: definition.validMonths, valid_until: definition.validUntil },
  }
  await trx
    .insertInto('flex_subscription')
    .values({ ...row, id, withdrawn_at: isWithdrawn ? sql<Date>`now()` : null })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ ...row, withdrawn_at: isWithdrawn ? sql<Date>`coalesce(flex_subscription.withdrawn_at, now())` : null }),
    )
    .execute()
}
