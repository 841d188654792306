export { mockPaymentPage, payMock } from './checkout.ts'
export { createHandlers } from './handlers.ts'
export { createMockShop, type MockShop, type MockWorld } from './mock-shop.ts'
export { reserve } from './reservation.ts'
