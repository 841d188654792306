import type { CounterInstance, Desk, SeatHold } from '#contract'
import { money } from '@playhouse/domain/money'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { type CounterAction, isStaffAllowed } from '@playhouse/domain/staff'
import { addSeats, isTaken } from './add-seats.ts'
import type { AnyAnswer, Answers, Contract, MockCall } from './answers.ts'
import { basketAnswers } from './basket.ts'
import { sellAtCounter } from './counter-sale.ts'
import { type MockCounter, type MockShift, newDesk, seatNames } from './mock-counter.ts'
import { type MockShop, release } from './mock-shop.ts'
import { productionOf, readBasket } from './read-basket.ts'
import { holdBest } from './seats.ts'

/** Selling at the counter of a mock shop: its basket is one of the shop's own, with all prices and without the web's limits. */
export function counterAnswers(shop: MockShop, counters: MockCounter): Answers<Contract['counter']> {
  const unknown = fail(problem('instance-unavailable'))
  const web = basketAnswers(shop)
  const may = ({ colleague }: MockShift, deed: CounterAction): boolean => isStaffAllowed(colleague.role, deed)
  /** After a change: the counter as it is now. A sale that is over leaves an empty one behind it. */
  const change = ({ visit }: Pick<MockCall<unknown>, 'visit'>, work: (shift: MockShift) => Problem | undefined): Result<Desk, Problem> => {
    const at = counters.at(visit)
    if (!at.ok) return at
    shop.lapse(at.value.desk)
    const refused = work(at.value)
    return refused ? fail(refused) : ok(counters.read(at.value))
  }
  /** A change of the basket that visitors make, too. */
  const asVisitor = (call: MockCall<unknown>, answer: AnyAnswer, body: unknown = {}, params: unknown = {}): Result<Desk, Problem> =>
    change(call, ({ desk }) => {
      const changed = answer({ params, query: {}, body, visit: desk } as never)
      return changed.ok ? undefined : changed.error
    })
  const fresh = (shift: MockShift): void => {
    if (shift.desk.state !== 'open') shift.desk = newDesk(shop, shift.served)
  }
  /** Tickets that are given away need somebody who may, and a reason. */
  const whyNotGiven = (
    shift: MockShift,
    performance: string,
    types: readonly string[],
    reason: string | undefined,
  ): Problem | undefined => {
    const given = shop.house(performance)!.list.priceTypes.filter(({ id, kind }) => kind === 'staff' && types.includes(id))
    if (given.length === 0) return undefined
    if (!may(shift, 'give-away')) return problem('not-allowed')
    return reason ? undefined : problem('invalid-input', { fields: ['reason'] })
  }
  const edited = (shift: MockShift): void => {
    shift.desk.version += 1
    shift.desk.deadline = shift.desk.tickets.length > 0 ? shop.now() + shop.brand.limits.holdSeconds * 1000 : null
  }
  return {
    instances: ({ visit }) => {
      const at = counters.at(visit)
      if (!at.ok) return at
      const ahead = shop.performances.filter(({ startsAtInstant }) => startsAtInstant > shop.now())
      return ok({ instances: ahead.toSorted((a, b) => a.startsAtInstant - b.startsAtInstant).map(({ id }) => summarise(shop, id)) })
    },
    instance: ({ visit, params }) => {
      const at = counters.at(visit)
      if (!at.ok) return at
      const [showing, house] = [shop.performance(params.instance), shop.house(params.instance)]
      if (!showing || !house) return unknown
      const { priceTypes, prices, seatBands, seatBlocks } = house.list
      return ok({
        ...summarise(shop, showing.id),
        hall: showing.hall,
        planVersion: house.data.version,
        prices: {
          priceTypes: priceTypes.map(({ memberships: _whose, ...type }) => type),
          prices,
          seatBands,
          ...(seatBlocks && { seatBlocks }),
        },
        holds: counters.holds.flatMap((hold): SeatHold[] => {
          const { id, kind, reason, by, at: placed, seats } = hold
          if (hold.performance !== showing.id || seats.length === 0) return []
          return [{ id, kind, reason, placedBy: by, placedAt: new Date(placed).toISOString(), seats: seats.map(house.plan.idOf) }]
        }),
      })
    },
    seats: ({ visit, params }) => {
      const at = counters.at(visit)
      if (!at.ok) return at
      if (!shop.performance(params.instance)) return unknown
      const { packed, left, version } = shop.outlook(params.instance)
      return ok({ version, seats: packed, seatsLeft: left })
    },
    hold: ({ params, body, visit }) =>
      change({ visit }, (shift) => {
        if (!shop.performance(params.instance)) return problem('instance-unavailable')
        fresh(shift)
        const types = body.seats.map(({ priceType }) => priceType)
        const refused = whyNotGiven(shift, params.instance, types, body.reason)
        if (refused) return refused
        const added = addSeats(shop, shift.desk, { instance: params.instance, seats: body.seats, giveBack: body.giveBack })
        if (!added.ok) return added.error
        edited(shift)
        const { plan } = shop.house(params.instance)!
        const seats = body.seats.map(({ seat }) => plan.indexOf(seat)!)
        counters.note({ performance: params.instance, who: shift.colleague.name, verb: 'add-tickets', seats, reason: body.reason })
        return undefined
      }),
    bestAvailable: ({ params, body, visit }) => {
      const at = counters.at(visit)
      if (!at.ok) return at
      if (!shop.performance(params.instance)) return unknown
      shop.lapse(at.value.desk)
      fresh(at.value)
      const refused = whyNotGiven(at.value, params.instance, [body.wish.priceType ?? ''], body.reason)
      if (refused) return fail(refused)
      const found = holdBest(shop, at.value.desk, params.instance, body.wish)
      if (!found.ok) return found
      edited(at.value)
      return ok({ ...found.value, desk: counters.read(at.value) })
    },
    changeTicket: (call) =>
      change(call, (shift) => {
        const ticket = shift.desk.tickets.find(({ id }) => id === call.params.id)
        if (!ticket) return problem('basket-line-unknown')
        const refused = whyNotGiven(shift, ticket.performance, [call.body.priceType], call.body.reason)
        if (refused) return refused
        const offered = readBasket(shop, shift.desk).tickets.find(({ id }) => id === ticket.id)!.choices
        if (offered.every(({ priceType }) => priceType !== call.body.priceType))
          return problem('price-type-unavailable', { priceType: call.body.priceType })
        ticket.priceType = call.body.priceType
        shift.desk.version += 1
        return undefined
      }),
    removeTicket: (call) => asVisitor(call, web.removeTicket as AnyAnswer, {}, call.params),
    reset: (call) =>
      change(call, (shift) => {
        release(shop, shift.desk)
        shift.desk = newDesk(shop, shift.served)
        return undefined
      }),
    applyPromo: (call) => asVisitor(call, web.applyPromo as AnyAnswer, call.body),
    removePromo: (call) => asVisitor(call, web.removePromo as AnyAnswer),
    applyGiftVoucher: (call) => asVisitor(call, web.applyGiftVoucher as AnyAnswer, call.body),
    removeGiftVoucher: (call) => asVisitor(call, web.removeGiftVoucher as AnyAnswer),
    applyCredit: (call) => asVisitor(call, web.applyCredit as AnyAnswer),
    removeCredit: (call) => asVisitor(call, web.removeCredit as AnyAnswer),
    reserve: ({ params, body, visit }) => {
      const at = counters.at(visit)
      if (!at.ok) return at
      const { desk, served } = at.value
      if (!served) return fail(problem('no-customer'))
      const showing = shop.performance(params.instance)
      if (!showing) return unknown
      const until = Date.parse(body.heldUntil)
      if (until <= shop.now() || until > showing.startsAtInstant) return fail(problem('invalid-input', { fields: ['heldUntil'] }))
      const tickets = desk.tickets.filter(({ performance }) => performance === params.instance)
      if (tickets.length === 0) return fail(problem('basket-empty'))
      const number = `HELD${String(counters.reservations.size).padStart(4, '0')}`
      for (const { performance, seat } of tickets) shop.house(performance)!.taken.set(seat, 'sold')
      desk.tickets = desk.tickets.filter((ticket) => !tickets.includes(ticket))
      edited(at.value)
      counters.reservations.set(number, { number, customer: served.customer.id, instance: params.instance, tickets, until, isOver: false })
      return ok({ order: number, heldUntil: body.heldUntil, desk: counters.read(at.value) })
    },
    takeReserved: (call) =>
      change(call, (shift) => {
        if (!shift.served) return problem('no-customer')
        const kept = counters.reservations.get(call.params.number)
        if (!kept || kept.isOver || kept.customer !== shift.served.customer.id) return problem('order-not-found')
        fresh(shift)
        if (shift.desk.tickets.length + shift.desk.items.length > 0) return problem('basket-not-empty')
        kept.isOver = true
        shift.desk.tickets = kept.tickets
        for (const { performance, seat } of kept.tickets) shop.house(performance)!.taken.set(seat, shift.desk)
        edited(shift)
        return undefined
      }),
    block: ({ params, body, visit }) => {
      const at = counters.at(visit)
      if (!at.ok) return at
      if (!may(at.value, 'keep-off-sale')) return fail(problem('not-allowed'))
      const house = shop.house(params.instance)
      if (!house) return unknown
      const seats: number[] = []
      for (const seat of body.seats) {
        const index = house.plan.indexOf(seat)
        if (index === undefined) return fail(problem('seat-unknown', { seat }))
        seats.push(index)
      }
      const { desk, colleague } = at.value
      const taken = seats.filter((seat) => isTaken(shop, desk, params.instance, seat))
      if (taken.length > 0) return fail(problem('seats-taken', { seats: taken.map(house.plan.idOf), instead: null }))
      for (const seat of seats) house.taken.set(seat, 'sold')
      desk.tickets = desk.tickets.filter(({ performance, seat }) => performance !== params.instance || !seats.includes(seat))
      edited(at.value)
      const id = crypto.randomUUID()
      const { kind, reason } = body
      counters.holds.unshift({ id, performance: params.instance, kind, reason, by: colleague.name, at: shop.now(), seats })
      counters.note({ performance: params.instance, who: colleague.name, verb: 'block', seats, reason })
      return ok({ block: id, desk: counters.read(at.value) })
    },
    unblock: ({ params, body, visit }) => {
      const at = counters.at(visit)
      if (!at.ok) return at
      if (!may(at.value, 'keep-off-sale')) return fail(problem('not-allowed'))
      const house = shop.house(params.instance)
      if (!house) return unknown
      const hold = counters.holds.find(({ id, performance }) => id === params.block && performance === params.instance)
      const freed = (hold?.seats ?? []).filter((seat) => body.seats === undefined || body.seats.includes(house.plan.idOf(seat)))
      if (hold) hold.seats = hold.seats.filter((seat) => !freed.includes(seat))
      for (const seat of freed) house.taken.delete(seat)
      const { name } = at.value.colleague
      counters.note({ performance: params.instance, who: name, verb: 'unblock', seats: freed, reason: body.reason })
      return ok({ block: params.block, seats: freed.map(house.plan.idOf) })
    },
    sell: ({ body, visit }) => {
      const at = counters.at(visit)
      return at.ok ? sellAtCounter(shop, counters, at.value, body) : at
    },
    // Every card pays at once here: nothing waits that could be stopped.
    stopCard: (call) => change(call, ({ desk }) => (desk.tickets.length === 0 ? problem('basket-empty') : undefined)),
    book: ({ params, visit }) => {
      const at = counters.at(visit)
      if (!at.ok) return at
      if (!may(at.value, 'read-book')) return fail(problem('not-allowed'))
      if (!shop.performance(params.instance)) return unknown
      const entries = counters.book.filter(({ performance }) => performance === params.instance)
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
  const showing = shop.performance(id)!
  const production = productionOf(shop, id)
  return {
    id,
    event: production.id,
    title: production.title,
    startsAt: new Date(showing.startsAtInstant).toISOString(),
    timeZone: showing.timeZone,
    hallName: shop.house(id)!.plan.name,
    availability: shop.label(showing, true),
    seatsLeft: shop.outlook(id).left,
  }
}
