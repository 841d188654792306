import type { contract, ProductPerformances } from '@playhouse/api-client/contract'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { changeProductPerformances, readProductPerformances } from '#modules/planning'
import type { AppContext } from '../app-context.ts'
import type { Handlers } from '../call.ts'
import { plannerOf, showChange } from '../visitor/planner.ts'

/** Handlers of the performances for which products are sold. */
export function productPerformanceHandlers(context: AppContext): Handlers<typeof contract.productPerformances> {
  const read = async (product: string): Promise<Result<ProductPerformances, Problem<'page-not-found'>>> => {
    const performances = await readProductPerformances(context.db, product)
    return performances ? ok(performances) : fail(problem('page-not-found'))
  }
  return {
    read: ({ params }) => read(params.product),
    change: async ({ params: { product }, body, request }) => {
      const changed = await changeProductPerformances(context, await plannerOf(context, request), product, body)
      const applied = await showChange(context, request, changed)
      if (!applied.ok) return applied
      const performances = await read(product)
      return performances.ok ? ok({ ...performances.value, changeSet: applied.value.changeSet }) : performances
    },
  }
}
