import type { Hall, Showing, Tariff } from '#modules/catalogue'
import type { PricedSeat } from '#modules/pricing'
import type { IfTaken, Outlook } from '#modules/seating'
import type { Problem } from '@playhouse/domain/problem'
import type { Result } from '@playhouse/domain/result'
import type { Actor, BasketDeps, BasketRow, BasketSeed, Filled, TicketRow } from '#modules/basket'

export type HoldDeps = BasketDeps & { readonly outlook: Outlook }

/** A performance with all that is needed to sell its seats. */
export type OnSale = { readonly showing: Showing; readonly hall: Hall; readonly tariff: Tariff }

/** A basket that is opened with the first seats taken into it, and the visit that keeps it, which may begin with it. */
export type NewBasket = {
  readonly id: string
  readonly seed: BasketSeed
  readonly visit?: { readonly key: string; readonly isNew: boolean } | undefined
}

/** What eligibility and limits ask of a basket. */
export type Owned = Pick<BasketRow, 'id' | 'customer_id' | 'promo' | 'staff_id'>

/** Seats of one performance for a basket, by plan index, and what becomes of those it has. */
export type SeatsToTake = {
  readonly seats: readonly { readonly index: number; readonly priceType: string }[]
  /** Where some are somebody's: take none, or those that can be had. */
  readonly ifTaken: IfTaken
  /** Seats of the basket that go in the same step. */
  readonly giveBack: readonly number[]
  /** The house chose them: its rule about seats left alone is kept already, and none of them is the basket's own. */
  readonly isHouseChoice: boolean
  /** What the wish is called by whoever asks: it is granted once. */
  readonly once?: string | undefined
}

/** A refusal that knows which seats are gone, for whoever finds others. */
export type SeatsGone = { readonly code: 'seats-gone'; readonly seats: readonly number[] }
export const gone = (seats: readonly number[]): SeatsGone => ({ code: 'seats-gone', seats })

export type Priced = PricedSeat & { readonly index: number; readonly priceType: string }

/** What somebody may have of what they asked for, if nobody else has it. */
export type Chosen = {
  /** Kept for other people: to this one as taken as any. */
  readonly kept: readonly Priced[]
  readonly possible: readonly Priced[]
  /** Those of the possible ones that the basket hasn't yet. */
  readonly fresh: readonly Priced[]
  readonly leaving: readonly TicketRow[]
  readonly staying: readonly TicketRow[]
}

/** Somebody who wants seats in a basket: theirs, or one that is opened with them. */
export type Want = {
  readonly deps: BasketDeps
  readonly into: string | NewBasket
  readonly actor: Actor
  readonly at: OnSale
  readonly wanted: SeatsToTake
}
/** What was taken, and what somebody else has. */
export type Taken = { readonly performance: string; readonly seats: readonly number[]; readonly lost: readonly number[] }
/** Somebody was quicker by a hair: another look finds their claim. */
export type SeatsSlipped = { readonly code: 'seats-slipped' }
/** The price list has changed since this process read it: the same is asked again with the new prices. */
export type PricesOutdated = { readonly code: 'prices-outdated' }
export type Served = Result<{ readonly taken: Taken; readonly filled: Filled }, Problem | SeatsGone | SeatsSlipped | PricesOutdated>

/** A want and the basket it is for, which is locked or nobody else's yet. */
export type Case = Want & {
  readonly row: BasketRow | undefined
  readonly basket: Owned & Pick<BasketRow, 'deadline'>
  readonly tickets: readonly TicketRow[]
}
