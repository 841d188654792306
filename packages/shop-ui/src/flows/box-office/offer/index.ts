export { NewOfferPage, OfferPage } from './OfferPages.tsx'
export { OffersPage } from './OffersPage.tsx'
