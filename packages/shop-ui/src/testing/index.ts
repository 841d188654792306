export { openScreen, closeScreen, type Visit, type OpenedScreen } from './open-screen.tsx'
export { type Answers, type Arrived, fakeServer, refuse } from './fake-api.ts'
export { setNarrowScreen } from './screen-width.ts'
export {
  aBasket,
  aBrand,
  aCustomer,
  aDonation,
  aMembership,
  anAddress,
  anOrder,
  anOrderSummary,
  aProduct,
  aProtection,
  aSession,
  inDays,
  twoTickets,
  fullPrices,
} from './sample.ts'
