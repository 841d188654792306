import type { GroupBooking } from '#contract'
import { compareGroupBookings, findDepositProblem, groupBookingState, nextGroupDue } from '@playhouse/domain/group-booking'
import { checkGroupTerms, type CheckedGroupTerms } from '@playhouse/domain/group-terms'
import { add, money } from '@playhouse/domain/money'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { plainOf } from '@playhouse/domain/time'
import type { MockCounter, MockReservation } from './mock-counter.ts'
import type { Contract, MockHandlers } from './mock-handler.ts'
import type { MockVoucher } from './mock-items.ts'
import type { MockShop, MockTicket } from './mock-shop.ts'
import { priceOfTicket } from './price-of-ticket.ts'
import { productionOf } from './read-basket.ts'
import { reserveMockSeats } from './reserve-at-counter.ts'
import { balanceOf } from './voucher-money.ts'

/** Mock handlers of bookings of groups and schools. */
export function groupBookingHandlers(shop: MockShop, counter: MockCounter): MockHandlers<Contract['groupBookings']> {
  const totalOf = (tickets: readonly MockTicket[]) => add(...tickets.map((ticket) => money(priceOfTicket(shop, ticket)!.price)))
  return {
    list: ({ visit }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      const bookings = [...counter.reservations.values()].flatMap((reservation) =>
        reservation.group ? [readBooking(shop, reservation, reservation.group, totalOf(reservation.tickets))] : [],
      )
      return ok({ bookings: bookings.toSorted(compareGroupBookings) })
    },
    create: ({ visit, params: { instance }, body }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      shop.expireBasket(session.value.basket)
      const performance = shop.performance(instance)
      if (!session.value.account) return fail(problem('no-customer'))
      if (!performance) return fail(problem('instance-unavailable'))
      const { startsAtInstant: startsAt, timeZone } = performance
      const tickets = session.value.basket.tickets.filter((ticket) => ticket.performance === instance)
      if (tickets.length === 0) return fail(problem('basket-empty'))
      const group = checkGroupTerms(body, { now: shop.now(), startsAt, timeZone, total: totalOf(tickets) })
      if (!group.ok) return group
      const reserved = reserveMockSeats(shop, counter, session.value, { instance, until: group.value.optionUntil, group: group.value })
      if (!reserved.ok) return reserved
      openDeposits(shop, counter.reservations.get(reserved.value)!, group.value, { total: totalOf(tickets), startsAt })
      return ok({ number: reserved.value, desk: counter.readState(session.value) })
    },
  }
}

/** Opens the account of a booking's deposits. Once the deposit is paid, its seats are kept until the performance begins. */
function openDeposits(
  shop: MockShop,
  reservation: MockReservation,
  { name, deposit, optionUntil }: CheckedGroupTerms,
  { total, startsAt }: { readonly total: number; readonly startsAt: number },
): void {
  const paid = (): number => balanceOf(shop, voucher)
  const voucher: MockVoucher = {
    ...{ id: crypto.randomUUID(), code: `GROUP-${reservation.number}`, blockedBalance: 0, entries: [] },
    deposits: {
      booking: reservation.number,
      group: name,
      check: (amount) => {
        const state = reservation.isOver ? ('in-basket' as const) : ('reserved' as const)
        return findDepositProblem({ reservation: state, isOver: reservation.until <= shop.now(), total, paid: paid() }, amount)
      },
      onChange: () => {
        reservation.until = deposit > 0 && paid() >= deposit ? startsAt : optionUntil
      },
    },
  }
  shop.staffVouchers.push(voucher)
  reservation.deposits = voucher
}

function readBooking(shop: MockShop, reservation: MockReservation, group: CheckedGroupTerms, total: ReturnType<typeof add>): GroupBooking {
  const { number, tickets, until, isOver, basket, customer, instance } = reservation
  const { kind, name, note, optionUntil, deposit, depositDue, balanceDue } = group
  const performance = shop.performance(instance)!
  const { timeZone } = performance
  const dayOf = (at: number): string => plainOf(Temporal.Instant.fromEpochMilliseconds(at), timeZone).slice(0, 10)
  const order = [...shop.payments.values()].find((payment) => payment.visit === basket && payment.order)?.order
  const paid = order ? total : money(reservation.deposits ? balanceOf(shop, reservation.deposits) : 0)
  const state = groupBookingState({
    reservation: order ? 'confirmed' : isOver ? 'in-basket' : 'reserved',
    ...{ isOver: until <= shop.now(), deposit, paid },
  })
  const due = nextGroupDue({ state, optionDay: dayOf(optionUntil), depositDue, balanceDue })
  const { customer: contact } = [...shop.accounts.values()].find((account) => account.customer.id === customer)!
  const { id: event, title } = productionOf(shop, instance)
  return {
    ...{ number, kind, name, state, note, total, deposit, paid, depositDue, balanceDue, count: tickets.length },
    order: order?.number ?? null,
    account: reservation.deposits!.id,
    optionUntil: new Date(optionUntil).toISOString(),
    contact: { id: contact.id, name: `${contact.firstName} ${contact.lastName}`.trim(), email: contact.email },
    performance: { instance, event, title, timeZone, startsAt: new Date(performance.startsAtInstant).toISOString() },
    due: due && { ...due, isOverdue: due.on < dayOf(shop.now()) },
  }
}
