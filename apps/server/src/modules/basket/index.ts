export { adoptBasket, type Adopted } from './adopt-basket.ts'
export {
  type Actor,
  type BasketRow,
  expireBasket,
  findBasket,
  lockBasket,
  moveBasket,
  openBasket,
  seatSets,
  type TicketRow,
  ticketsOf,
} from './basket-row.ts'
export { extendBasket, resetBasket, setBilling, setDelivery, setNotes } from './details.ts'
export { type BasketDeps, type CannotEdit, clockOf, editBasket } from './edit-basket.ts'
export { isOverLimit, overPayersNetwork } from './over-limit.ts'
export { isBasketGiftAided, setGiftAid } from './gift-aid.ts'
export { addItem, changeItem, dropHeldMembership, dropItemsWithoutTickets, itemsOf, quoteItems, removeItem } from './items.ts'
export { applyCredit, applyVoucher, holdsVoucher, lockPurses, planSpends, removeCredit, removeVouchers } from './purses.ts'
export { applyPromo, promoOn, removePromo, whyBarred } from './promo.ts'
export { type BestSeats, holdBest } from './hold-best.ts'
export { openHall, type OpenHall, type HoldDeps } from './open-hall.ts'
export { linesOf, quoteOf, readBasket, readBasketSummary, showBasket } from './read-basket.ts'
export type { NewBasket } from './baskets-at-once.ts'
export { removeTickets } from './remove-tickets.ts'
export { addTickets, changeTicket, removeTicket } from './tickets.ts'
export { addReservedOrder } from './reserved-order.ts'
export { freeStrayClaims, sweepBaskets, sweepClaims } from './sweep-baskets.ts'
