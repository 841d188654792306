export { OrderConfirmedPage } from './OrderConfirmedPage.tsx'
export { OrderFailedPage } from './OrderFailedPage.tsx'
export { OrderVerifyPage } from './OrderVerifyPage.tsx'
export { AddOnsPage } from './AddOnsPage.tsx'
