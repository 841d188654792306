import { auth } from './auth.ts'
import { ballot } from './ballot.ts'
import { basket } from './basket.ts'
import { catalogue } from './catalogue.ts'
import { checkout } from './checkout.ts'
import { me } from './me.ts'
import { queue } from './queue.ts'
import { seats } from './seats.ts'
import { site } from './site.ts'
import { vouchers } from './vouchers.ts'

/** The whole API by group; one file a group. */
export const contract = { site, catalogue, seats, auth, basket, checkout, me, vouchers, queue, ballot } as const

export type { Registration } from './auth.ts'
export type { BallotView } from './ballot.ts'
export type { Address, Basket, BasketSummary, BasketTicket, Billing } from './basket.ts'
export type { BasketItem, ItemToAdd } from './basket-item.ts'
export { addressSchema, billingSchema } from './basket.ts'
export { registrationSchema } from './auth.ts'
export type { Availability, Event, EventSummary, Instance, InstanceSummary, Prices } from './catalogue.ts'
export type { PaymentStatus } from './checkout.ts'
export {
  type Access,
  type BodyOf,
  type Calls,
  commonProblems,
  type Endpoint,
  type ParamsOf,
  type ProblemOf,
  type QueryOf,
  type ReplyInput,
  type ReplyOf,
} from './endpoint.ts'
export type { Order, OrderSummary, Ticket } from './me.ts'
export type { FoundSeats, SeatWish } from './seats.ts'
export { planned } from './planned/index.ts'
export { type Place, placeSchema, type SaleProgress } from './queue.ts'
export type { Customer, Session, Site } from './site.ts'
