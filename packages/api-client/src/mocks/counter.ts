import type { CounterInstance, CounterState, SeatHold } from '#contract'
import { isEmpty } from '@playhouse/domain/item-kind'
import { money } from '@playhouse/domain/money'
import { isReservableUntil } from '@playhouse/domain/order'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { complimentaryProblem, isStaffAllowed } from '@playhouse/domain/staff'
import { markCounterBasket, reserveMockSeats, setOffDeposits } from './reserve-at-counter.ts'
import { addSeats, isTaken } from './add-seats.ts'
import type { AnyMockHandler, MockHandlers, Contract, MockCall } from './mock-handler.ts'
import { basketHandlers } from './basket.ts'
import { sellAtCounter } from './counter-sale.ts'
import { type MockCounter, type MockStaffSession, newCounterBasket, seatNames } from './mock-counter.ts'
import { type MockShop, releaseBasket } from './mock-shop.ts'
import { listPaidLinks } from './payment-links.ts'
import { productionOf, readBasket } from './read-basket.ts'
import { withExchanged } from './subscriptions.ts'
import { membershipOffers } from './membership-offers.ts'
import { holdBest } from './seats.ts'
import { setChosenPrice } from './chosen-price.ts'

/** Mock handlers of the counter's sales. The counter basket has all price types and no limits of the web. */
export function counterHandlers(
  shop: MockShop,
  counter: MockCounter,
  agentName: (id: string) => string,
): MockHandlers<Contract['counter']> {
  const unknown = fail(problem('instance-unavailable'))
  const visitorHandlers = basketHandlers(shop)
  /** Changes the counter basket and returns the state of the counter. */
  const changeCounter = (
    { visit }: Pick<MockCall<unknown>, 'visit'>,
    work: (session: MockStaffSession) => Problem | undefined,
  ): Result<CounterState, Problem> => {
    const session = counter.signedIn(visit)
    if (!session.ok) return session
    shop.expireBasket(session.value.basket)
    const rejection = work(session.value)
    return rejection ? fail(rejection) : ok(counter.readState(session.value))
  }
  /** Changes the counter basket by a handler of the visitor's basket. */
  const editAsVisitor = (
    call: MockCall<unknown>,
    handler: AnyMockHandler,
    body: unknown = {},
    params: unknown = {},
  ): Result<CounterState, Problem> =>
    changeCounter(call, ({ basket }) => {
      const changeResult = handler({ params, query: {}, body, visit: basket } as never)
      return changeResult.ok ? undefined : changeResult.error
    })
  const openBasket = (session: MockStaffSession): void => {
    if (session.basket.state !== 'open') session.basket = newCounterBasket(shop, session.account)
  }
  /** The problem of complimentary tickets without the permission or without a reason. */
  const giftProblem = (
    { staffUser: { role } }: MockStaffSession,
    performance: string,
    types: readonly string[],
    reason: string | undefined,
  ): Problem | undefined =>
    types
      .map((priceType) => shop.pricedPerformanceOf(performance)!.list.priceTypes.find(({ id }) => id === priceType))
      .map((type) => complimentaryProblem(type, { role, reason }))
      .find((rejection) => rejection !== undefined)
  const markEdited = (session: MockStaffSession): void => markCounterBasket(shop, session)
  return {
    instances: ({ visit }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      const upcoming = shop.performances.filter((each) => each.startsAtInstant > shop.now() && each.counter?.isVisible !== false)
      return ok({ instances: upcoming.toSorted((a, b) => a.startsAtInstant - b.startsAtInstant).map(({ id }) => summarise(shop, id)) })
    },
    instance: ({ visit, params }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      const [mockPerformance, pricedPerformance] = [shop.performance(params.instance), shop.pricedPerformanceOf(params.instance)]
      if (!mockPerformance || !pricedPerformance) return unknown
      const { priceTypes, prices, seatBands, seatBlocks } = pricedPerformance.list
      return ok({
        ...summarise(shop, mockPerformance.id),
        hall: mockPerformance.hall,
        planVersion: pricedPerformance.data.version,
        prices: {
          seatingVersion: pricedPerformance.seatingVersion,
          priceTypes: priceTypes.map(({ memberships: _whose, ...type }) => type),
          prices,
          seatBands,
          ...(seatBlocks && { seatBlocks }),
        },
        holds: counter.holds.flatMap((hold): SeatHold[] => {
          const { id, kind, agent, reason, by, at: placedAt, releaseAt, seats } = hold
          if (hold.performance !== mockPerformance.id || seats.length === 0) return []
          return [
            {
              ...{ id, kind, reason, placedBy: by, placedAt: new Date(placedAt).toISOString() },
              agent: agent === undefined ? null : agentName(agent),
              releaseAt: releaseAt === null ? null : new Date(releaseAt).toISOString(),
              seats: seats.map(pricedPerformance.plan.idOf),
            },
          ]
        }),
      })
    },
    seats: ({ visit, params }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      if (!shop.performance(params.instance)) return unknown
      const { packedSeats, seatsLeft, version } = shop.availability(params.instance)
      return ok({ version, seats: packedSeats, seatsLeft })
    },
    hold: ({ params, body, visit }) =>
      changeCounter({ visit }, (session) => {
        if (!shop.performance(params.instance)) return problem('instance-unavailable')
        openBasket(session)
        const types = body.seats.map(({ priceType }) => priceType)
        const giftRejection = giftProblem(session, params.instance, types, body.reason)
        if (giftRejection) return giftRejection
        const addResult = addSeats(shop, session.basket, { instance: params.instance, seats: body.seats, giveBack: body.giveBack })
        if (!addResult.ok) return addResult.error
        markEdited(session)
        const { plan } = shop.pricedPerformanceOf(params.instance)!
        const seats = body.seats.map(({ seat }) => plan.indexOf(seat)!)
        counter.record({ performance: params.instance, who: session.staffUser.name, verb: 'add-tickets', seats, reason: body.reason })
        return undefined
      }),
    bestAvailable: ({ params, body, visit }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      if (!shop.performance(params.instance)) return unknown
      shop.expireBasket(session.value.basket)
      openBasket(session.value)
      const giftRejection = giftProblem(session.value, params.instance, [body.wish.priceType ?? ''], body.reason)
      if (giftRejection) return fail(giftRejection)
      const holdResult = holdBest(shop, session.value.basket, params.instance, body.wish)
      if (!holdResult.ok) return holdResult
      markEdited(session.value)
      return ok({ ...holdResult.value, desk: counter.readState(session.value) })
    },
    changeTicket: (call) =>
      changeCounter(call, (session) => {
        const ticket = session.basket.tickets.find(({ id }) => id === call.params.id)
        if (!ticket) return problem('basket-line-unknown')
        const giftRejection = giftProblem(session, ticket.performance, [call.body.priceType], call.body.reason)
        if (giftRejection) return giftRejection
        const offeredTypes = readBasket(shop, session.basket).tickets.find(({ id }) => id === ticket.id)!.choices
        if (offeredTypes.every(({ priceType }) => priceType !== call.body.priceType))
          return problem('price-type-unavailable', { priceType: call.body.priceType })
        const rejection = setChosenPrice(shop, ticket, call.body)
        if (!rejection) session.basket.version += 1
        return rejection
      }),
    removeTicket: (call) => editAsVisitor(call, visitorHandlers.removeTicket as AnyMockHandler, {}, call.params),
    memberships: ({ visit }) => {
      const session = counter.signedIn(visit)
      return session.ok ? ok({ memberships: membershipOffers(shop, session.value.basket) }) : session
    },
    addItem: (call) => {
      const added = changeCounter(call, (session) => {
        openBasket(session)
        if (call.body.kind === 'voucher-top-up' && !isStaffAllowed(session.staffUser.role, 'top-up-voucher')) return problem('not-allowed')
        const result = (visitorHandlers.addItem as AnyMockHandler)({ ...call, params: {}, query: {}, visit: session.basket })
        return result.ok ? undefined : result.error
      })
      return !added.ok && added.error.code === 'login-required' ? fail(problem('no-customer')) : added
    },
    changeItem: (call) => editAsVisitor(call, visitorHandlers.changeItem, call.body, call.params),
    removeItem: (call) => editAsVisitor(call, visitorHandlers.removeItem, {}, call.params),
    setAddress: (call) =>
      changeCounter(call, ({ basket }) => {
        if (isEmpty(basket)) return problem('basket-empty')
        Object.assign(basket, { delivery: { ...basket.delivery, address: call.body.address }, version: basket.version + 1 })
        return undefined
      }),
    reset: (call) =>
      changeCounter(call, (session) => {
        releaseBasket(shop, session.basket)
        session.basket = newCounterBasket(shop, session.account)
        return undefined
      }),
    applyPromo: (call) => editAsVisitor(call, visitorHandlers.applyPromo as AnyMockHandler, call.body),
    removePromo: (call) => editAsVisitor(call, visitorHandlers.removePromo as AnyMockHandler),
    applyGiftVoucher: (call) => editAsVisitor(call, visitorHandlers.applyGiftVoucher as AnyMockHandler, call.body),
    removeGiftVoucher: (call) => editAsVisitor(call, visitorHandlers.removeGiftVoucher as AnyMockHandler),
    applyCredit: (call) => editAsVisitor(call, visitorHandlers.applyCredit as AnyMockHandler),
    removeCredit: (call) => editAsVisitor(call, visitorHandlers.removeCredit as AnyMockHandler),
    setSubscriptions: (call) => {
      const session = counter.signedIn(call.visit)
      if (session.ok && !session.value.account) return fail(problem('no-customer'))
      return editAsVisitor(call, visitorHandlers.setSubscriptions as AnyMockHandler, call.body)
    },
    exchangeBasket: ({ body, visit }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      const { basket } = session.value
      return ok({ basket: withExchanged(basket, body.tickets, () => readBasket(shop, basket)) })
    },
    reserve: ({ params, body, visit }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      if (!session.value.account) return fail(problem('no-customer'))
      const mockPerformance = shop.performance(params.instance)
      if (!mockPerformance) return unknown
      const until = Date.parse(body.heldUntil)
      if (!isReservableUntil(until, { now: shop.now(), startsAt: mockPerformance.startsAtInstant }))
        return fail(problem('invalid-input', { fields: ['heldUntil'] }))
      const reserved = reserveMockSeats(shop, counter, session.value, { instance: params.instance, until })
      if (!reserved.ok) return reserved
      return ok({ order: reserved.value, heldUntil: body.heldUntil, desk: counter.readState(session.value) })
    },
    takeReserved: (call) =>
      changeCounter(call, (session) => {
        if (!session.account) return problem('no-customer')
        const reservation = counter.reservations.get(call.params.number)
        if (!reservation || reservation.isOver || reservation.customer !== session.account.customer.id) return problem('order-not-found')
        openBasket(session)
        if (session.basket.tickets.length + session.basket.items.length > 0) return problem('basket-not-empty')
        reservation.isOver = true
        reservation.basket = session.basket
        setOffDeposits(shop, reservation, session.basket)
        session.basket.tickets = reservation.tickets
        for (const { performance, seat } of reservation.tickets) shop.pricedPerformanceOf(performance)!.taken.set(seat, session.basket)
        markEdited(session)
        return undefined
      }),
    block: ({ params, body, visit }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      const pricedPerformance = shop.pricedPerformanceOf(params.instance)
      if (!pricedPerformance) return unknown
      const seats: number[] = []
      for (const seat of body.seats) {
        const index = pricedPerformance.plan.indexOf(seat)
        if (index === undefined) return fail(problem('seat-unknown', { seat }))
        seats.push(index)
      }
      const { basket, staffUser } = session.value
      const takenSeats = seats.filter((seat) => isTaken(shop, basket, params.instance, seat))
      if (takenSeats.length > 0) return fail(problem('seats-taken', { seats: takenSeats.map(pricedPerformance.plan.idOf), instead: null }))
      for (const seat of seats) pricedPerformance.taken.set(seat, 'sold')
      basket.tickets = basket.tickets.filter(({ performance, seat }) => performance !== params.instance || !seats.includes(seat))
      markEdited(session.value)
      const id = crypto.randomUUID()
      const { kind, reason } = body
      counter.holds.unshift({
        ...{ id, performance: params.instance, kind, reason, by: staffUser.name, at: shop.now(), seats },
        ...{ release: null, releaseAt: null },
      })
      counter.record({ performance: params.instance, who: staffUser.name, verb: 'block', seats, reason })
      return ok({ block: id, desk: counter.readState(session.value) })
    },
    unblock: ({ params, body, visit }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      const pricedPerformance = shop.pricedPerformanceOf(params.instance)
      if (!pricedPerformance) return unknown
      const hold = counter.holds.find(({ id, performance }) => id === params.block && performance === params.instance)
      const freedSeats = (hold?.seats ?? []).filter(
        (seat) => body.seats === undefined || body.seats.includes(pricedPerformance.plan.idOf(seat)),
      )
      if (hold) hold.seats = hold.seats.filter((seat) => !freedSeats.includes(seat))
      for (const seat of freedSeats) pricedPerformance.taken.delete(seat)
      const { name } = session.value.staffUser
      counter.record({ performance: params.instance, who: name, verb: 'unblock', seats: freedSeats, reason: body.reason })
      return ok({ block: params.block, seats: freedSeats.map(pricedPerformance.plan.idOf) })
    },
    sell: ({ body, visit }) => {
      const session = counter.signedIn(visit)
      return session.ok ? sellAtCounter(shop, counter, session.value, body) : session
    },
    // Mock card payments succeed at once, so none can be cancelled.
    stopCard: (call) => changeCounter(call, ({ basket }) => (isEmpty(basket) ? problem('basket-empty') : undefined)),
    book: ({ params, visit }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      if (!shop.performance(params.instance)) return unknown
      const entries = [...counter.auditLog, ...listPaidLinks(shop, counter)]
        .filter(({ performance }) => performance === params.instance)
        .toSorted((a, b) => b.at - a.at)
      return ok({
        entries: entries.map(({ id, at: when, who, verb, seats, order = null, amount, reason = null }) => ({
          id,
          at: new Date(when).toISOString(),
          who,
          verb,
          seats: seatNames(shop, params.instance, seats),
          order,
          amount: amount === undefined ? null : money(amount),
          reason,
        })),
      })
    },
  }
}

function summarise(shop: MockShop, id: string): CounterInstance {
  const mockPerformance = shop.performance(id)!
  const production = productionOf(shop, id)
  return {
    id,
    event: production.id,
    title: production.title,
    startsAt: new Date(mockPerformance.startsAtInstant).toISOString(),
    timeZone: mockPerformance.timeZone,
    hallName: shop.pricedPerformanceOf(id)!.plan.name,
    availability: shop.availabilityLabel(mockPerformance, true),
    seatsLeft: shop.availability(id).seatsLeft,
  }
}
