import { extendHold } from '@playhouse/domain/basket'
import { isGiftAmount, recognitionNameOf } from '@playhouse/domain/giving'
import type { ItemKind } from '@playhouse/domain/item-kind'
import { type Problem, problem } from '@playhouse/domain/problem'
import { blockOf } from '@playhouse/domain/plan'
import { isUsefulFor, promoCodeOf } from '@playhouse/domain/promo'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { type Basket, isSoldItem, type ReplyInput } from '#contract'
import { addSeats, limitProblem } from './add-seats.ts'
import type { MockHandlers, Contract } from './mock-handler.ts'
import { removeItems, type MockShop, type MockVisit, releaseBasket, reopenBasket } from './mock-shop.ts'
import { creditOf, offerFor, readBasket } from './read-basket.ts'
import { dependsOnPromo, promoTickets, promoRuleOf } from './eligibility.ts'

/** Mock handlers of the basket. */
export function basketHandlers(shop: MockShop): MockHandlers<Contract['basket']> {
  /** Changes an open basket and increases its version; a problem must leave it unchanged. */
  const editBasket = (visit: MockVisit, work: () => Problem | undefined): Result<Basket, Problem> => {
    shop.expireBasket(visit)
    if (visit.state === 'paying') return fail(problem('basket-paying'))
    if (visit.state !== 'open') return fail(problem('basket-expired'))
    const editProblem = work()
    if (editProblem) return fail(editProblem)
    visit.version += 1
    visit.lastPayment = null
    return ok(readBasket(shop, visit))
  }
  const editWithTickets = (visit: MockVisit, work: () => Problem | undefined | void): Result<Basket, Problem> =>
    editBasket(visit, () => (visit.tickets.length === 0 ? problem('basket-empty') : (work() ?? undefined)))
  const editAsCustomer = (visit: MockVisit, work: () => void): Result<Basket, Problem> =>
    visit.customer ? editWithTickets(visit, () => void work()) : fail(problem('login-required'))

  const addMembership = (visit: MockVisit, level: string): Result<Basket, Problem> => {
    const { name, sold } = shop.brand.memberships.find(({ id }) => id === level) ?? {}
    if (!name || !sold) return fail(problem('page-not-found'))
    return editWithTickets(visit, () => {
      const account = visit.customer && shop.accounts.get(visit.customer.email)
      if (!account) return problem('login-required')
      if (account.memberships?.includes(level)) return problem('membership-already-held', { name })
      const others = visit.items.filter(({ kind }) => kind !== 'membership')
      visit.items = [...others, { id: crypto.randomUUID(), kind: 'membership', amount: sold.price, detail: level }]
      return undefined
    })
  }

  const putItem = (visit: MockVisit, kind: ItemKind, amount: number, detail: string | null): Result<Basket, Problem> =>
    editWithTickets(visit, () => {
      const id = visit.items.find((item) => item.kind === kind)?.id ?? crypto.randomUUID()
      visit.items = [...visit.items.filter((item) => item.id !== id), { id, kind, amount, detail }]
    })

  return {
    read: ({ visit }) => ok(readBasket(shop, visit)),
    reset: ({ visit }) => {
      if (visit.state === 'paying') return fail(problem('basket-paying'))
      releaseBasket(shop, visit)
      Object.assign(visit, { state: 'open', lapsed: [], lastPayment: null, version: 1, vouchers: [], usesCredit: false })
      return ok(readBasket(shop, visit))
    },
    addTickets: ({ visit, body }) => {
      shop.expireBasket(visit)
      if (visit.state === 'expired' || visit.state === 'completed') reopenBasket(visit)
      let lostSeats: ReplyInput<Contract['basket']['addTickets']>['lost'] = null
      const addResult = editBasket(visit, () => {
        const result = addSeats(shop, visit, body)
        if (result.ok) lostSeats = result.value
        return result.ok ? undefined : result.error
      })
      return addResult.ok ? ok({ ...addResult.value, lost: lostSeats }) : addResult
    },
    changeTicket: ({ visit, params, body }) =>
      editBasket(visit, () => {
        const ticket = visit.tickets.find((each) => each.id === params.id)
        if (!ticket) return problem('basket-line-unknown')
        const changedTicket = { ...ticket, priceType: body.priceType }
        if (!offerFor(shop, visit, changedTicket)) return problem('price-type-unavailable', { priceType: body.priceType })
        const ticketProblem = limitProblem(
          shop,
          visit.tickets.map((each) => (each === ticket ? changedTicket : each)),
        )
        if (ticketProblem) return ticketProblem
        ticket.priceType = body.priceType
        return undefined
      }),
    removeTicket: ({ visit, params }) =>
      editBasket(visit, () => {
        const ticket = visit.tickets.find((each) => each.id === params.id)
        if (!ticket) return problem('basket-line-unknown')
        if (visit.vouchers.length > 0) return problem('voucher-in-basket')
        const { taken, list } = shop.pricedPerformanceOf(ticket.performance)!
        const block = blockOf(list.seatBlocks, ticket.seat)
        for (const seat of block) taken.delete(seat)
        visit.tickets = visit.tickets.filter((each) => each.performance !== ticket.performance || !block.includes(each.seat))
        if (visit.tickets.length > 0) return undefined
        Object.assign(visit, { deadline: null, extensions: 0 })
        removeItems(visit)
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
    setNotes: ({ visit, body: { termsAccepted = visit.terms, ...notes } }) =>
      editWithTickets(visit, () => void Object.assign(visit, { notes, terms: termsAccepted })),
    setBilling: ({ visit, body }) => editAsCustomer(visit, () => (visit.billing = body)),
    applyPromo: ({ visit, body }) => {
      const code = promoCodeOf(body.code)
      const rule = promoRuleOf(shop, code)
      return editBasket(visit, () => {
        if (!rule) return problem('promo-not-recognised')
        if (!isUsefulFor(rule, promoTickets(shop, visit))) return problem('promo-not-valid')
        if (visit.promo !== code && dependsOnPromo(shop, visit, rule)) return problem('promo-update-failed')
        visit.promo = code
        return undefined
      })
    },
    removePromo: ({ visit }) =>
      editBasket(visit, () => {
        if (dependsOnPromo(shop, visit, undefined)) return problem('promo-update-failed')
        visit.promo = null
        return undefined
      }),
    applyGiftVoucher: ({ visit, body }) => {
      if (visit.tickets.length === 0) return fail(problem('basket-empty'))
      return editBasket(visit, () => {
        if ((shop.vouchers.get(body.code) ?? 0) <= 0) return problem('voucher-not-recognised')
        visit.vouchers = [...new Set([...visit.vouchers, body.code])]
        return undefined
      })
    },
    removeGiftVoucher: ({ visit }) =>
      editBasket(visit, () => {
        visit.vouchers = []
        return undefined
      }),
    applyCredit: ({ visit }) => {
      if (visit.customer && visit.tickets.length > 0 && creditOf(shop, visit) === 0) return fail(problem('credit-not-applied'))
      return editAsCustomer(visit, () => (visit.usesCredit = true))
    },
    removeCredit: ({ visit }) => editAsCustomer(visit, () => (visit.usesCredit = false)),
    addItem: ({ visit, body }) => {
      const { features, giving, refundProtection } = shop.brand
      if (!isSoldItem(body)) return fail(problem('not-available-yet'))
      switch (body.kind) {
        case 'membership':
          return addMembership(visit, body.membership)
        case 'donation':
          if (!features.donations || giving?.fund !== body.fund) return fail(problem('page-not-found'))
          if (!isGiftAmount(giving, body.amount)) return fail(problem('invalid-input', { fields: ['amount'] }))
          return putItem(visit, body.kind, body.amount, recognitionNameOf(giving, body) ?? body.tributeName)
        case 'refund-protection':
          return refundProtection ? putItem(visit, body.kind, 0, null) : fail(problem('page-not-found'))
      }
    },
    changeItem: ({ visit, params, body }) =>
      editBasket(visit, () => {
        const item = visit.items.find(({ id }) => id === params.id)
        if (item?.kind !== 'donation' || !('amount' in body)) return problem('basket-line-unknown')
        if (!isGiftAmount(shop.brand.giving!, body.amount)) return problem('invalid-input', { fields: ['amount'] })
        item.amount = body.amount
        return undefined
      }),
    removeItem: ({ visit, params }) =>
      editBasket(visit, () => {
        if (visit.items.every(({ id }) => id !== params.id)) return problem('basket-line-unknown')
        visit.items = visit.items.filter(({ id }) => id !== params.id)
        return undefined
      }),
    setGiftAid: ({ visit, body }) =>
      shop.brand.features.giftAid ? editAsCustomer(visit, () => (visit.giftAid = body.isDeclared)) : fail(problem('page-not-found')),
  }
}
