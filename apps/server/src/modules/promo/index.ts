export { announcePromo, findPromo, type Promo, promoOf } from './promo.ts'
export { keepPromo, releasePromo, reservePromo, usesLeft } from './promo-use.ts'
