export { OrderPage } from './OrderPage.tsx'
export { OrdersPage } from './OrdersPage.tsx'
export { SignInPage } from './SignInPage.tsx'
