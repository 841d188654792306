export { findPromo, type Promo, promoOf } from './promo.ts'
export { keepPromo, releasePromo, reservePromo, usesOf } from './promo-use.ts'
