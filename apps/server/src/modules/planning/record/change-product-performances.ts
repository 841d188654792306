import { sql } from 'kysely'
import { transact } from '#db'
import {
  changedProductPerformances,
  productPerformanceFaults,
  type ProductPerformancesChange,
  type StoredProductPerformances,
} from '@playhouse/domain/product-performances'
import type { StoredStock } from '@playhouse/domain/product-stock'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, type Result } from '@playhouse/domain/result'
import { type AppliedChanges, applyChanges, type Planner, type WantedChange } from '../apply-changes.ts'
import type { RecordDeps } from './edit-records.ts'
import { lostKeys, readStoredPerformances } from './product-performances.ts'
import { lockStocks } from './product-stock.ts'
import { countProductUses, readProductRecords } from './product-subject.ts'

/**
 * Sells variants of a product for performances, or ends that with their stock. `change-has-dependents` where pieces were sold or are in
 * baskets that would not be for sale any more.
 */
export const changeProductPerformances = (
  { db, ...deps }: RecordDeps,
  planner: Planner,
  product: string,
  { version, reason, ...wanted }: ProductPerformancesChange,
): Promise<Result<AppliedChanges, Problem>> =>
  transact(db, async (trx) => {
    await lockStocks(trx, [product])
    const [found] = await readProductRecords(trx, [product])
    if (!found) return fail(problem('page-not-found'))
    const { rows: open } = await sql<{ id: string }>`
      select id from performance where id = any(${[...wanted.instances]}) and starts_at > now() and sale <> 'cancelled'`.execute(trx)
    const fields = productPerformanceFaults(
      found.record,
      open.map(({ id }) => id),
      wanted,
    )
    if (fields.length > 0) return fail(problem('invalid-input', { fields }))
    const before = (await readStoredPerformances(trx, [product])).get(product)!
    const lost = lostKeys(product, before, changedProductPerformances(before, wanted))
    const changes: WantedChange[] = [
      {
        ...{ subject: 'product-performances', id: product, version },
        change: (current) => changedProductPerformances(current as StoredProductPerformances, wanted),
      },
      {
        ...{ subject: 'product-stock', id: product, version: 'any' },
        change: (current) => Object.fromEntries(Object.entries(current as StoredStock).filter(([key]) => !lost.includes(key))),
      },
    ]
    const check = async (): Promise<Problem | undefined> => {
      const dependents = await countProductUses(trx, lost)
      return dependents.length > 0 ? problem('change-has-dependents', { dependents }) : undefined
    }
    return applyChanges(trx, deps, planner, { kind: 'edit-product-performances', reason }, changes, { check })
  })
