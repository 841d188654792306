export { announcePromo, findPromo, type Promo, promoOf } from './promo.ts'
export { confirmPromo, releasePromo, reservePromo, hasUsesLeft } from './promo-use.ts'
