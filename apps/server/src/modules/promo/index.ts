export { announcePromo, findAutomaticOffers, findPromo, lockBasketsWith, type Promo, promoOf, storePromos } from './promo.ts'
export { confirmPromo, releasePromo, reservePromo, hasUsesLeft } from './promo-use.ts'
