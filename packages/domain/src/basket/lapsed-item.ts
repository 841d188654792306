import { type FoodOrder, foodOrderOf } from '../food/food-order.ts'
import type { StoredDetail } from '../pricing/stored-detail.ts'
import { type TableOrder, tableOrderOf } from '../table/table-order.ts'
import type { DeliveryWay } from '../pricing/product.ts'

/** Pieces of a product that a basket held until its deadline, with what is needed to hold them again. */
type LapsedPieces = {
  readonly product: string
  readonly variant: string
  /** The type of the product: its page is below `/aux/:type`. */
  readonly type: string
  readonly name: string
  readonly quantity: number
  /** Absent for a product that was not bought for a performance. */
  readonly instance?: string
  readonly options?: { readonly option: string; readonly choice: string }[]
  readonly delivery?: DeliveryWay
}
/** An order of food that a basket held until its deadline. `event`: the production; the quantity is the number of guests. */
type LapsedFood = { readonly food: FoodOrder; readonly event: string; readonly name: string; readonly quantity: number }
/** A table that a basket held until its deadline. The quantity is the number of people. */
type LapsedTable = { readonly table: TableOrder; readonly event: string; readonly name: string; readonly quantity: number }
export type LapsedItem = LapsedPieces | LapsedFood | LapsedTable

/** What is stored of an item that holds stock when its hold lapses; empty for other items. */
export function lapsedItemOf({ detail, quantity }: { readonly detail: StoredDetail; readonly quantity: number }): LapsedItem[] {
  if (detail && 'courses' in detail)
    return [{ food: foodOrderOf(detail, quantity), event: detail.performance.event, name: detail.name, quantity }]
  if (detail && 'sitting' in detail)
    return [{ table: tableOrderOf(detail, quantity), event: detail.performance.event, name: detail.name, quantity }]
  if (!detail || !('variant' in detail)) return []
  const { product, variant, type, name, performance, options = [], delivery } = detail
  return [
    {
      ...{ product, variant, type, name, quantity },
      ...(performance && { instance: performance.instance }),
      ...(options.length > 0 && { options: options.map(({ option, choice }) => ({ option, choice })) }),
      ...(delivery !== undefined && delivery !== 'collect' && { delivery }),
    },
  ]
}
