export { AccountPage } from './AccountPage.tsx'
export { ConfirmEmailPage } from './ConfirmEmailPage.tsx'
export { CustomPage } from './CustomPage.tsx'
export { OrderPage } from './OrderPage.tsx'
