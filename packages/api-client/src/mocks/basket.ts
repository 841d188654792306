import { extendHold } from '@playhouse/domain/basket'
import { giftAidWording, isAccountGiftAidWording } from '@playhouse/domain/giving'
import { isSendDay } from '@playhouse/domain/gift-voucher'
import { hasClock, holdsStock, isEmpty, mostItems, needsTickets, replacesItem } from '@playhouse/domain/item-kind'
import { offerItem, renewalOfferOf, withGiftAmount } from '@playhouse/domain/item-offer'
import { isKeptItem, topUpOf } from '@playhouse/domain/stored-detail'
import { offerTopUp } from '@playhouse/domain/top-up-item'
import { isCurrentOffer } from '@playhouse/domain/membership-renewal'
import { type Problem, problem } from '@playhouse/domain/problem'
import { blockOf } from '@playhouse/domain/plan'
import { isUsefulFor, promoCodeOf } from '@playhouse/domain/promo'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { plainOf } from '@playhouse/domain/time'
import type { Basket, ReplyInput } from '#contract'
import { donorOf } from './account.ts'
import { findOtherOrderProblem, findReservedItemProblem } from './add-ons.ts'
import { removeDependentItems } from './dependent-items.ts'
import { addSeats, limitProblem } from './add-seats.ts'
import { findBuyerProblem, findTermConflict } from './buyer-problem.ts'
import { applyMemberPrices, revertMemberPrices } from './member-prices.ts'
import { priceForBuyer, todayIn } from './membership.ts'
import { findFoodProblem, foodOfferOf } from './food.ts'
import { flexOfferOf } from './subscriptions.ts'
import { findTableProblem, sittingsOf } from './tables.ts'
import { findWholePackageProblem } from './whole-package.ts'
import type { MockHandlers, Contract } from './mock-handler.ts'
import { findStockProblem, productsOf } from './products.ts'
import { type MockShop, type MockVisit, releaseBasket, reopenBasket } from './mock-shop.ts'
import { creditOf, offerFor, readBasket } from './read-basket.ts'
import { usableCode } from './single-use-codes.ts'
import { promoOfNamedCode } from './named-codes.ts'
import { dependsOnPromo, discountedTickets, livePromo, promoBuyer, promoTickets, usesOf } from './eligibility.ts'
import { withVoucherHint } from './voucher-money.ts'
import { setChosenPrice } from './chosen-price.ts'

