export { adoptBasket, type Adopted } from './adopt-basket.ts'
export {
  type Actor,
  type BasketRow,
  expireBasket,
  type Filled,
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
export { overPayersNetwork } from './over-limit.ts'
export { isOverLimit } from './ticket-limit.ts'
export { isBasketGiftAided, setGiftAid } from './gift-aid.ts'
export { addItem, changeItem, dropHeldMembership, dropItemsWithoutTickets, itemsOf, quoteItems, removeItem } from './items.ts'
export { applyCredit, applyVoucher, holdsVoucher, lockPurses, planSpends, removeCredit, removeVouchers } from './purses.ts'
export { applyPromo, promoOn, removePromo, whyBarred } from './promo.ts'
export { type BestSeats, holdBest } from './hold-best.ts'
export { openHall, type OpenHall } from './open-hall.ts'
export type { HoldDeps, NewBasket } from './hold-request.ts'
export { linesOf, quoteOf, readBasket, readBasketSummary, showBasket } from './read-basket.ts'
export { removeTickets } from './remove-tickets.ts'
export { addTickets } from './add-tickets.ts'
export { changeTicket, removeTicket } from './tickets.ts'
export { addReservedOrder } from './reserved-order.ts'
export { freeStrayClaims, sweepBaskets, sweepClaims } from './sweep-baskets.ts'
