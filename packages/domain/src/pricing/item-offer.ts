import type { Brand } from '../brand/brand.ts'
import type { Locale } from '../brand/locale.ts'
import type { MembershipChange, MembershipQuote } from '../customer/membership-term.ts'
import type { PostalAddress } from '../customer/postal-address.ts'
import { isCurrentOffer, offerRenewal, type PurchaseConsent, type RenewalOffer } from '../customer/membership-renewal.ts'
import { type FoodDetail, type FoodOrder, type FoodProblem, offerFood } from '../food/food-order.ts'
import type { FoodOffer } from '../food/menu.ts'
import { add, type Money, times, zero } from '../money/money.ts'
import { type Problem, problem } from '../problem.ts'
import { fail, ok, type Result } from '../result.ts'
import { findVoucherFault, isVoucherValue, type VoucherDelivery } from './gift-voucher.ts'
import { isFundOpen, isGiftAmount, recognitionNameOf } from './giving.ts'
import { holdsStock, isPricedPerTicket, type ItemKind, needsTickets, type PerTicketKind } from './item-kind.ts'
import { refundProtectionPrice } from './pricing.ts'
import { offerProduct, type ProductDetail, type ProductToSell, type RequestedProduct } from './product-offer.ts'
import type { SittingsOffer } from '../table/sitting.ts'
import { type FlexDetail, type FlexOffer, findFlexProblem, priceFlex } from '../subscription/flex-offer.ts'
import { offerTable, type TableDetail, type TableOrder, type TableProblem } from '../table/table-order.ts'
import { type TopUp, topUpAmounts, topUpKinds, topUpProduct } from './top-up.ts'

/** A gift voucher: what each is worth in minor units, the texts on it, and how and when it is sent. */
type RequestedVoucher = {
  readonly value: Money
  readonly delivery: VoucherDelivery
  readonly to: string
  readonly from: string
  readonly message: string
  readonly email: string | null
  readonly sendOn: string | null
  readonly address?: PostalAddress | undefined
}
/** What the letter with a gift says, to whom and when it is sent. */
type GiftTexts = {
  readonly to: string
  readonly from: string
  readonly message: string
  readonly email: string
  readonly sendOn: string | null
}
type OfBooking = { readonly booking?: string | undefined }
/** Items as visitors ask for them: ids, amounts that they choose, and texts. */
type RequestedItems = {
  readonly donation: {
    readonly kind: 'donation'
    readonly fund: string
    readonly appeal: string | null
    readonly amount: Money
    readonly recognitionName: string | null
    readonly isAnonymous: boolean
    readonly tributeName: string | null
  }
  /** `upgradeFrom`: the membership that it replaces. */
  readonly membership: { readonly kind: 'membership'; readonly membership: string; readonly upgradeFrom?: string | undefined }
  readonly 'gift-membership': { readonly kind: 'gift-membership'; readonly membership: string } & GiftTexts
  readonly 'refund-protection': { readonly kind: 'refund-protection' }
  readonly 'gift-voucher': { readonly kind: 'gift-voucher'; readonly quantity: number } & RequestedVoucher
  /** `voucher`: the id of its account. `booking`: the number of the group booking whose deposits the account holds. */
  readonly 'voucher-top-up': { readonly kind: 'voucher-top-up'; readonly voucher: string; readonly amount: Money } & OfBooking
  readonly product: RequestedProduct
  readonly food: { readonly kind: 'food' } & FoodOrder
  readonly table: { readonly kind: 'table' } & TableOrder
  /** `flex`: the id of the flexible subscription. */
  readonly 'flex-subscription': { readonly kind: 'flex-subscription'; readonly flex: string; readonly quantity: number }
}
export type RequestedItem = RequestedItems[ItemKind]

