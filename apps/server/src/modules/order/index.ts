export { confirmOrder, failOrder, placeOrder } from './place-order.ts'
export { type FullOrder, listOrders, type OrderHouse, readOrder, readOrderById } from './read-order.ts'
export { listHeldTickets } from './held-tickets.ts'
export { cancelOrder, returnOrder, returnTickets } from './return-order.ts'
