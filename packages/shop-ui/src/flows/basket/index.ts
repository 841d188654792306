export { BasketExpiry } from './BasketExpiry.tsx'
export { BasketPage } from './BasketPage.tsx'
