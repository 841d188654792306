import { changedTotal, type StoredStock } from '@playhouse/domain/product-stock'
import { stockKey } from '@playhouse/domain/product'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { ProductStocks } from '#contract'
import { changerName, type MockCounter } from './mock-counter.ts'
import type { Contract, MockHandlers } from './mock-handler.ts'
import type { MockShop } from './mock-shop.ts'
import type { PlannedProgramme } from './planned-programme.ts'
import { heldPieces, soldPieces } from './products.ts'

/** Mock handlers of the stock of products. Stocks for a performance are those of the season, and are not listed. */
export function productStockHandlers(
  shop: MockShop,
  counter: MockCounter,
  programme: () => PlannedProgramme,
): MockHandlers<Contract['productStocks']> {
  const read = (product: string): Result<ProductStocks, Problem<'page-not-found'>> => {
    const record = programme().things.product.get(product)?.value
    if (!record) return fail(problem('page-not-found'))
    const totals: StoredStock = programme().things['product-stock'].get(product)?.value ?? {}
    const variants = record.needsPerformance ? [] : record.variants
    const stocks = variants.map(({ variant, name }) => {
      const key = stockKey({ product, variant })
      return { key, name, performance: null, total: totals[key] ?? null, sold: soldPieces(shop, key), held: heldPieces(shop, key) }
    })
    return ok({ product, stocks })
  }
  return {
    read: ({ params }) => read(params.product),
    change: ({ params: { product }, body: { key, delta, reason }, visit }) => {
      const before = read(product)
      if (!before.ok) return before
      const stock = before.value.stocks.find((each) => each.key === key)
      if (!stock) return fail(problem('invalid-input', { fields: ['key'] }))
      const total = changedTotal({ total: stock.total, taken: stock.sold + stock.held }, delta)
      if (total === undefined) return fail(problem('invalid-input', { fields: ['delta'] }))
      const by = changerName(counter, visit)
      const change = (current: StoredStock | undefined): StoredStock => ({ ...current, [key]: total })
      const applied = programme().apply({ by, kind: 'change-stock', reason }, [
        { subject: 'product-stock', id: product, version: 'any', change },
      ])
      if (!applied.ok) return applied
      const stocks = read(product)
      return stocks.ok ? ok({ ...stocks.value, changeSet: applied.value.changeSet }) : stocks
    },
  }
}