/** What is stored of a donation: its name is the fund's name at the time of the sale. */
export type GiftDetail = {
  readonly fund: string
  readonly name: string
  readonly appeal: string | null
  /** Its name at the time of the sale. Absent in details of older versions. */
  readonly appealName?: string | null
  readonly recognitionName: string | null
  readonly isAnonymous: boolean
  readonly tributeName: string | null
  readonly topUp?: TopUp | null
}
/** What is stored of a membership: its name at the time of the sale, its length, the time zone of its days, and how it was quoted. */
export type MembershipDetail = {
  readonly membership: string
  readonly name: string
  readonly months: number
  readonly timeZone: string
  /** Absent in details of older versions. */
  readonly change?: MembershipChange
  readonly startsOn?: string | null
  /** The name and the id of the membership that an upgrade replaces. */
  readonly from?: string | null
  readonly upgradeFrom?: string | null
  readonly credit?: Money
  /** The term that a renewal continues, and the terms that an upgrade ends. */
  readonly continues?: string | null
  readonly replaces?: readonly string[]
  /** The automatic renewals that the buyer has agreed to; absent without them. */
  readonly autoRenewal?: PurchaseConsent
}
/** What is stored of a membership that is given. `level`: the membership. `claimMonths`: how long its link is valid. */
export type GiftMembershipDetail = GiftTexts & {
  readonly level: string
  readonly name: string
  readonly months: number
  readonly claimMonths: number
  readonly timeZone: string
}
/** What is stored of a gift voucher: also how long it is valid, the time zone of its days, and the fee of its letter in minor units. */
export type VoucherDetail = RequestedVoucher & { readonly months: number; readonly timeZone: string; readonly postage?: Money }
/**
 * What is stored of a top-up: the voucher's account, and the brand's rules at the time of the sale. `hint`: the last characters of its code.
 * `months`: for how long the voucher is valid from the sale on; null where its last day stays.
 */
export type VoucherTopUpDetail = {
  readonly voucher: string
  readonly hint: string
  readonly months: number | null
  readonly mostBalance: Money
  /** Number and name of the group booking whose deposit it is; absent for a gift voucher. */
  readonly booking?: string
  readonly group?: string
}
export type StoredDetail =
  | GiftDetail
  | MembershipDetail
  | GiftMembershipDetail
  | VoucherDetail
  | VoucherTopUpDetail
  | ProductDetail
  | FoodDetail
  | TableDetail
  | FlexDetail
  | null
/** The stored name of an item; undefined for kinds with a fixed name. */
export const storedName = (detail: StoredDetail): string | undefined => (detail && 'name' in detail ? detail.name : undefined)

/** The part of an item's amount that is a fee, in minor units: that of each piece, or of the letter that brings gift vouchers. */
export function itemFee(detail: StoredDetail, quantity: number): Money {
  if (detail && 'fee' in detail) return times(detail.fee, quantity)
  return detail && 'postage' in detail ? (detail.postage ?? zero) : zero
}

/** Ids of the terms that a membership renews or replaces, which no other item counts; empty for other items. */
export const termsUsedBy = (detail: StoredDetail): readonly string[] =>
  detail && 'membership' in detail ? [...(detail.replaces ?? []), ...(detail.continues ? [detail.continues] : [])] : []

/** An item that a brand sells. `product`: the id of what is sold; null where the kind is the product. */
export type OfferedItem = {
  readonly kind: ItemKind
  readonly product: string | null
  readonly quantity: number
  /** Minor units for the whole quantity; null for a price per ticket. */
  readonly amount: Money | null
  readonly detail: StoredDetail
  /** The performance that it belongs to; absent for none. */
  readonly performance?: string
}
type SellingBrand = Pick<
  Brand,
  | 'features'
  | 'foodAndDrink'
  | 'giftMemberships'
  | 'giftVouchers'
  | 'giving'
  | 'memberships'
  | 'productTypes'
  | 'refundProtection'
  | 'restaurant'
  | 'timeZone'
  | 'topUps'
> & {
  /** The products of the theatre, where an item may be one; with the performance at whose prices they are sold. */
  readonly products?: readonly ProductToSell[]
  /** The language in which problems name what the theatre has translated; absent for the theatre's. */
  readonly locale?: Locale | undefined
  /** What can be ordered for the performance of an order of food. */
  readonly food?: FoodOffer | undefined
  /** The sittings for the performance of a booking of a table. */
  readonly tables?: SittingsOffer | undefined
  /** The flexible subscription that is asked for, if the theatre has it, and the theatre's clock. */
  readonly flex?: FlexOffer | undefined
}
type Offer = Result<
  OfferedItem,
  | Problem<'page-not-found' | 'merchandise-not-found' | 'invalid-input' | 'reservation-terms-required'>
  | Problem<'subscription-off-sale' | 'subscription-limit'>
  | FoodProblem
  | TableProblem