/** Mock handlers of the basket. */
export function basketHandlers(shop: MockShop): MockHandlers<Contract['basket']> {
  /** Changes an open basket and increases its version; a problem must leave it unchanged. `isAddition`: seats are added. */
  const editBasket = (visit: MockVisit, work: () => Problem | undefined, isAddition = false): Result<Basket, Problem> => {
    shop.expireBasket(visit)
    if (visit.state === 'paying') return fail(problem('basket-paying'))
    if (visit.state !== 'open') return fail(problem('basket-expired'))
    const editProblem = work()
    if (editProblem) return fail(editProblem)
    visit.version += 1
    visit.lastPayment = null
    if (!isAddition) Object.assign(visit, { heldMemberships: [], lapsedItems: [] })
    return ok(readBasket(shop, visit))
  }
  const editFilled = (visit: MockVisit, work: () => Problem | undefined | void): Result<Basket, Problem> =>
    editBasket(visit, () => (isEmpty(visit) ? problem('basket-empty') : (work() ?? undefined)))
  const editAsCustomer = (visit: MockVisit, work: () => void): Result<Basket, Problem> =>
    visit.customer ? editFilled(visit, () => void work()) : fail(problem('login-required'))

  return {
    read: ({ visit }) => ok(readBasket(shop, visit)),
    reset: ({ visit }) => {
      if (visit.state === 'paying') return fail(problem('basket-paying'))
      releaseBasket(shop, visit)
      Object.assign(visit, {
        state: 'open',
        lapsed: [],
        lastPayment: null,
        heldMemberships: [],
        lapsedItems: [],
        version: 1,
        vouchers: [],
        usesCredit: false,
        addsTo: null,
      })
      return ok(readBasket(shop, visit))
    },
    dismissLapsed: ({ visit }) => {
      shop.expireBasket(visit)
      if (visit.state === 'paying') return fail(problem('basket-paying'))
      if (visit.state === 'open') Object.assign(visit, { lapsed: [], lapsedItems: [], version: visit.version + 1 })
      else if (visit.state === 'expired') reopenBasket(visit)
      return ok(readBasket(shop, visit))
    },
    addTickets: ({ visit, body }) => {
      shop.expireBasket(visit)
      if (visit.state === 'expired' || visit.state === 'completed') reopenBasket(visit)
      let lostSeats: ReplyInput<Contract['basket']['addTickets']>['lost'] = null
      const addResult = editBasket(
        visit,
        () => {
          const result = addSeats(shop, visit, body)
          if (result.ok) lostSeats = result.value
          return result.ok ? undefined : result.error
        },
        true,
      )
      return addResult.ok ? ok({ ...addResult.value, lost: lostSeats }) : addResult
    },
    changeTicket: ({ visit, params, body }) =>
      editBasket(visit, () => {
        const ticket = visit.tickets.find((each) => each.id === params.id)
        if (!ticket) return problem('basket-line-unknown')
        const whole = findWholePackageProblem(visit, [ticket])
        if (whole) return whole
        const changedTicket = { ...ticket, priceType: body.priceType }
        if (!offerFor(shop, visit, changedTicket)) return problem('price-type-unavailable', { priceType: body.priceType })
        const ticketProblem = limitProblem(
          shop,
          visit.tickets.map((each) => (each === ticket ? changedTicket : each)),
        )
        if (ticketProblem) return ticketProblem
        return setChosenPrice(shop, ticket, body)
      }),
    removeTicket: ({ visit, params }) =>
      editBasket(visit, () => {
        const ticket = visit.tickets.find((each) => each.id === params.id)
        if (!ticket) return problem('basket-line-unknown')
        const whole = findWholePackageProblem(visit, [ticket])
        if (whole) return whole
        if (visit.vouchers.length > 0) return problem('voucher-in-basket')
        const { taken, list } = shop.pricedPerformanceOf(ticket.performance)!
        const block = blockOf(list.seatBlocks, ticket.seat)
        for (const seat of block) taken.delete(seat)
        visit.tickets = visit.tickets.filter((each) => each.performance !== ticket.performance || !block.includes(each.seat))
        if (visit.tickets.length > 0) return undefined
        if (!hasClock(visit)) Object.assign(visit, { deadline: null, extensions: 0 })
        removeDependentItems(visit)
        return undefined
      }),
    extend: ({ visit }) =>
      editBasket(visit, () => {
        const { holdSeconds, maxExtensions } = shop.brand.limits
        if (visit.deadline === null) return problem('basket-empty')
        const clock = extendHold({ deadline: visit.deadline, extensions: visit.extensions }, { holdSeconds, maxExtensions }, shop.now())
        if (!clock) return problem('extension-limit', { maximum: maxExtensions })
        Object.assign(visit, clock)
        return undefined
      }),
    setDelivery: ({ visit, body }) => {
      if (!visit.customer) return fail(problem('login-required'))
      const option = shop.brand.delivery.find((each) => each.method === body.method)
      if (!option) return fail(problem('delivery-unavailable'))
      if (option.needsAddress && !body.address) return fail(problem('invalid-input', { fields: ['address'] }))
      return editAsCustomer(visit, () => (visit.delivery = body))
    },
    setNotes: ({ visit, body: { termsAccepted = visit.terms, order, access, dietary = visit.notes.dietary ?? '' } }) => {
      if (dietary.length > (shop.brand.limits.dietaryNote ?? 0)) return fail(problem('invalid-input', { fields: ['dietary'] }))
      const notes = { order, access, ...(dietary !== '' && { dietary }) }
      return editFilled(visit, () => void Object.assign(visit, { notes, terms: termsAccepted }))
    },
    setBilling: ({ visit, body }) => editAsCustomer(visit, () => (visit.billing = body)),
    applyPromo: ({ visit, body }) => {
      const typed = promoCodeOf(body.code)
      const singleUse = usableCode(shop, typed)
      const named = promoOfNamedCode(shop, typed)
      const code = singleUse?.offer ?? named?.code ?? typed
      const live = livePromo(shop, code)
      const promo = singleUse || named || !live?.rule.singleUse ? live : undefined
      return editBasket(visit, () => {
        if (!promo) return problem('promo-not-recognised')
        if (!isUsefulFor(promo.rule, promoTickets(shop, visit), promoBuyer(shop, visit), discountedTickets(shop, code)))
          return problem('promo-not-valid')
        if (visit.customer && usesOf(shop, code, visit.customer.id) >= (promo.usesPerCustomer ?? Infinity))
          return problem('promo-not-valid')
        if (visit.promo !== code && dependsOnPromo(shop, visit, promo.rule)) return problem('promo-update-failed')
        Object.assign(visit, { promo: code, singleUse: singleUse?.code, namedCode: named && typed })
        return undefined
      })
    },
    removePromo: ({ visit }) =>
      editBasket(visit, () => {
        if (dependsOnPromo(shop, visit, undefined)) return problem('promo-update-failed')
        Object.assign(visit, { promo: null, singleUse: undefined, namedCode: undefined })
        return undefined
      }),
    applyGiftVoucher: ({ visit, body }) => {
      if (isEmpty(visit)) return fail(problem('basket-empty'))
      return editBasket(visit, () => {
        if ((shop.vouchers.get(body.code) ?? 0) <= 0) return problem('voucher-not-recognised')
        visit.vouchers = [...new Set([...visit.vouchers, body.code])]
        return undefined
      })
    },
    removeGiftVoucher: ({ visit }) =>
      editBasket(visit, () => {
        // The deposits of a group stay with its reserved order.
        visit.vouchers = visit.vouchers.filter((code) => shop.staffVouchers.some((voucher) => voucher.code === code && voucher.deposits))
        return undefined
      }),
    applyCredit: ({ visit }) => {
      if (visit.customer && !isEmpty(visit) && creditOf(shop, visit) === 0) return fail(problem('credit-not-applied'))
      return editAsCustomer(visit, () => (visit.usesCredit = true))
    },
    setSubscriptions: ({ visit, body }) => {
      if (!visit.customer) return fail(problem('login-required'))
      return editBasket(visit, () => void (visit.usesSubscriptions = body.isUsed))
    },
    removeCredit: ({ visit }) => editAsCustomer(visit, () => (visit.usesCredit = false)),
    addItem: ({ visit, body }) => {
      const products = body.kind === 'product' ? productsOf(shop, { instance: body.instance }) : []
      const food = body.kind === 'food' ? foodOfferOf(shop, body.instance, visit) : undefined
      const tables = body.kind === 'table' ? sittingsOf(shop, body.instance, visit) : undefined
      const flex = body.kind === 'flex-subscription' ? flexOfferOf(shop, body.flex) : undefined
      const offer = offerItem({ ...shop.brand, flex, products, food, tables }, body)
      if (!offer.ok) return offer
      const today = plainOf(Temporal.Instant.fromEpochMilliseconds(shop.now()), shop.brand.timeZone).slice(0, 10)
      if ('sendOn' in body && !isSendDay(body.sendOn, today)) return fail(problem('invalid-input', { fields: ['sendOn'] }))
      shop.expireBasket(visit)
      if (visit.state === 'expired' || visit.state === 'completed') reopenBasket(visit)
      const { kind } = offer.value
      return editBasket(visit, () => {
        const otherOrder = findOtherOrderProblem(visit, kind)
        if (otherOrder) return otherOrder
        if (needsTickets(kind) && visit.tickets.length === 0) return problem('basket-empty')
        const refused = findBuyerProblem(shop, visit, offer.value)
        if (refused) return refused
        const soldOut =
          findStockProblem(shop, visit, offer.value) ?? findFoodProblem(shop, visit, offer.value) ?? findTableProblem(shop, offer.value)
        if (soldOut) return soldOut
        const earlier = visit.items.find((item) => replacesItem(offer.value, item))
        if (!earlier && visit.items.length >= mostItems) return problem('basket-full', { maximum: mostItems })
        const priced = priceForBuyer(shop, visit.customer && shop.accounts.get(visit.customer.email), offer.value)
        const conflict = findTermConflict(
          shop,
          visit,
          priced.detail,
          visit.items.filter((each) => each !== earlier),
        )
        if (conflict) return conflict
        const reservationProblem = findReservedItemProblem(shop, visit, [...visit.items.filter((each) => each !== earlier), priced])
        if (reservationProblem) return reservationProblem
        const item = { ...withVoucherHint(shop, priced), id: earlier?.id ?? crypto.randomUUID() }
        visit.items = earlier ? visit.items.map((each) => (each === earlier ? item : each)) : [...visit.items, item]
        if (kind === 'membership') applyMemberPrices(shop, visit)
        if (holdsStock(kind)) visit.deadline ??= shop.now() + shop.brand.limits.holdSeconds * 1000
        return undefined
      })
    },
    endAddOns: ({ visit }) =>
      editBasket(visit, () => {
        visit.addsTo = null
        return undefined
      }),
    addTopUp: ({ visit, body: { topUp } }) =>
      editFilled(visit, () => {
        const offer = offerTopUp(shop.brand, topUp, todayIn(shop))
        if (!offer) return problem('page-not-found')
        if (visit.items.some(({ detail }) => topUpOf(detail) === topUp)) return undefined
        if (visit.items.length >= mostItems) return problem('basket-full', { maximum: mostItems })
        if (readBasket(shop, visit).topUps.every((each) => each.topUp !== topUp)) return problem('page-not-found')
        visit.items = [...visit.items, { ...offer, amount: null, id: crypto.randomUUID() }]
        return undefined
      }),
    changeItem: ({ visit, params, body }) =>
      editBasket(visit, () => {
        const item = visit.items.find(({ id }) => id === params.id)
        if (!item?.detail || !('fund' in item.detail) || topUpOf(item.detail)) return problem('basket-line-unknown')
        const changed = withGiftAmount(shop.brand, item.detail, body.amount)
        if (!changed.ok) return changed.error
        visit.items = visit.items.map((each) => (each === item ? { ...item, amount: body.amount, detail: changed.value } : each))
        return undefined
      }),
    setRenewal: ({ visit, params, body: { agreement } }) => {
      if (!visit.customer) return fail(problem('login-required'))
      return editBasket(visit, () => {
        const item = visit.items.find(({ id }) => id === params.id)
        if (!item?.detail || !('membership' in item.detail)) return problem('basket-line-unknown')
        const { autoRenewal: _, ...detail } = item.detail
        const offer = renewalOfferOf(shop.brand, detail, todayIn(shop))
        if (agreement && !isCurrentOffer(offer, agreement)) return problem('price-changed')
        const consent = agreement && {
          ...{ ...agreement, text: '', locale: shop.brand.defaultLocale, currency: shop.brand.currency },
          agreedAt: new Date(shop.now()).toISOString(),
        }
        const changed = { ...item, detail: { ...detail, ...(consent && { autoRenewal: consent }) } }
        visit.items = visit.items.map((each) => (each === item ? changed : each))
        return undefined
      })
    },
    removeItem: ({ visit, params }) =>
      editBasket(visit, () => {
        const removedItem = visit.items.find(({ id }) => id === params.id)
        if (!removedItem) return problem('basket-line-unknown')
        if (removedItem.kind === 'donation') visit.giftAid = null
        const itemsBefore = visit.items
        visit.items = visit.items.filter((item) => item !== removedItem)
        if (!hasClock(visit)) Object.assign(visit, { deadline: null, extensions: 0 })
        if (removedItem.kind === 'membership') {
          const revertProblem = revertMemberPrices(shop, visit)
          if (revertProblem) {
            visit.items = itemsBefore
            return revertProblem
          }
          if (visit.tickets.length === 0) removeDependentItems(visit)
        }
        if (visit.tickets.length === 0 && !visit.items.some(isKeptItem)) visit.items = []
        if (isEmpty(visit)) Object.assign(visit, { vouchers: [], usesCredit: false })
        return undefined
      }),
    setGiftAid: ({ visit, body: { isDeclared, wording = giftAidWording } }) => {
      if (!shop.brand.features.giftAid) return fail(problem('page-not-found'))
      if (!isDeclared || !isAccountGiftAidWording(wording)) return editAsCustomer(visit, () => (visit.giftAid = isDeclared))
      const account = visit.customer && shop.accounts.get(visit.customer.email)
      if (!account) return fail(problem('login-required'))
      const donor = donorOf(shop, account)
      if (!donor) return fail(problem('gift-aid-address-required'))
      return editFilled(visit, () => {
        account.giftAid = { isDeclared, wording, saidAt: new Date(shop.now()).toISOString(), donor }
        visit.giftAid = null
      })
    },
  }
}
