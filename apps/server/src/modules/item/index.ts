export type { BuyerProblem, ItemSale } from './item-module.ts'
export { itemModules } from './item-modules.ts'
export { returnItems } from './return-items.ts'
