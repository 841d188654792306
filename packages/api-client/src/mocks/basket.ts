import { extendHold } from '@playhouse/domain/basket'
import { type Problem, problem } from '@playhouse/domain/problem'
import { blockOf, isWhole } from '@playhouse/domain/plan'
import { isUsefulFor, promoCodeOf } from '@playhouse/domain/promo'
import { bookable } from '@playhouse/domain/season'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { Basket } from '#contract'
import type { Answers, Contract } from './answers.ts'
import { type MockShop, type MockVisit, release } from './mock-shop.ts'
import { creditOf, offerFor, productionOf, readBasket } from './read-basket.ts'
import { eligibilityIn, needsItsPromo, promoTickets, ruleOf } from './standing.ts'

export function basketAnswers(shop: MockShop): Answers<Contract['basket']> {
  /** A change of an open basket; a refusal must have changed nothing. */
  const edit = (visit: MockVisit, work: () => Problem | undefined): Result<Basket, Problem> => {
    shop.lapse(visit)
    if (visit.state === 'paying') return fail(problem('basket-paying'))
    if (visit.state !== 'open') return fail(problem('basket-expired'))
    const refused = work()
    if (refused) return fail(refused)
    visit.version += 1
    visit.lastPayment = null
    return ok(readBasket(shop, visit))
  }
  const needsCustomer = (visit: MockVisit, work: () => void): Result<Basket, Problem> =>
    visit.customer
      ? edit(visit, () => {
          if (visit.tickets.length === 0) return problem('basket-empty')
          work()
          return undefined
        })
      : fail(problem('login-required'))

  return {
    read: ({ visit }) => ok(readBasket(shop, visit)),
    reset: ({ visit }) => {
      if (visit.state === 'paying') return fail(problem('basket-paying'))
      release(shop, visit)
      Object.assign(visit, { state: 'open', lapsed: [], lastPayment: null, version: 1, vouchers: [], usesCredit: false })
      return ok(readBasket(shop, visit))
    },
    addTickets: ({ visit, body }) => {
      shop.lapse(visit)
      if (visit.state === 'expired' || visit.state === 'completed')
        Object.assign(visit, { state: 'open', lapsed: [], version: 0, vouchers: [], usesCredit: false })
      return edit(visit, () => add(shop, visit, body))
    },
    changeTicket: ({ visit, params, body }) =>
      edit(visit, () => {
        const ticket = visit.tickets.find((each) => each.id === params.id)
        if (!ticket) return problem('basket-line-unknown')
        const changed = { ...ticket, priceType: body.priceType }
        if (!offerFor(shop, visit, changed)) return problem('price-type-unavailable', { priceType: body.priceType })
        const over = overLimit(
          shop,
          visit.tickets.map((each) => (each === ticket ? changed : each)),
        )
        if (over) return over
        ticket.priceType = body.priceType
        return undefined
      }),
    removeTicket: ({ visit, params }) =>
      edit(visit, () => {
        const ticket = visit.tickets.find((each) => each.id === params.id)
        if (!ticket) return problem('basket-line-unknown')
        if (visit.vouchers.length > 0) return problem('voucher-in-basket')
        const { taken, list } = shop.house(ticket.performance)!
        const block = blockOf(list.seatBlocks, ticket.seat)
        for (const seat of block) taken.delete(seat)
        visit.tickets = visit.tickets.filter((each) => each.performance !== ticket.performance || !block.includes(each.seat))
        if (visit.tickets.length === 0) Object.assign(visit, { deadline: null, extensions: 0 })
        return undefined
      }),
    extend: ({ visit }) =>
      edit(visit, () => {
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
      return needsCustomer(visit, () => (visit.delivery = body))
    },
    setNotes: ({ visit, body: { termsAccepted, ...notes } }) =>
      needsCustomer(visit, () => Object.assign(visit, { notes, terms: termsAccepted })),
    setBilling: ({ visit, body }) => needsCustomer(visit, () => (visit.billing = body)),
    applyPromo: ({ visit, body }) => {
      const code = promoCodeOf(body.code)
      const rule = ruleOf(shop, code)
      return edit(visit, () => {
        if (!rule) return problem('promo-not-recognised')
        if (!isUsefulFor(rule, promoTickets(shop, visit))) return problem('promo-not-valid')
        if (visit.promo !== code && needsItsPromo(shop, visit, rule)) return problem('promo-update-failed')
        visit.promo = code
        return undefined
      })
    },
    removePromo: ({ visit }) =>
      edit(visit, () => {
        if (needsItsPromo(shop, visit, undefined)) return problem('promo-update-failed')
        visit.promo = null
        return undefined
      }),
    applyGiftVoucher: ({ visit, body }) => {
      if (visit.tickets.length === 0) return fail(problem('basket-empty'))
      return edit(visit, () => {
        if ((shop.vouchers.get(body.code) ?? 0) <= 0) return problem('voucher-not-recognised')
        visit.vouchers = [...new Set([...visit.vouchers, body.code])]
        return undefined
      })
    },
    removeGiftVoucher: ({ visit }) =>
      edit(visit, () => {
        visit.vouchers = []
        return undefined
      }),
    applyCredit: ({ visit }) => {
      if (visit.customer && visit.tickets.length > 0 && creditOf(shop, visit) === 0) return fail(problem('credit-not-applied'))
      return needsCustomer(visit, () => (visit.usesCredit = true))
    },
    removeCredit: ({ visit }) => needsCustomer(visit, () => (visit.usesCredit = false)),
  }
}

function add(
  shop: MockShop,
  visit: MockVisit,
  body: { instance: string; seats: { seat: string; priceType: string }[] },
): Problem | undefined {
  const showing = shop.performance(body.instance)
  const house = shop.house(body.instance)
  if (!showing || !house) return problem('instance-unavailable')
  const label = shop.label(showing, eligibilityIn(shop, visit, showing).isEarly)
  if (label === 'passed') return problem('instance-passed')
  if (label === 'cancelled') return problem('instance-cancelled')
  if (label === 'priority') return problem('instance-priority', { generalSaleAt: new Date(showing.generalSaleInstant).toISOString() })
  if (label === 'sold-out') return problem('instance-sold-out')
  if (!bookable(label)) return problem('instance-off-sale')
  const wanted = []
  for (const { seat, priceType } of body.seats) {
    const index = house.plan.indexOf(seat)
    if (index === undefined) return problem('seat-unknown', { seat })
    const ticket = { id: crypto.randomUUID(), performance: showing.id, seat: index, priceType }
    if (!offerFor(shop, visit, ticket)) return problem('price-type-unavailable', { priceType })
    wanted.push(ticket)
  }
  const fresh = wanted.filter((ticket) => house.taken.get(ticket.seat) !== visit)
  const tickets = [...visit.tickets, ...fresh]
  const { ticketsPerOrder, holdSeconds } = shop.brand.limits
  if (tickets.length > ticketsPerOrder) return problem('max-tickets-per-order', { maximum: ticketsPerOrder, requested: tickets.length })
  const over = overLimit(shop, tickets)
  if (over) return over
  const here = tickets.filter((ticket) => ticket.performance === showing.id).map((ticket) => ticket.seat)
  if (!isWhole(house.list.seatBlocks, here)) return problem('distanced-block-incomplete')
  const now = shop.now()
  const taken = fresh.filter(({ seat }) => {
    const by = house.taken.get(seat)
    return by === 'sold' || (by !== undefined && (by.state === 'paying' || (by.deadline ?? 0) > now))
  })
  if (taken.length > 0) return problem('seats-taken', { seats: taken.map(({ seat }) => house.plan.idOf(seat)) })
  for (const { seat } of fresh) house.taken.set(seat, visit)
  visit.tickets = tickets
  visit.deadline ??= now + holdSeconds * 1000
  visit.lapsed = []
  return undefined
}

function overLimit(shop: MockShop, tickets: MockVisit['tickets']): Problem | undefined {
  for (const [performance, of] of Map.groupBy(tickets, (ticket) => ticket.performance))
    for (const type of shop.house(performance)!.list.priceTypes) {
      const requested = of.filter((ticket) => ticket.priceType === type.id).length
      if (type.limit !== undefined && requested > type.limit)
        return problem('ticket-limit', {
          maximum: type.limit,
          priceType: type.name,
          performance: productionOf(shop, performance).title,
          previouslyPurchased: 0,
          requested,
        })
    }
  return undefined
}
