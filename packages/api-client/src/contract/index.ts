import { afterSale } from './after-sale.ts'
import { auth } from './auth.ts'
import { ballot } from './ballot.ts'
import { basket } from './basket.ts'
import { catalogue } from './catalogue.ts'
import { checkout } from './checkout.ts'
import { counter } from './counter.ts'
import { details } from './details.ts'
import { food } from './food.ts'
import { forms, staffForms } from './forms.ts'
import { gifts } from './gifts.ts'
import { holdings } from './holdings.ts'
import { listings } from './listings.ts'
import { me } from './me.ts'
import { orderReturns } from './order-returns.ts'
import { packages } from './packages.ts'
import { paymentLinks, staffPaymentLinks } from './payment-links.ts'
import { groupBookings } from './group-bookings.ts'
import { groupNames } from './group-names.ts'
import { halls } from './halls.ts'
import { movingIn } from './moving-in.ts'
import { programmeFiles } from './programme-files.ts'
import { planning } from './planning.ts'
import { priceLists } from './price-lists.ts'
import { saleWindows } from './sale-windows.ts'
import { offers } from './offers.ts'
import { type ProgrammeView, programmes } from './programmes.ts'
import { queue } from './queue.ts'
import { replans } from './replans.ts'
import { agents } from './agents.ts'
import { daySeats } from './day-seats.ts'
import { seatLocks } from './seat-locks.ts'
import { productPerformances } from './product-performances.ts'
import { productStocks } from './product-stocks.ts'
import { accessCards } from './access-cards.ts'
import { subscriptionCards } from './subscription-cards.ts'
import { offerCodes } from './offer-codes.ts'
import { programmeCodes } from './programme-codes.ts'
import { records } from './records.ts'
import { seats } from './seats.ts'
import { site } from './site.ts'
import { shopPreviews } from './shop-previews.ts'
import { staff } from './staff.ts'
import { staffAccounts } from './staff-accounts.ts'
import { staffVouchers } from './staff-vouchers.ts'
import { subscriptions } from './subscriptions.ts'
import { tables } from './tables.ts'
import { tickets } from './tickets.ts'
import { vouchers } from './vouchers.ts'

/** The endpoints of staff by group. A build loads their addresses with the screens of staff. */
export const staffContract = {
  staff,
  counter,
  afterSale,
  staffAccounts,
  staffVouchers,
  staffPaymentLinks,
  staffForms,
  groupBookings,
  halls,
  programmeFiles,
  movingIn,
  planning,
  priceLists,
  saleWindows,
  agents,
  daySeats,
  seatLocks,
  records,
  productPerformances,
  productStocks,
  programmeCodes,
  offerCodes,
  subscriptionCards,
  accessCards,
  offers,
  replans,
  shopPreviews,
} as const

/** All endpoints of the API by group; one file for each group. */
export const contract = {
  site,
  catalogue,
  listings,
  food,
  tables,
  seats,
  packages,
  subscriptions,
  auth,
  basket,
  checkout,
  me: { ...me, ...details, ...holdings, ...orderReturns, ...groupNames },
  tickets,
  vouchers,
  gifts,
  forms,
  paymentLinks,
  programmes,
  queue,
  ballot,
  ...staffContract,
} as const

export type { BotCheckOffer, Registration } from './auth.ts'
export type { BallotView } from './ballot.ts'
export type { Address } from './address.ts'
export type { Basket, BasketSummary, Billing } from './basket.ts'
export type { BasketTicket } from './basket-ticket.ts'
export type { BasketItem, CounterItem, ItemToAdd, OrderItem } from './basket-item.ts'
export { addressSchema } from './address.ts'
export { billingSchema } from './basket.ts'
export { registrationSchema } from './auth.ts'
export type { Availability, Event, EventSummary, Instance, InstanceSummary, MembershipOffer, Prices } from './catalogue.ts'
export type { PaymentStatus } from './checkout.ts'
export {
  type Access,
  type BodyOf,
  type Calls,
  commonProblems,
  type Endpoint,
  instancesOfPass,
  isOpenTo,
  type ParamsOf,
  type ProblemOf,
  type QueryOf,
  type ReplyInput,
  type ReplyOf,
} from './endpoint.ts'
export type { AccessEntitlement, Cards, ContactPreferences, Details, DirectDebit, DirectDebits, SavedAddress } from './details.ts'
export type { FoodOfEvent, KitchenList } from './food.ts'
export type { TableList } from './tables.ts'
export { type FormEntry, formEntryStates, type OpenForm } from './forms.ts'
export { type GroupBooking, maxGroupBookings } from './group-bookings.ts'
export type { GroupNames } from './group-names.ts'
export type { GroupSeats } from './group-seats.ts'
export type { GiftMembership } from './gifts.ts'
export type { HeldMembership, Household, MonthlyGift, SeriesRenewal, TicketSubscription } from './holdings.ts'
export type { ListedPerformance, Listings } from './listings.ts'
export type { Order, OrderSummary, Ticket } from './me.ts'
export type { ReturnOffer } from './order-returns.ts'
export type { PackageRequest } from './packages.ts'
export type { ApiToken, StaffAccount } from './staff-accounts.ts'
export type { FoundSeats, PerformancesRequest, SeatRequest } from './seats.ts'
export type {
  ReturnedValue,
  SettledSale,
  SoldOrder,
  SoldRefund,
  Takings,
  TakingsKind,
  TakingsRefund,
  TakingsRow,
  UnfinishedSale,
} from './after-sale.ts'
export type { CounterExchange, CounterSale } from './counter-sale.ts'
export type { CounterInstance, OpenInstance } from './counter.ts'
export type { BookEntry, SeatHold } from './counter-records.ts'
export type { ProductPerformances } from './product-performances.ts'
export type { ProductStocks } from './product-stocks.ts'
export type { ListedAccessCard } from './access-cards.ts'
export type { SingleUseCode } from './offer-codes.ts'
export type { CardBatch } from './subscription-cards.ts'
export type { ProgrammeCodeCounts } from './programme-codes.ts'
export type { CatalogueRecord, RecordNames } from './records.ts'
export type { PlannedHall } from './halls.ts'
export type { ChangeSet, PlannedPerformance, PlannedProduction, PlannedRunPerformance } from './planning.ts'
export type { PlannedPriceList } from './price-lists.ts'
export type { OfferTrialRequest, PlannedOffer } from './offers.ts'
export type { PlannedSaleWindows } from './sale-windows.ts'
export type { PlannedMove, PlannedReplan } from './replans.ts'
export type { DaySeatDraw, PlannedDaySeatDraw } from './day-seats.ts'
export { type AgentSaleOrder, type Allocation, maxAgentSales } from './agents.ts'
export type { PaintedPerformance, PlannedLocks } from './seat-locks.ts'
export { linkContentsOf, type PaymentLinkView, type StaffPaymentLink } from './payment-links.ts'
export { mapPerformanceIds, mapTexts } from './performance-ids.ts'
export type { ProgrammeView }
export type { StaffVoucher, VoucherCard, VoucherLetter } from './staff-vouchers.ts'
export type { CounterState, CounterCustomer, FoundCustomer, GuestOrder } from './staff.ts'
export { type WaitingRoomStatus, waitingRoomStatusSchema, type SaleProgress } from './queue.ts'
export type { Customer, Session, Site } from './site.ts'
export type { HeldTicket, HeldTickets, SharedTicket } from './tickets.ts'
