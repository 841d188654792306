import type { Brand } from '../brand/brand.ts'
import type { Locale } from '../brand/locale.ts'
import { isCurrentOffer, offerRenewal, type RenewalOffer } from '../customer/membership-renewal.ts'
import type { MembershipQuote } from '../customer/membership-term.ts'
import { type FoodProblem, offerFood } from '../food/food-order.ts'
import type { FoodOffer } from '../food/menu.ts'
import { add, type Money, times, zero } from '../money/money.ts'
import { type Problem, problem } from '../problem.ts'
import { fail, ok, type Result } from '../result.ts'
import { type FlexOffer, findFlexProblem, priceFlex } from '../subscription/flex-offer.ts'
import type { SittingsOffer } from '../table/sitting.ts'
import { offerTable, type TableProblem } from '../table/table-order.ts'
import { findVoucherFault, isVoucherValue } from './gift-voucher.ts'
import { isGiftAmount, recognitionNameOf } from './giving.ts'
import type { ItemKind } from './item-kind.ts'
import { offerProduct, type ProductToSell } from './product-offer.ts'
import type { RequestedItem, RequestedItems } from './requested-item.ts'
import type { GiftDetail, MembershipDetail, StoredDetail } from './stored-detail.ts'

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
    if (!giftVouchers || giftVouchers.isWithdrawn) return fail(problem('page-not-found'))
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
