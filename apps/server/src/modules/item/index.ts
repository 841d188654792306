export type { BuyerProblem, PricedItem, SaleGiftAid } from './item-module.ts'
export { itemModules } from './item-modules.ts'
export { returnItems } from './return-items.ts'
