import { titleOf } from '@playhouse/domain/production-texts'
import { ticketsLeftOf } from '@playhouse/domain/order-limit'
import { placeName } from '@playhouse/domain/plan'
import { deliveryLines, type Line, priceOf, refundProtectionPrice, storedValueLimit, totalsOf } from '@playhouse/domain/pricing'
import { giftAidOn, isGiftAided } from '@playhouse/domain/giving'
import { parseItemDetail } from '@playhouse/domain/item-detail'
import { hasClock, hasFixedName, isEmpty } from '@playhouse/domain/item-kind'
import { renewalOfferOf } from '@playhouse/domain/item-offer'
import { itemPrice } from '@playhouse/domain/item-price'
import { hasRenewalConsent, itemFee, storedName } from '@playhouse/domain/stored-detail'
import { offeredTopUps, priceTopUps } from '@playhouse/domain/top-up-item'
import { levyWithin } from '@playhouse/domain/levy'
import { renewalWording } from '@playhouse/domain/membership-renewal'
import { add, type Money, money, subtract, zero } from '@playhouse/domain/money'
import { allocateTender, sumOfAllocations } from '@playhouse/domain/stored-value'
import { postageOf } from '@playhouse/domain/postage'
import { maskVoucher, voucherHint } from '@playhouse/domain/voucher'
import type { Basket, BasketTicket } from '#contract'
import { readAddsTo } from './add-ons.ts'
import { removeHeldMemberships } from './held-items.ts'
import type { MockShop, MockTicket, MockVisit } from './mock-shop.ts'
import { todayIn } from './membership.ts'
import { appliedVouchers, findVouchers } from './subscriptions.ts'
import { priceOfTicket } from './price-of-ticket.ts'
import { discountsByTicket, discountsIn, promoLines, readOffers, typesFor } from './eligibility.ts'

/** Price and fee of a ticket in minor units; undefined where the visitor may not buy its price type. */
export function offerFor(shop: MockShop, visit: MockVisit, ticket: MockTicket) {
  const types = typesFor(shop, visit, shop.performance(ticket.performance)!)
  return types.some((type) => type.id === ticket.priceType) ? priceOfTicket(shop, ticket) : undefined
}

/** Lines of a basket: tickets, discount, items and delivery. */
export function linesOf(shop: MockShop, visit: MockVisit): Line[] {
  const option = shop.brand.delivery.find((each) => each.method === visit.delivery.method)!
  const vouchers = appliedVouchers(shop, visit)
  const off = discountsByTicket(shop, visit)
  const tickets = visit.tickets.map((ticket): Line => {
    const { vatBasisPoints, ...priced } = priceOfTicket(shop, ticket)!
    const { price, fee } = vouchers.has(ticket.id) ? { price: zero, fee: zero } : priced
    const levy = levyWithin(priced.levy, subtract(money(price), off.get(ticket.id) ?? zero))
    return {
      ...{ kind: 'ticket', ref: ticket.id, amount: price, fee },
      ...(vatBasisPoints !== undefined && { vatBasisPoints }),
      ...(levy && { levy }),
    }
  })
  const items = readItems(shop, visit).map(({ kind, name, amount, fee, detail }): Line => ({
    ...{ kind, ref: name || kind, amount, fee },
    ...(detail && 'vatBasisPoints' in detail && detail.vatBasisPoints !== null && { vatBasisPoints: detail.vatBasisPoints }),
  }))
  return [...tickets, ...promoLines(shop, visit), ...items, ...deliveryLines(option, tickets.length, postageOf(visit.items))]
}

/** The items of a visit, its tickets, and the total of tickets, discounts and delivery. */
function contentOf(shop: MockShop, visit: MockVisit) {
  const option = shop.brand.delivery.find((each) => each.method === visit.delivery.method)!
  const amounts = [...promoLines(shop, visit), ...deliveryLines(option, visit.tickets.length, postageOf(visit.items))].map(
    ({ amount }) => amount,
  )
  const vouchers = appliedVouchers(shop, visit)
  const prices = visit.tickets.map((ticket) => (vouchers.has(ticket.id) ? zero : priceOfTicket(shop, ticket)!.price))
  return { items: visit.items, tickets: visit.tickets.length, rest: add(...prices.map(money), ...amounts) }
}

