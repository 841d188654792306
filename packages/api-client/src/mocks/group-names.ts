import type { GroupNames } from '#contract'
import { areNamesOpen, type GroupNamesEdit, hasGroupSeats, holderOf } from '@playhouse/domain/group-names'
import { placeName } from '@playhouse/domain/plan'
import { problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { Problem } from '@playhouse/domain/problem'
import type { MockCounter, MockReservation } from './mock-counter.ts'
import type { Contract, MockHandlers } from './mock-handler.ts'
import type { MockShop } from './mock-shop.ts'
import { productionOf } from './read-basket.ts'

type NamesCalls = 'names' | 'setNames'
/** Who names the people of a group: the contact, or staff. */
type Namer = { readonly name: string; readonly isStaff: boolean }

/** The order that a mock booking became. */
export const orderOf = (shop: MockShop, { basket }: Pick<MockReservation, 'basket'>) =>
  [...shop.payments.values()].find((payment) => payment.visit === basket && payment.order)?.order

/** A mock booking lapses only when it is cancelled. */
export function stateOf(shop: MockShop, reservation: MockReservation): 'confirmed' | 'lapsed' | 'in-basket' | 'reserved' {
  if (reservation.cancelled) return 'lapsed'
  if (!reservation.isOver) return 'reserved'
  return orderOf(shop, reservation) ? 'confirmed' : 'in-basket'
}

/** Mock handlers of staff for the names of the people of a group. */
export function groupNames(shop: MockShop, counter: MockCounter): Pick<MockHandlers<Contract['groupBookings']>, NamesCalls> {
  const find = (number: string) => [...counter.reservations.values()].find((each) => isNumbered(shop, each, number))
  return {
    names: ({ visit, params }) => {
      const session = counter.signedIn(visit)
      return session.ok ? read(shop, find(params.number)) : session
    },
    setNames: ({ visit, params, body }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      return edit(shop, find(params.number), body, { name: session.value.staffUser.name, isStaff: true })
    },
  }
}

type MyCalls = MockHandlers<Contract['me']>

/** Mock handlers of the contact of a booking for the names of its people. @param orders lists their orders */
export function myGroupNames(shop: MockShop, counter: MockCounter, orders: MyCalls['orders']): Pick<MyCalls, NamesCalls | 'orders'> {
  const find = (number: string, customer: string) =>
    [...counter.reservations.values()].find((each) => each.customer === customer && isNumbered(shop, each, number))
  return {
    orders: (call) => {
      const listed = orders(call)
      if (!listed.ok) return listed
      const marked = listed.value.orders.map((order) => ({
        ...order,
        ...(find(order.number, call.visit.customer!.id) && { isGroup: true }),
      }))
      return ok({ orders: marked })
    },
    names: ({ visit, params }) => (visit.customer ? read(shop, find(params.number, visit.customer.id)) : fail(problem('login-required'))),
    setNames: ({ visit, params, body }) => {
      if (!visit.customer) return fail(problem('login-required'))
      const { id, firstName, lastName } = visit.customer
      return edit(shop, find(params.number, id), body, { name: `${firstName} ${lastName}`.trim(), isStaff: false })
    },
  }
}

const isNumbered = (shop: MockShop, reservation: MockReservation, number: string): boolean =>
  reservation.group !== undefined && (reservation.number === number || orderOf(shop, reservation)?.number === number)

const factsOf = (shop: MockShop, reservation: MockReservation) => ({
  ...{ reservation: stateOf(shop, reservation), isOver: reservation.until <= shop.now(), isCancelled: reservation.cancelled !== undefined },
  hasBegun: shop.performance(reservation.instance)!.startsAtInstant <= shop.now(),
})

function read(shop: MockShop, reservation: MockReservation | undefined): Result<GroupNames, Problem<'order-not-found'>> {
  if (!reservation?.group) return fail(problem('order-not-found'))
  const performance = shop.performance(reservation.instance)!
  const { plan, list } = shop.pricedPerformanceOf(reservation.instance)!
  const facts = factsOf(shop, reservation)
  const tickets = hasGroupSeats(facts) ? validTickets(shop, reservation) : []
  return ok({
    ...{ group: reservation.group.name, version: reservation.names?.version ?? 0, isOpen: areNamesOpen(facts) && tickets.length > 0 },
    performance: {
      title: productionOf(shop, reservation.instance).title,
      startsAt: new Date(performance.startsAtInstant).toISOString(),
      timeZone: performance.timeZone,
    },
    seats: tickets.map(({ id, seat, priceType, holder = '' }) => ({
      ...{ ticket: id, ...placeName(plan, seat), name: holder },
      priceTypeName: list.priceTypes.find((type) => type.id === priceType)?.name ?? priceType,
    })),
  })
}

/** The tickets of a booking without those of its order that were returned. */
function validTickets(shop: MockShop, reservation: MockReservation) {
  const order = orderOf(shop, reservation)
  const tickets = reservation.tickets.filter(({ id }) => !order || order.tickets.some((ticket) => ticket.id === id))
  return tickets.toSorted((a, b) => a.seat - b.seat)
}

function edit(
  shop: MockShop,
  reservation: MockReservation | undefined,
  { version, names }: GroupNamesEdit,
  namer: Namer,
): Result<GroupNames, Problem<'order-not-found' | 'reserved-order-locked' | 'changed-meanwhile'>> {
  if (!reservation?.group) return fail(problem('order-not-found'))
  if (!areNamesOpen(factsOf(shop, reservation))) return fail(problem('reserved-order-locked'))
  const tickets = new Map(validTickets(shop, reservation).map((ticket) => [ticket.id, ticket]))
  const { version: current = 0, by, isByStaff = true } = reservation.names ?? {}
  if (version !== current || names.some(({ ticket }) => !tickets.has(ticket))) {
    const isShown = by !== undefined && (namer.isStaff || !isByStaff)
    return fail(problem('changed-meanwhile', { version: current, by: isShown ? by : shop.brand.name }))
  }
  const sold = orderOf(shop, reservation)?.tickets ?? []
  for (const { ticket, name } of names) {
    const holder = holderOf(name)
    for (const each of [tickets.get(ticket)!, ...sold.filter(({ id }) => id === ticket)]) {
      delete each.holder
      if (holder !== null) each.holder = holder
    }
  }
  reservation.names = { version: current + 1, by: namer.name, isByStaff: namer.isStaff }
  return read(shop, reservation)
}
