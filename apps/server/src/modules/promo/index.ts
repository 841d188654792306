export {
  announcePromo,
  findAutomaticOffers,
  findPromo,
  findPromoOfBasket,
  lockBasketsWith,
  type Promo,
  promoOf,
  type PromoOfBasket,
  storePromos,
} from './promo.ts'
export { countNamedCodeUses, findTakenCodes, readCodesOfOrder, readNamedCodes, type ReadNamedCode, typedCodeOf } from './named-codes.ts'
export { confirmPromo, hasUsesLeft, releasePromo, reserveDiscountedTickets, reservePromo } from './promo-use.ts'
export {
  countUsedCodes,
  listSingleUseCodes,
  readSingleUseBatches,
  setEffectiveSingleUseBatches,
  storeSingleUseCodes,
  storeWithdrawnCodes,
} from './single-use-codes.ts'
