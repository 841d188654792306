import type { Hall, PerformanceDetails, PriceTable } from '#modules/catalogue'
import type { PricedSeat } from '#modules/pricing'
import type { IfTaken, SeatAvailability } from '#modules/seating'
import type { Problem } from '@playhouse/domain/problem'
import type { Result } from '@playhouse/domain/result'
import type { Actor, BasketDeps, BasketRow, BasketSeed, BasketWithTickets, TicketRow } from '#modules/basket'

export type HoldDeps = BasketDeps & { readonly availability: SeatAvailability }

/** A performance with all that is needed to sell its seats. */
export type BookablePerformance = { readonly performanceDetails: PerformanceDetails; readonly hall: Hall; readonly priceTable: PriceTable }

/** A basket that is opened with the first seats taken into it, and the visit that keeps it, which may begin with it. */
export type NewBasket = {
  readonly id: string
  readonly seed: BasketSeed
  readonly visit?: { readonly key: string; readonly isNew: boolean } | undefined
}

/** What eligibility and limits ask of a basket. */
export type BasketOwner = Pick<BasketRow, 'id' | 'customer_id' | 'promo' | 'staff_id'>

/** Seats of one performance for a basket, by plan index, and what becomes of those it has. */
export type SeatSelection = {
  readonly seats: readonly { readonly index: number; readonly priceType: string }[]
  /** Where some are somebody's: take none, or those that can be had. */
  readonly ifTaken: IfTaken
  /** Seats of the basket that go in the same step. */
  readonly release: readonly number[]
  /** The house chose them: its rule about seats left alone is kept already, and none of them is the basket's own. */
  readonly isBestAvailable: boolean
  /** What the wish is called by whoever asks: it is granted once. */
  readonly idempotencyKey?: string | undefined
}

/** A refusal that knows which seats are gone, for whoever finds others. */
export type SeatsUnavailable = { readonly code: 'seats-gone'; readonly seats: readonly number[] }
export const seatsUnavailable = (seats: readonly number[]): SeatsUnavailable => ({ code: 'seats-gone', seats })

export type SeatWithPrice = PricedSeat & { readonly index: number; readonly priceType: string }

/** What somebody may have of what they asked for, if nobody else has it. */
export type ValidatedSeats = {
  /** Kept for other people: to this one as taken as any. */
  readonly keptSeats: readonly SeatWithPrice[]
  readonly possible: readonly SeatWithPrice[]
  /** Those of the possible ones that the basket hasn't yet. */
  readonly added: readonly SeatWithPrice[]
  readonly releasedTickets: readonly TicketRow[]
  readonly remainingTickets: readonly TicketRow[]
}

/** Somebody who wants seats in a basket: theirs, or one that is opened with them. */
export type HoldRequest = {
  readonly deps: BasketDeps
  readonly into: string | NewBasket
  readonly actor: Actor
  readonly bookable: BookablePerformance
  readonly selection: SeatSelection
}
/** What was taken, and what somebody else has. */
export type HeldSeats = { readonly performance: string; readonly seats: readonly number[]; readonly lost: readonly number[] }
/** Somebody was quicker by a hair: another look finds their claim. */
export type ClaimConflicted = { readonly code: 'seats-slipped' }
/** The price list has changed since this process read it: the same is asked again with the new prices. */
export type PricesOutdated = { readonly code: 'prices-outdated' }
export type HoldResult = Result<
  { readonly taken: HeldSeats; readonly filled: BasketWithTickets },
  Problem | SeatsUnavailable | ClaimConflicted | PricesOutdated
>

/** A want and the basket it is for, which is locked or nobody else's yet. */
export type LoadedRequest = HoldRequest & {
  readonly row: BasketRow | undefined
  readonly basket: BasketOwner & Pick<BasketRow, 'deadline'>
  readonly tickets: readonly TicketRow[]
}
