import { titleOf } from '@playhouse/domain/production-texts'
import { add, money, zero } from '@playhouse/domain/money'
import { type Problem, problem } from '@playhouse/domain/problem'
import type { ReservationState } from '@playhouse/domain/order'
import type { OrderSummary } from '#contract'
import { type MockShop, type MockTicket, type MockVisit, reopenBasket } from './mock-shop.ts'
import { priceOfTicket } from './price-of-ticket.ts'
import { productionOf } from './read-basket.ts'

/** A reserved order: seats of a customer who pays later. */
export type MockReservation = {
  readonly number: string
  /** A customer's id. */
  readonly customer: string
  tickets: readonly MockTicket[]
  readonly heldUntil: number
  state: ReservationState
  /** The link by which a winner pays for it, with the last basket that paid by it. */
  link?: { readonly token: string; basket: MockVisit | null }
  /** Returns a seat to the lock from which a draw took it. @returns whether it is locked again */
  returnToLock?: (seat: number, now: number) => boolean
}
type ReservationRequest = {
  readonly customer: string
  readonly instance: string
  readonly seats: readonly number[]
  readonly heldUntil: number
  /** Absent for the first one of the list. */
  readonly priceType?: string | undefined
}

/** Reserves seats for a customer, as the box office does. `seats` are plan indices. */
export function reserve(shop: MockShop, { customer, instance, seats, heldUntil, priceType: chosen }: ReservationRequest): MockReservation {
  const { list, taken } = shop.pricedPerformanceOf(instance)!
  const priceType = chosen ?? list.priceTypes[0]!.id
  const reservation: MockReservation = {
    number: `KEPT${String(shop.reservations.length + 1).padStart(4, '0')}`,
    customer,
    tickets: seats.map((seat) => ({ id: crypto.randomUUID(), performance: instance, seat, priceType })),
    heldUntil,
    state: 'reserved',
  }
  for (const seat of seats) taken.set(seat, 'sold')
  shop.reservations.push(reservation)
  return reservation
}

/** Moves a reserved order into an empty basket. Returns the problem where that is not possible. */
export function addReservedToBasket(shop: MockShop, visit: MockVisit, number: string): Problem | undefined {
  expireReservations(shop)
  shop.expireBasket(visit)
  if (!visit.customer) return problem('login-required')
  if (visit.state === 'paying') return problem('basket-paying')
  if (visit.state === 'open' && visit.tickets.length + visit.items.length > 0) return problem('basket-not-empty')
  const reservation = shop.reservations.find((each) => each.number === number && each.customer === visit.customer?.id)
  if (!reservation) return problem('order-not-found')
  if (reservation.state !== 'reserved') return problem('reserved-order-locked')
  if (visit.state !== 'open') reopenBasket(visit)
  fillWithReserved(shop, visit, reservation)
  return undefined
}

/** Moves a reserved order into a basket. */
export function fillWithReserved(shop: MockShop, visit: MockVisit, reservation: MockReservation): void {
  for (const { performance, seat } of reservation.tickets) shop.pricedPerformanceOf(performance)!.taken.set(seat, visit)
  Object.assign(visit, {
    tickets: [...reservation.tickets],
    deadline: shop.now() + shop.brand.limits.holdSeconds * 1_000,
    lapsed: [],
    version: visit.version + 1,
  })
  reservation.state = 'in-basket'
}

/** Reserved orders of a visitor that are not paid yet. */
export function reservedOrders(shop: MockShop, visit: MockVisit): OrderSummary[] {
  expireReservations(shop)
  return shop.reservations.flatMap(({ number, customer, tickets, heldUntil, state }) => {
    const [first] = tickets
    if (customer !== visit.customer?.id || !first || (state !== 'reserved' && state !== 'in-basket')) return []
    const mockPerformance = shop.performance(first.performance)!
    return [
      {
        number,
        state,
        placedAt: new Date(shop.now()).toISOString(),
        ...titleOf(productionOf(shop, mockPerformance.id)),
        firstAt: new Date(mockPerformance.startsAtInstant).toISOString(),
        timeZone: mockPerformance.timeZone,
        hall: mockPerformance.hall,
        count: tickets.length,
        items: [],
        total: add(...tickets.map((ticket) => money(priceOfTicket(shop, ticket)!.price))),
        credited: zero,
        heldUntil: new Date(heldUntil).toISOString(),
        isLocked: false,
      },
    ]
  })
}

/** Ends the reserved orders whose time is over. */
export function expireReservations(shop: MockShop): void {
  for (const reservation of shop.reservations) {
    if (reservation.state !== 'reserved' || reservation.heldUntil > shop.now()) continue
    reservation.state = 'lapsed'
    for (const { performance, seat } of reservation.tickets)
      if (!reservation.returnToLock?.(seat, shop.now())) shop.pricedPerformanceOf(performance)!.taken.delete(seat)
  }
}
