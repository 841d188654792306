export { type ApiProblem, api, ProblemError, setApi, unwrap } from './api.ts'
export { foodOfEventQuery, foodQuery } from './food-queries.ts'
export { commonAvailabilityQuery, packageQuery, packagesQuery, seriesRenewalsQuery } from './package-queries.ts'
export { useHoldPackage, useRemovePackage } from './package-mutations.ts'
export { listingsQuery } from './listings-queries.ts'
export { flexListQuery, flexQuery, useSetSubscriptions } from './flex-queries.ts'
export { sittingsQuery } from './table-queries.ts'
export { openFunds } from './open-funds.ts'
export { type Boot, isPlaceholder, readBoot, type RenderedQuery } from './boot.ts'
export {
  cacheBasket,
  refreshBasket,
  useAddItem,
  useAddTopUp,
  useAddReservedOrder,
  useAddTickets,
  useApplyGiftVoucher,
  useApplyPromo,
  useBestAvailable,
  useChangeTicket,
  useExtendHold,
  useRemoveItem,
  useRemovePromo,
  useRemoveTicket,
  useDismissLapsed,
  useResetBasket,
  useSetBilling,
  useSetDelivery,
  useSetGiftAid,
  useSetNotes,
} from './mutations.ts'
export {
  addressesQuery,
  availabilityQuery,
  ballotQuery,
  formQuery,
  basketQuery,
  detailsQuery,
  eventQuery,
  eventsQuery,
  householdQuery,
  instanceQuery,
  membershipOffersQuery,
  orderQuery,
  ordersQuery,
  paymentQuery,
  permissionsQuery,
  planQuery,
  pricesQuery,
  performanceProductsQuery,
  productsQuery,
  queryClient,
  sessionQuery,
  siteQuery,
} from './queries.ts'
export { useStoredValue } from './stored-value.ts'
export { applySignIn, applySignInElsewhere } from './sign-in.ts'
export { type HeldTicketsQuery, useHeldTickets, useTicketTools } from './ticket-tools.ts'
export { withBotCheck } from './with-bot-check.ts'
export { useBasket, useBrand, useIsSessionFetching, useSession } from './useSession.ts'