/** Items of a basket as the contract returns them, without those that need tickets where there are none. */
export function readItems(shop: MockShop, visit: MockVisit): Basket['items'] {
  const { brand } = shop
  const { tickets } = visit
  return priceTopUps(brand, contentOf(shop, visit)).flatMap((item) => {
    const amount = itemPrice(brand, item, tickets.length)
    if (amount === undefined) return []
    const { id, kind, quantity, detail, performance = null } = item
    const name = hasFixedName(kind) ? '' : (storedName(detail) ?? '')
    return [{ id, ...parseItemDetail(kind, detail), name, quantity, performance, amount, fee: itemFee(detail, quantity) }]
  })
}

function readGiftAid(shop: MockShop, visit: MockVisit): Basket['giftAid'] {
  const donationTotal = add(
    ...readItems(shop, visit)
      .filter(({ kind }) => kind === 'donation')
      .map(({ amount }) => amount),
  )
  const account = shop.accounts.get(visit.customer?.email ?? '')
  return shop.brand.features.giftAid && donationTotal > 0
    ? { isDeclared: isGiftAided(visit.giftAid, account?.giftAid), amount: giftAidOn(donationTotal) }
    : null
}

/** The basket of a visit as the contract returns it. Expires it first where its deadline has passed. */
export function readBasket(shop: MockShop, visit: MockVisit): Basket {
  shop.expireBasket(visit)
  removeHeldMemberships(shop, visit)
  const { limits } = shop.brand
  const protection = refundProtectionPrice(shop.brand, visit.tickets.length)
  return {
    state: visit.state,
    version: visit.version,
    tickets: visit.tickets.map((ticket) => readTicket(shop, ticket, visit)),
    ...packagesOf(shop, visit),
    ...findVouchers(shop, visit).basket,
    items: readItems(shop, visit),
    refundProtection: protection ? { amount: protection } : null,
    topUps: isEmpty({ tickets: visit.tickets, items: readItems(shop, visit) })
      ? []
      : offeredTopUps(shop.brand, contentOf(shop, visit), todayIn(shop)),
    renewalOffers: renewalOffers(shop, visit),
    giftAid: readGiftAid(shop, visit),
    delivery: visit.delivery,
    deliveryOptions: shop.brand.delivery,
    billing: visit.billing,
    notes: visit.notes,
    termsAccepted: visit.terms,
    ...amountsOf(shop, visit),
    deadline: visit.deadline === null || !hasClock(visit) ? null : new Date(visit.deadline).toISOString(),
    extensionsLeft: limits.maxExtensions - visit.extensions,
    ticketsLeft: ticketsLeftOf(
      limits,
      visit.tickets.map(({ performance, series = null }) => ({ performance, series })),
    ),
    lapsed: visit.lapsed.map(({ performance, seats }) => {
      const { plan } = shop.pricedPerformanceOf(performance)!
      const production = productionOf(shop, performance)
      return { instance: performance, event: production.id, ...titleOf(production), seats: seats.map((seat) => plan.idOf(seat)) }
    }),
    heldMemberships: visit.heldMemberships,
    lapsedItems: visit.lapsedItems,
    addsTo: readAddsTo(shop, visit),
    lastPayment: visit.lastPayment,
  }
}

/** The packages of a visit with their tickets, for a basket or an order; no field without any. */
export function packagesOf(shop: MockShop, { packages, tickets }: MockVisit): Pick<Basket, 'packages'> {
  if (packages.length === 0) return {}
  return {
    packages: packages.map((each) => {
      const own = tickets.filter(({ series }) => series === each.id)
      return {
        ...each,
        tickets: own.map(({ id }) => id),
        amount: add(...own.map((ticket) => money(priceOfTicket(shop, ticket)!.price))),
      }
    }),
  }
}

/** The automatic renewals that the buyer can agree to; none where no card pays. */
function renewalOffers(shop: MockShop, visit: MockVisit): Basket['renewalOffers'] {
  if (!visit.customer || visit.isAtCounter || amountsOf(shop, visit).totals.leftToPay === 0) return []
  return visit.items.flatMap(({ id, detail }) => {
    const offer = renewalOfferOf(shop.brand, detail, todayIn(shop))
    return offer ? [{ item: id, ...offer, wording: renewalWording, isAgreed: hasRenewalConsent(detail) }] : []
  })
}

/** Account credit of the customer in minor units; 0 without an account. */
export const creditOf = (shop: MockShop, visit: MockVisit): Money => money(shop.accounts.get(visit.customer?.email ?? '')?.credit ?? 0)

