import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import type { ChangeDependent, ChangeRow } from '@playhouse/domain/change'
import { packageOfRecord, recordOfPackage, reshapesPackage } from '@playhouse/domain/package-record'
import type { StoredRecord } from '@playhouse/domain/record'
import { readPackages, replacePackage } from '#modules/package'
import type { SubjectModule } from '../subject.ts'

type StoredPackage = StoredRecord<'package'>

/** Reads packages and fixed series, all or some, in the order of the theatre. */
export async function readPackageRecords(
  db: Kysely<Database>,
  ids?: readonly string[],
): Promise<{ readonly id: string; readonly record: StoredPackage; readonly version: number }[]> {
  const packages = await readPackages(db, ids)
  return packages.map(({ definition, position, version, isWithdrawn }) => ({
    ...{ id: definition.package, version },
    record: { ...recordOfPackage(definition, position), isWithdrawn },
  }))
}

/** Packages and fixed series. Tickets that were sold keep their shares of the price, and what is in a basket keeps its price. */
export const packageSubject: SubjectModule = {
  read: async (trx, ids) => {
    await sql`select from package where id = any(${[...ids]}) order by id for no key update`.execute(trx)
    const records = await readPackageRecords(trx, ids)
    return new Map(records.map(({ id, record, version }) => [id, { value: record, version }]))
  },
  write: async (trx, _deps, rows) => {
    for (const { id, after } of rows) {
      const { isWithdrawn, ...record } = after as StoredPackage
      await replacePackage(trx, packageOfRecord(id, record), { position: record.position, isWithdrawn })
    }
  },
  remove: async (trx, ids) => {
    // Baskets that have ended: the others are dependents.
    await trx
      .deleteFrom('basket_package')
      .where('package_id', 'in', [...ids])
      .execute()
    await trx
      .deleteFrom('package')
      .where('id', 'in', [...ids])
      .execute()
  },
  dependents: async (trx, rows) => {
    const created = rows.filter(({ before }) => before === null).map(({ id }) => id)
    const undone = rows.map(({ id, before, after }) => ({ id, before: after, after: before }))
    return [
      ...(await countPackageUses(trx, [...created, ...(await findReshaped(trx, undone))])),
      ...(await countSuperPackages(trx, created)),
    ]
  },
}

/** What was sold, or is in baskets, of packages from which rows take the kind or a date. */
export const reshapedPackageUses = async (trx: Transaction<Database>, rows: readonly ChangeRow[]): Promise<ChangeDependent[]> =>
  countPackageUses(trx, await findReshaped(trx, rows))

/** The packages from which rows take the kind or a date. Rows have the fields that change alone: the kind of the others is the stored one. */
async function findReshaped(trx: Transaction<Database>, rows: readonly Pick<ChangeRow, 'id' | 'before' | 'after'>[]): Promise<string[]> {
  const edits = rows.filter(({ before, after }) => before !== null && after !== null)
  if (edits.length === 0) return []
  const ids = edits.map(({ id }) => id)
  const stored = await trx.selectFrom('package').select(['id', 'kind']).where('id', 'in', ids).execute()
  return edits.flatMap(({ id, before, after }) => {
    const kind = stored.find((each) => each.id === id)?.kind
    const shapeOf = (value: unknown) => ({ ...(kind && { kind }), ...(value as Partial<StoredPackage>) })
    return reshapesPackage(shapeOf(before), shapeOf(after)) ? [id] : []
  })
}

/** Packages in orders and in baskets, those within super packages too, and series whose seats are kept for their holders. */
async function countPackageUses(trx: Transaction<Database>, ids: readonly string[]): Promise<ChangeDependent[]> {
  if (ids.length === 0) return []
  const isOf = sql`(p.package_id = any(${[...ids]}::text[])
    or exists (select from jsonb_array_elements(p.choice) as c where c ->> 'package' = any(${[...ids]}::text[])))`
  const { rows } = await sql<{ id: string; count: number }>`
    select 'order_package' as id, count(*)::int as count from order_package p where ${isOf}
    union all select 'basket_package', count(*)::int from basket_package p join basket b on b.id = p.basket_id
      where b.state in ('open', 'paying') and ${isOf}
    union all select 'series_renewal', count(*)::int from series_renewal
      where series_id = any(${[...ids]}::text[]) or former_id = any(${[...ids]}::text[])`.execute(trx)
  return rows.filter(({ count }) => count > 0).map(({ id, count }) => ({ kind: 'reference', id, count }))
}

/** Super packages that consist of some packages, and are not among them. */
async function countSuperPackages(trx: Transaction<Database>, ids: readonly string[]): Promise<ChangeDependent[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from package_part
    where within_id = any(${[...ids]}::text[]) and package_id <> all(${[...ids]}::text[])`.execute(trx)
  return rows.filter(({ count }) => count > 0).map(({ count }) => ({ kind: 'reference', id: 'package_part', count }))
}
