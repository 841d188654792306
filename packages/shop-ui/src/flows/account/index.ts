export { OrderPage } from './OrderPage.tsx'
export { OrdersPage } from './OrdersPage.tsx'