const creditAccount = 'credit'
/** Allocation of what stored value may pay to the vouchers in order, and to credit last. */
export function allocationsOf(shop: MockShop, visit: MockVisit) {
  const limit = storedValueLimit(linesOf(shop, visit))
  const vouchers = visit.vouchers.map((code) => ({ id: code, available: money(shop.vouchers.get(code) ?? 0) }))
  return allocateTender(limit, visit.usesCredit ? [...vouchers, { id: creditAccount, available: creditOf(shop, visit) }] : vouchers)
}

/** Deducts the allocated amounts from vouchers and credit. */
export function applyTenders(shop: MockShop, visit: MockVisit): void {
  for (const { account: source, amount } of allocationsOf(shop, visit)) {
    const account = shop.accounts.get(visit.customer?.email ?? '')
    if (source === creditAccount && account) account.credit -= amount
    else shop.vouchers.set(source, (shop.vouchers.get(source) ?? 0) - amount)
  }
}

/** Totals of a basket, its promo code, and the parts that vouchers and credit pay. */
export function amountsOf(
  shop: MockShop,
  visit: MockVisit,
): Pick<Basket, 'quote' | 'totals' | 'giftVouchers' | 'credit' | 'promo' | 'offers'> {
  const spends = allocationsOf(shop, visit)
  const amountFrom = (source: string) => spends.find(({ account }) => account === source)?.amount ?? zero
  const balance = creditOf(shop, visit)
  const live = !isEmpty(visit)
  const lines = linesOf(shop, visit)
  const totals = totalsOf(lines, sumOfAllocations(spends), shop.brand.vatBasisPoints, discountsIn(shop, visit))
  return {
    ...(live && {
      quote: `${totals.total} in ${lines.length}, ${totals.vat}, ${add(...(totals.levies ?? []).map(({ amount }) => amount))}`,
    }),
    totals,
    ...readOffers(shop, visit),
    giftVouchers: live
      ? visit.vouchers.map((code) => ({
          code: maskVoucher(voucherHint(code)),
          applied: amountFrom(code),
          remaining: subtract(money(shop.vouchers.get(code) ?? 0), amountFrom(code)),
        }))
      : [],
    credit: live && balance > 0 ? { applied: amountFrom(creditAccount), balance } : null,
  }
}

/** The production of a performance. */
export function productionOf(shop: MockShop, performance: string) {
  const { production } = shop.performance(performance)!
  return shop.productions.find((each) => each.id === production)!
}

/** A ticket of a basket as the contract returns it, with the price types that the visitor may change it to. */
export function readTicket(shop: MockShop, ticket: MockTicket, visit: MockVisit): BasketTicket {
  const mockPerformance = shop.performance(ticket.performance)!
  const production = productionOf(shop, ticket.performance)
  const { plan, list } = shop.pricedPerformanceOf(ticket.performance)!
  const { band, ...usual } = priceOfTicket(shop, ticket)!
  const type = list.priceTypes.find(({ id }) => id === ticket.priceType)!
  const voucher = appliedVouchers(shop, visit).get(ticket.id)
  const { price, fee } = voucher ? { price: zero, fee: zero } : usual
  const levy = levyWithin(type.levy, subtract(money(price), discountsByTicket(shop, visit).get(ticket.id) ?? zero))
  return {
    id: ticket.id,
    instance: mockPerformance.id,
    event: production.id,
    ...titleOf(production),
    startsAt: new Date(mockPerformance.startsAtInstant).toISOString(),
    timeZone: mockPerformance.timeZone,
    hallName: plan.name,
    seat: plan.idOf(ticket.seat),
    ...placeName(plan, ticket.seat),
    note: plan.noteOf(ticket.seat) ?? null,
    band,
    priceType: ticket.priceType,
    priceTypeName: type.name,
    ...(type.proofAtDoor && { proofAtDoor: type.proofAtDoor }),
    ...(levy && { levy }),
    ...(type.payWhatYouCan && !ticket.share && !voucher && { payWhatYouCan: type.payWhatYouCan }),
    price: money(price),
    fee: money(fee),
    choices: ticket.share
      ? []
      : typesFor(shop, visit, mockPerformance).flatMap((type) => {
          const choice = priceOf(list, band, type.id)
          return choice ? [{ priceType: type.id, name: type.name, price: choice.price }] : []
        }),
    ...(ticket.series !== undefined && { series: ticket.series }),
    ...(voucher && { voucher: { subscription: voucher.id, name: voucher.name, price: money(usual.price) } }),
  }
}
