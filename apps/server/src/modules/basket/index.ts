export { applySubscriptions, setSubscriptions } from './subscriptions.ts'
export { adoptBasket, type AdoptedBasket } from './adopt-basket.ts'
export {
  type Actor,
  type BasketRow,
  type BasketSeed,
  expireBasket,
  expireIfLapsed,
  type BasketWithTickets,
  findBasket,
  lockBasket,
  lockBaskets,
  moveBasket,
  openBasket,
  releaseBasketSeats,
  seatsByPerformance,
  type TicketRow,
  ticketsOf,
  entitlementSubjectOf,
} from './basket-row.ts'
export { dismissLapsed, extendBasket, resetBasket, setBilling, setDelivery, setNotes } from './details.ts'
export { type BasketDeps, type CannotEdit, readClock, editBasket, hasOpenLink, notOpenProblem } from './edit-basket.ts'
export { exceedsTicketLimits, checkTicketLimits, toCountedTicket } from './ticket-limit.ts'
export { setGiftAid } from './gift-aid.ts'
export { addItem } from './add-item.ts'
export {
  changeItem,
  type BarredItemProblem,
  hasKeptItems,
  type ItemRow,
  isBasketEmpty,
  readBuyerOffers,
  removeBarredItem,
  removeDependentItems,
  itemsOf,
  quoteItems,
  readItems,
  removeItem,
} from './items.ts'
export { listMembershipOffers } from './membership-offers.ts'
export { holdsVoucher } from './holds-voucher.ts'
export { findKeptBasket } from './kept-basket.ts'
export { applyCredit, applyVoucher, lockStoredTenders, allocateStoredTenders, removeCredit, removeVouchers } from './tender.ts'
export { type AppliedOffers, loadAppliedOffers, usedOffers } from './applied-offers.ts'
export { applyPromo, removePromo, findTicketProblem } from './promo.ts'
export { addTopUp } from './top-up.ts'
export { type PricedTicket, withPriceRules } from './price-rules.ts'
export { currentItems, linesOf, quoteOf } from './basket-lines.ts'
export { readBasket, readBasketSummary, formatBasket, loadBasketContent } from './read-basket.ts'
export { setRenewalConsent } from './renewal-consent.ts'
export { stopClock } from './stop-clock.ts'
export { findWholePackageProblem, packagesOfTickets, releasePackage } from './packages.ts'
export { removePackage } from './remove-package.ts'
export { removeTickets } from './remove-tickets.ts'
export { changeTicket, removeTicket } from './tickets.ts'
export { endAddOns, findAddOnProblem, findOtherOrderProblem, findReservedItemProblem, startAddOns } from './add-ons.ts'
export { addReservedOrder, openReservedBasket, previewReservedBasket } from './reserved-order.ts'
export { releaseStrayClaims, expireBaskets, releaseLapsedClaims } from './expire-baskets.ts'