>

const offers: { readonly [Kind in ItemKind]: (brand: SellingBrand, item: RequestedItems[Kind]) => Offer } = {
  donation: ({ features, giving }, item) => {
    const chosenFund = giving.find(({ fund }) => fund === item.fund)
    const chosenAppeal = chosenFund?.appeals?.find(({ appeal }) => appeal === item.appeal)
    if (!features.donations || !chosenFund || (item.appeal !== null && !chosenAppeal)) return fail(problem('page-not-found'))
    if (!isGiftAmount(chosenFund, item.amount)) return fail(problem('invalid-input', { fields: ['amount'] }))
    const { kind, amount, fund, appeal, isAnonymous, tributeName } = item
    const recognitionName = recognitionNameOf(chosenFund, item)
    return ok({
      kind,
      product: fund,
      quantity: 1,
      amount,
      detail: { fund, name: chosenFund.name, appeal, appealName: chosenAppeal?.name ?? null, recognitionName, isAnonymous, tributeName },
    })
  },
  // The price of a renewal or an upgrade depends on the buyer: see `withMembershipQuote`.
  membership: ({ memberships, timeZone }, { kind, membership: id, upgradeFrom = null }) => {
    const membership = memberships.find((each) => each.id === id)
    if (!membership?.sold) return fail(problem('page-not-found'))
    const { price, months } = membership.sold
    return ok({
      kind,
      product: id,
      quantity: 1,
      amount: price,
      detail: { membership: id, name: membership.name, months, timeZone, upgradeFrom },
    })
  },
  'gift-membership': ({ giftMemberships, memberships, timeZone }, { kind, membership: id, to, from, message, email, sendOn }) => {
    const level = memberships.find((each) => each.id === id)
    if (!giftMemberships || !level?.sold) return fail(problem('page-not-found'))
    const { price, months } = level.sold
    const { claimMonths } = giftMemberships
    const texts = { to, from, message, email, sendOn }
    return ok({
      kind,
      product: id,
      quantity: 1,
      amount: price,
      detail: { level: id, name: level.name, months, claimMonths, timeZone, ...texts },
    })
  },
  'refund-protection': ({ refundProtection }, { kind }) =>
    refundProtection ? ok({ kind, product: null, quantity: 1, amount: null, detail: null }) : fail(problem('page-not-found')),
  'gift-voucher': ({ giftVouchers, timeZone }, { kind, quantity, ...detail }) => {
    if (!giftVouchers) return fail(problem('page-not-found'))
    const field = findVoucherFault(giftVouchers, { ...detail, quantity })
    if (field) return fail(problem('invalid-input', { fields: [field] }))
    const { validMonths: months, post } = giftVouchers
    const postage = detail.delivery === 'post' ? (post?.fee ?? zero) : zero
    return ok({
      kind,
      product: null,
      quantity,
      amount: add(times(detail.value, quantity), postage),
      detail: { ...detail, months, timeZone, ...(postage > 0 && { postage }) },
    })
  },
  'voucher-top-up': ({ giftVouchers }, { kind, voucher, amount, booking }) => {
    // What is left to pay limits a deposit: see `findDepositProblem`.
    if (booking !== undefined)
      return ok({ kind, product: voucher, quantity: 1, amount, detail: { voucher, hint: '', months: null, mostBalance: zero, booking } })
    if (!giftVouchers?.topUp) return fail(problem('page-not-found'))
    if (!isVoucherValue(giftVouchers, amount)) return fail(problem('invalid-input', { fields: ['amount'] }))
    const { mostBalance, lastDay } = giftVouchers.topUp
    const months = lastDay === 'restarts' ? giftVouchers.validMonths : null
    return ok({ kind, product: voucher, quantity: 1, amount, detail: { voucher, hint: '', months, mostBalance } })
  },
  product: offerProduct,
  food: ({ foodAndDrink, food, locale }, { kind, ...order }) => {
    const offer = offerFood(foodAndDrink ? food : undefined, order, locale)
    return offer.ok ? ok({ kind, ...offer.value, performance: order.instance }) : offer
  },
  table: ({ restaurant, tables }, { kind, ...order }) => {
    const offer = offerTable(restaurant ? tables : undefined, order)
    return offer.ok ? ok({ kind, ...offer.value, performance: order.instance }) : offer
  },
  // How many a customer may hold also depends on those that they hold: see `findFlexProblem`.
  'flex-subscription': ({ flex }, { kind, quantity }) => {
    if (!flex) return fail(problem('page-not-found'))
    const refused = findFlexProblem(flex, { quantity, held: 0 })
    return refused ? fail(refused) : ok({ kind, product: flex.definition.flex, quantity, ...priceFlex(flex.definition, quantity) })
  },
}

