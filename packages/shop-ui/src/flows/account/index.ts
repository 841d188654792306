export { OrderPage } from './OrderPage.tsx'
export { OrdersPage } from './OrdersPage.tsx'
export { ResetPasswordPage } from './ResetPasswordPage.tsx'
export { SignInPage } from './SignInPage.tsx'
