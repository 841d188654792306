export { placeOrder } from './place-order.ts'
export { type FullOrder, listOrders, type OrderHouse, readOrder, readOrderById } from './read-order.ts'
