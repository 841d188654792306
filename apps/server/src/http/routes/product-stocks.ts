import type { contract, ProductStocks } from '@playhouse/api-client/contract'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { changeStock, readStocks } from '#modules/planning'
import type { AppContext } from '../app-context.ts'
import type { Handlers } from '../call.ts'
import { plannerOf, showChange } from '../visitor/planner.ts'

/** Handlers of the stock of products. */
export function productStockHandlers(context: AppContext): Handlers<typeof contract.productStocks> {
  const read = async (product: string): Promise<Result<ProductStocks, Problem<'page-not-found'>>> => {
    const stocks = await readStocks(context.db, product)
    return stocks ? ok(stocks) : fail(problem('page-not-found'))
  }
  return {
    read: ({ params }) => read(params.product),
    change: async ({ params: { product }, body, request }) => {
      const before = await read(product)
      if (!before.ok) return before
      const applied = await showChange(context, request, await changeStock(context, await plannerOf(context, request), product, body))
      if (!applied.ok) return applied
      const stocks = await read(product)
      return stocks.ok ? ok({ ...stocks.value, changeSet: applied.value.changeSet }) : stocks
    },
  }
}
