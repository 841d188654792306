import {
  changedProductPerformances,
  performanceStockKeys,
  productPerformanceFaults,
  type StoredProductPerformances,
  versionOfPerformances,
} from '@playhouse/domain/product-performances'
import { stockKey } from '@playhouse/domain/product'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { StoredPerformance } from '@playhouse/domain/performance-plan'
import { instantOf } from '@playhouse/domain/time'
import type { ProductPerformances } from '#contract'
import { changerName, type MockCounter } from './mock-counter.ts'
import type { Contract, MockHandlers } from './mock-handler.ts'
import type { MockShop } from './mock-shop.ts'
import type { PlannedProgramme } from './planned-programme.ts'
import { heldPieces, productUses, soldPieces } from './products.ts'

/** Mock handlers of the performances for which products are sold. */
export function productPerformanceHandlers(
  shop: MockShop,
  counter: MockCounter,
  programme: () => PlannedProgramme,
): MockHandlers<Contract['productPerformances']> {
  const storedOf = (product: string): StoredProductPerformances => programme().things['product-performances'].get(product)?.value ?? {}
  const startOf = ({ startsAt, timeZone }: StoredPerformance): number => instantOf(startsAt, timeZone).epochMilliseconds
  /** Performances that are not over: those that products can be sold for. */
  const openOnes = (): StoredPerformance[] =>
    [...programme().things.performance.values()]
      .map(({ value }) => value)
      .filter((each) => each.web.sale !== 'cancelled' && startOf(each) > shop.now())
      .toSorted((a, b) => startOf(a) - startOf(b) || (a.id < b.id ? -1 : 1))
  const read = (product: string): Result<ProductPerformances, Problem<'page-not-found'>> => {
    const record = programme().things.product.get(product)?.value
    if (!record) return fail(problem('page-not-found'))
    const stored = storedOf(product)
    const performances = openOnes().flatMap(({ id, production, startsAt }) => {
      const offered = stored[id]
      if (!offered) return []
      const variants = record.variants.flatMap(({ variant }) => {
        if (!(variant in offered)) return []
        const key = stockKey({ product, variant, instance: id })
        const { price, fee } = offered[variant] ?? { price: null, fee: null }
        return [{ variant, price, fee, sold: soldPieces(shop, key), held: heldPieces(shop, key) }]
      })
      return [{ id, title: programme().things.production.get(production)!.value.title, startsAt, variants }]
    })
    return ok({ product, version: versionOfPerformances(stored), performances })
  }
  return {
    read: ({ params }) => read(params.product),
    change: ({ params: { product }, body: { version, reason, ...wanted }, visit }) => {
      const record = programme().things.product.get(product)?.value
      if (!record) return fail(problem('page-not-found'))
      const open = openOnes().map(({ id }) => id)
      const fields = productPerformanceFaults(record, open, wanted)
      if (fields.length > 0) return fail(problem('invalid-input', { fields }))
      const before = storedOf(product)
      const current = versionOfPerformances(before)
      if (current !== version) {
        const isOf = ({ subject, id }: { readonly subject: string; readonly id: string }): boolean =>
          subject === 'product-performances' && id === product
        const by = programme().changes.findLast(({ rows }) => rows.some(isOf))?.by ?? ''
        return fail(problem('changed-meanwhile', { version: current, by }))
      }
      const after = changedProductPerformances(before, wanted)
      const kept = performanceStockKeys(product, after)
      const lost = performanceStockKeys(product, before).filter((key) => !kept.includes(key))
      const dependents = productUses(shop, lost)
      if (dependents.length > 0) return fail(problem('change-has-dependents', { dependents }))
      const applied = programme().apply({ by: changerName(counter, visit), kind: 'edit-product-performances', reason }, [
        { subject: 'product-performances', id: product, version: 'any', change: () => after },
      ])
      if (!applied.ok) return applied
      const performances = read(product)
      return performances.ok ? ok({ ...performances.value, changeSet: applied.value.changeSet }) : performances
    },
  }
}
