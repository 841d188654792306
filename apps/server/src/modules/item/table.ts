import { assignFreeTable, findTableProblem, returnTable, sellTable } from '#modules/table'
import type { StoredDetail } from '@playhouse/domain/stored-detail'
import { fail, ok } from '@playhouse/domain/result'
import type { TableDetail } from '@playhouse/domain/table-order'
import type { ItemModule } from './item-module.ts'

const tableOf = (detail: StoredDetail): TableDetail => {
  if (!detail || !('sitting' in detail)) throw new Error('table without its booking')
  return detail
}
const keyOf = (product: string | null | undefined): string => {
  if (!product) throw new Error('table without its key')
  return product
}

/** A table of the theatre's own restaurant: booked until the deadline of its sitting, and held like pieces of a stock. */
export const table: ItemModule = {
  offerToBuyer: async (trx, _brand, _customer, { detail }) => {
    const problem = await findTableProblem(trx, tableOf(detail))
    return problem ? fail(problem) : ok(undefined)
  },
  validateHold: (trx, { product, quantity, detail, ...holder }) =>
    assignFreeTable(trx, { ...holder, product: keyOf(product), detail: tableOf(detail), party: quantity }),
  sell: (trx, { product, quantity = 1, detail }, basket) =>
    sellTable(trx, { basket, product: keyOf(product), detail: tableOf(detail), party: quantity }),
  cancelSale: (trx, { quantity = 1, detail }) => returnTable(trx, tableOf(detail), quantity),
  giveBack: async (trx, { id, quantity }) => {
    const { detail } = await trx.selectFrom('order_item').select('detail').where('id', '=', id).executeTakeFirstOrThrow()
    await returnTable(trx, tableOf(detail), quantity)
  },
}
