export type { BuyerProblem, ItemSale, PricedItem } from './item-module.ts'
export { itemModules } from './item-modules.ts'
export { returnItems } from './return-items.ts'
