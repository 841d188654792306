import { findFoodProblem, returnGuests, sellGuests, validateGuests } from '#modules/food'
import type { FoodDetail } from '@playhouse/domain/food-order'
import type { StoredDetail } from '@playhouse/domain/stored-detail'
import { fail, ok } from '@playhouse/domain/result'
import type { ItemModule } from './item-module.ts'

const foodOf = (detail: StoredDetail): FoodDetail => {
  if (!detail || !('courses' in detail)) throw new Error('food without its order')
  return detail
}
const keyOf = (product: string | null | undefined): string => {
  if (!product) throw new Error('food without its key')
  return product
}

/** Food and drink for a performance: ordered until the deadline of its menu; room for its guests is held like pieces of a stock. */
export const food: ItemModule = {
  offerToBuyer: async (trx, _brand, _customer, { detail }) => {
    const problem = await findFoodProblem(trx, foodOf(detail))
    return problem ? fail(problem) : ok(undefined)
  },
  validateHold: async (trx, { product, quantity, detail, ...holder }) => {
    const held = await validateGuests(trx, { ...holder, product: keyOf(product), detail: foodOf(detail), guests: quantity })
    return held.ok ? ok(undefined) : held
  },
  sell: (trx, { product, quantity = 1, detail }, basket) =>
    sellGuests(trx, { basket, product: keyOf(product), detail: foodOf(detail), guests: quantity }),
  cancelSale: (trx, { quantity = 1, detail }) => returnGuests(trx, foodOf(detail), quantity),
  giveBack: async (trx, { id, quantity }) => {
    const { detail } = await trx.selectFrom('order_item').select('detail').where('id', '=', id).executeTakeFirstOrThrow()
    await returnGuests(trx, foodOf(detail), quantity)
  },
}
