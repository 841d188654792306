import type { Hall, PerformanceDetails, PriceTable } from '#modules/catalogue'
import type { PricedSeat } from '#modules/pricing'
import type { IfTaken, SeatAvailability } from '#modules/seating'
import type { ChosenPerformance, PackageDefinition } from '@playhouse/domain/package'
import type { Problem } from '@playhouse/domain/problem'
import type { Result } from '@playhouse/domain/result'
import type { Actor, BasketDeps, BasketRow, BasketSeed, BasketWithTickets, TicketRow } from '#modules/basket'

export type HoldDeps = BasketDeps & { readonly availability: SeatAvailability }

/** A performance with its hall and prices: everything that selling its seats needs. */
export type BookablePerformance = { readonly performanceDetails: PerformanceDetails; readonly hall: Hall; readonly priceTable: PriceTable }

/** A basket that is inserted with its first seats, and the session that gets it. The session may be new too. */
export type NewBasket = {
  readonly id: string
  readonly seed: BasketSeed
  readonly visit?: { readonly key: string; readonly isNew: boolean } | undefined
}

/** The columns of a basket that decide eligibility and limits. `session`: of a new basket, the key of the session that gets it. */
export type BasketOwner = Pick<BasketRow, 'id' | 'customer_id' | 'promo' | 'staff_id'> & { readonly session?: string | undefined }

/** Seats of one performance to hold, by plan index, and the basket's seats to release. */
export type SeatSelection = {
  readonly seats: readonly { readonly index: number; readonly priceType: string }[]
  /** If some seats are taken: hold none, or hold the rest. */
  readonly ifTaken: IfTaken
  /** Seats of the basket that are released in the same step. */
  readonly release: readonly number[]
  /** Whether best available chose the seats: then they leave no orphan, and seats of the basket count as taken. */
  readonly isBestAvailable: boolean
}

/** The seats of one performance of a request. */
export type PartOfHold = { readonly bookable: BookablePerformance; readonly selection: SeatSelection }

/** A rejection that lists the taken seats, so that alternatives can be suggested. */
export type SeatsUnavailable = { readonly code: 'seats-unavailable'; readonly seats: readonly number[] }
export const seatsUnavailable = (seats: readonly number[]): SeatsUnavailable => ({ code: 'seats-unavailable', seats })

/** A rejection of a series: the performances whose seats can't be held, in the order of the request. */
export type SeriesRejected = {
  readonly code: 'series-rejected'
  readonly rejections: readonly { readonly performance: string; readonly error: Problem | SeatsUnavailable }[]
}

export type SeatWithPrice = PricedSeat & { readonly index: number; readonly priceType: string }

/** The seats of a selection that pass all rules, with their prices. Claims may still take some. */
export type ValidatedSeats = {
  /** Seats kept for other visitors: they count as taken. */
  readonly keptSeats: readonly SeatWithPrice[]
  readonly possible: readonly SeatWithPrice[]
  /** Those of `possible` that the basket doesn't have yet. */
  readonly newSeats: readonly SeatWithPrice[]
  readonly releasedTickets: readonly TicketRow[]
  readonly remainingTickets: readonly TicketRow[]
}

/** The package whose tickets a request holds: they get their shares of its price. */
export type PackageOfHold = Pick<PackageDefinition, 'package' | 'kind' | 'name' | 'pricing' | 'bands'> & {
  readonly choice: readonly ChosenPerformance[]
  /** Tickets of each performance. */
  readonly people: number
  /** Id of a package of the basket that is released in the same step. */
  readonly replaces: string | undefined
}

/** A request to hold seats in a stored or new basket: all of its parts or none. */
export type HoldRequest = {
  readonly deps: BasketDeps
  readonly targetBasket: string | NewBasket
  readonly actor: Actor
  /** One part for each performance. */
  readonly parts: readonly PartOfHold[]
  /** Id of the series that the tickets belong to; null for seats of one performance, which has one part. */
  readonly series: string | null
  /** Identifies the submission: a retry with the same key holds no more seats. */
  readonly idempotencyKey?: string | undefined
  /** The package that the tickets of the series belong to. */
  readonly package?: PackageOfHold | undefined
}
/** The seats that a request holds, and those that are taken. */
export type HeldSeats = { readonly performance: string; readonly seats: readonly number[]; readonly lost: readonly number[] }
/** A concurrent claim won. Retry to see which seats are taken. */
export type ClaimConflictError = { readonly code: 'claim-conflict' }
/** The price list has changed since this process read it. Retry with the new prices. */
export type PricesOutdated = { readonly code: 'prices-outdated' }
export type HoldResult = Result<
  { readonly heldSeats: readonly HeldSeats[]; readonly basketWithTickets: BasketWithTickets },
  Problem | SeatsUnavailable | SeriesRejected | ClaimConflictError | PricesOutdated
>

/** A request with its basket, which is locked or not stored yet. */
export type LoadedRequest = HoldRequest & {
  readonly row: BasketRow | undefined
  readonly basket: BasketOwner & Pick<BasketRow, 'deadline'>
  readonly tickets: readonly TicketRow[]
}
/** One part of a request with its basket. */
export type LoadedPart = Omit<LoadedRequest, 'parts'> & PartOfHold
