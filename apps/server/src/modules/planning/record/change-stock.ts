import { transact } from '#db'
import { changedTotal, type StockChange, type StoredStock } from '@playhouse/domain/product-stock'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, type Result } from '@playhouse/domain/result'
import { type AppliedChanges, applyChanges, type Planner } from '../apply-changes.ts'
import type { RecordDeps } from './edit-records.ts'
import { lockStocks, readStocks } from './product-stock.ts'

/** Adds pieces to a stock, or takes some away. `invalid-input` for an unknown stock, and for pieces that are taken. */
export const changeStock = (
  { db, ...deps }: RecordDeps,
  planner: Planner,
  product: string,
  { key, delta, reason }: StockChange,
): Promise<Result<AppliedChanges, Problem>> =>
  transact(db, async (trx) => {
    await lockStocks(trx, [product])
    const stock = (await readStocks(trx, product))?.stocks.find((each) => each.key === key)
    if (!stock) return fail(problem('invalid-input', { fields: ['key'] }))
    const total = changedTotal({ total: stock.total, taken: stock.sold + stock.held }, delta)
    if (total === undefined) return fail(problem('invalid-input', { fields: ['delta'] }))
    const change = (current: unknown): StoredStock => ({ ...(current as StoredStock), [key]: total })
    return applyChanges(trx, deps, planner, { kind: 'change-stock', reason }, [
      { subject: 'product-stock', id: product, version: 'any', change },
    ])
  })
