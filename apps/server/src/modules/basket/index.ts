export {
  type Actor,
  adoptBasket,
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
export { type BasketHouse } from './edit-basket.ts'
export { linesOf, readBasket, readBasketSummary } from './read-basket.ts'
export { addTickets, changeTicket, removeTicket } from './tickets.ts'
export { sweepBaskets, sweepClaims } from './sweep-baskets.ts'
