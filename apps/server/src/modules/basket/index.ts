export { adoptBasket, type Adopted } from './adopt-basket.ts'
export {
  type Actor,
  type BasketRow,
  type BasketSeed,
  expireBasket,
  type Filled,
  findBasket,
  lapsedNow,
  lockBasket,
  moveBasket,
  openBasket,
  seatSets,
  type TicketRow,
  ticketsOf,
  whoHas,
} from './basket-row.ts'
export { extendBasket, resetBasket, setBilling, setDelivery, setNotes } from './details.ts'
export { type BasketDeps, type CannotEdit, clockOf, editBasket, whyNotOpen } from './edit-basket.ts'
export { isOverLimit, overTypeLimit } from './ticket-limit.ts'
export { isBasketGiftAided, setGiftAid } from './gift-aid.ts'
export { addItem, changeItem, dropHeldMembership, dropItemsWithoutTickets, itemsOf, quoteItems, removeItem } from './items.ts'
export { applyCredit, applyVoucher, holdsVoucher, lockPurses, planSpends, removeCredit, removeVouchers } from './tender.ts'
export { applyPromo, promoOn, removePromo, whyBarred } from './promo.ts'
export { linesOf, quoteOf, readBasket, readBasketSummary, showBasket } from './read-basket.ts'
export { removeTickets } from './remove-tickets.ts'
export { changeTicket, removeTicket } from './tickets.ts'
export { addReservedOrder } from './reserved-order.ts'
export { freeStrayClaims, sweepBaskets, sweepClaims } from './expire-baskets.ts'
