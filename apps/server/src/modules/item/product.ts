import { findProductProblem, returnStock, sellStock } from '#modules/product'
import { fail, ok } from '@playhouse/domain/result'
import type { ItemModule } from './item-module.ts'

/** Pieces of a stock: held by the basket until its deadline (`holdPieces`), sold with the order, and on sale again when they are returned. */
export const product: ItemModule = {
  offerToBuyer: async (trx, _brand, _customer, { detail }) => {
    const found = await findProductProblem(trx, detail)
    return found ? fail(found) : ok(undefined)
  },
  sell: (trx, { product, quantity = 1 }, basket) =>
    product ? sellStock(trx, { basket, product, quantity }) : Promise.reject(new Error('product without its key')),
  cancelSale: async (trx, { product, quantity = 1 }) => {
    if (product) await returnStock(trx, { product, quantity })
  },
  giveBack: async (trx, { product, quantity }) => {
    if (product !== null) await returnStock(trx, { product, quantity })
  },
}