/**
 * Validates a requested item against what the brand sells.
 * @returns `page-not-found`, `merchandise-not-found`, `food-not-found` or `table-not-found` for what it does not sell, `invalid-input` for an
 * amount out of its range, and the faults of `findFoodFault` and `offerTable`
 */
export const offerItem = (brand: SellingBrand, item: RequestedItem): Offer => offers[item.kind](brand, item as never)

/**
 * A donation with another amount. Its texts stay, except a recognition name that needs a higher amount.
 * @returns `invalid-input` for an amount out of the brand's range
 */
export function withGiftAmount(
  { giving }: Pick<SellingBrand, 'giving'>,
  detail: GiftDetail,
  amount: Money,
): Result<GiftDetail, Problem<'invalid-input'>> {
  const chosenFund = giving.find(({ fund }) => fund === detail.fund)
  if (!chosenFund || !isGiftAmount(chosenFund, amount)) return fail(problem('invalid-input', { fields: ['amount'] }))
  return ok({ ...detail, recognitionName: recognitionNameOf(chosenFund, { ...detail, amount }) })
}

/** The detail of a membership with the quote for its buyer. A consent to renewals at another price or on another day is dropped. */
export function withMembershipQuote(
  { memberships }: Pick<SellingBrand, 'memberships'>,
  { membership, name, months, timeZone, upgradeFrom = null, autoRenewal }: MembershipDetail,
  { change, credit, startsOn, continues, replaces }: MembershipQuote,
): MembershipDetail {
  const offer = offerRenewal(
    memberships.find(({ id }) => id === membership),
    startsOn,
  )
  return {
    ...{ membership, name, months, timeZone, upgradeFrom, change, credit, continues, replaces },
    startsOn: change === 'renewal' ? startsOn : null,
    from: memberships.find(({ id }) => id === upgradeFrom)?.name ?? null,
    ...(autoRenewal && isCurrentOffer(offer, autoRenewal) && { autoRenewal }),
  }
}

/** Whether the buyer of an item has agreed to automatic renewals of a membership. */
export const hasRenewalConsent = (detail: StoredDetail): boolean =>
  detail !== null && 'membership' in detail && detail.autoRenewal !== undefined

/** The automatic renewal that can be agreed to with an item. @param today ISO date in the theatre's time zone */
export const renewalOfferOf = (
  { memberships }: Pick<SellingBrand, 'memberships'>,
  detail: StoredDetail,
  today: string,
): RenewalOffer | undefined =>
  detail && 'membership' in detail
    ? offerRenewal(
        memberships.find(({ id }) => id === detail.membership),
        detail.startsOn ?? today,
      )
    : undefined

const pricesPerTicket: Readonly<Record<PerTicketKind, (brand: SellingBrand, tickets: number) => Money | undefined>> = {
  'refund-protection': refundProtectionPrice,
}

/**
 * The price of an item in a basket with `tickets` tickets, in minor units.
 * @returns undefined where it is not sold: it needs tickets and there are none, or the brand sells it no more
 */
export function itemPrice(
  brand: SellingBrand,
  { kind, amount }: { readonly kind: ItemKind; readonly amount: Money | null },
  tickets: number,
): Money | undefined {
  if (needsTickets(kind) && tickets === 0) return undefined
  return isPricedPerTicket(kind) ? pricesPerTicket[kind](brand, tickets) : (amount ?? undefined)
}

/** The top-up that an item is; undefined for other items. */
export const topUpOf = (detail: StoredDetail): TopUp | undefined => (detail && 'topUp' in detail ? (detail.topUp ?? undefined) : undefined)

/** Whether an item stays in a basket without tickets, so that it can be paid for alone. A top-up needs something else. */
export const isKeptItem = ({ kind, detail }: { readonly kind: ItemKind; readonly detail: StoredDetail }): boolean =>
  !needsTickets(kind) && topUpOf(detail) === undefined
/** Whether an item stays in a basket whose deadline has passed, and can be paid for alone. */
export const outlivesDeadline = (item: { readonly kind: ItemKind; readonly detail: StoredDetail }): boolean =>
  isKeptItem(item) && !holdsStock(item.kind)

/**
 * A top-up as an item, without its amount.
 * @param today ISO date in the theatre's time zone
 * @returns undefined where the brand does not offer it, or no fund is open
 */
export function offerTopUp(
  { features, giving, topUps }: SellingBrand,
  topUp: TopUp,
  today: string,
): Omit<OfferedItem, 'amount'> | undefined {
  const fund = features.donations ? giving.find((each) => isFundOpen(each, today)) : undefined
  const isOffered = topUp === 'round-up' ? topUps?.roundUpTo !== undefined : topUps?.feeCover !== undefined
  if (!fund || !isOffered) return undefined
  const texts = { appeal: null, appealName: null, recognitionName: null, isAnonymous: false, tributeName: null }
  return { kind: 'donation', product: topUpProduct(topUp), quantity: 1, detail: { fund: fund.fund, name: fund.name, ...texts, topUp } }
}

type PricedItem = { readonly kind: ItemKind; readonly amount: number | null; readonly detail: StoredDetail }
type BasketContent<Item> = {
  readonly items: readonly Item[]
  readonly tickets: number
  /** Tickets, discounts and delivery. */ readonly rest: Money
}

/** The total of a basket without its top-ups, and the top-ups in it. */
function topUpBase<Item extends PricedItem>(brand: SellingBrand, { items, tickets, rest }: BasketContent<Item>) {
  const others = items.filter(({ detail }) => topUpOf(detail) === undefined)
  const amounts = others.map(({ kind, amount }) => itemPrice(brand, { kind, amount: amount as Money | null }, tickets) ?? zero)
  return { total: add(rest, ...amounts), chosen: new Set(items.flatMap(({ detail }) => topUpOf(detail) ?? [])) }
}

/** The items of a basket with the current amounts of its top-ups; null for a top-up with nothing to add. */
export function priceTopUps<Item extends PricedItem>(brand: SellingBrand, content: BasketContent<Item>): readonly Item[] {
  const { items } = content
  if (items.every(({ detail }) => topUpOf(detail) === undefined)) return items
  const { total, chosen } = topUpBase(brand, content)
  const amounts = topUpAmounts(brand.topUps ?? {}, total, chosen)
  return items.map((item) => {
    const topUp = topUpOf(item.detail)
    return topUp === undefined ? item : { ...item, amount: amounts[topUp] || null }
  })
}

/** The top-ups that a basket may add, with their amounts and the fund. @param today ISO date in the theatre's time zone */
export function offeredTopUps<Item extends PricedItem>(brand: SellingBrand, content: BasketContent<Item>, today: string) {
  const { total, chosen } = topUpBase(brand, content)
  const amounts = topUpAmounts(brand.topUps ?? {}, total, chosen)
  return topUpKinds.flatMap((topUp) => {
    const offer = chosen.has(topUp) || amounts[topUp] === 0 ? undefined : offerTopUp(brand, topUp, today)
    return offer ? [{ topUp, amount: amounts[topUp], fund: storedName(offer.detail) ?? '' }] : []
  })
}
