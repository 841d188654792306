import type { CheckedGroupTerms } from '@playhouse/domain/group-terms'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { MockCounter, MockReservation, MockStaffSession } from './mock-counter.ts'
import type { MockShop, MockVisit } from './mock-shop.ts'

type ReserveRequest = { readonly instance: string; /** Epoch milliseconds. */ readonly until: number; readonly group?: CheckedGroupTerms }

/** Records a change of the counter basket, which begins its time again. */
export function markCounterBasket(shop: MockShop, { basket }: MockStaffSession): void {
  basket.version += 1
  basket.deadline = basket.tickets.length > 0 ? shop.now() + shop.brand.limits.holdSeconds * 1000 : null
}

/** Applies what a group has paid to the basket with its reserved order. */
export function setOffDeposits(shop: MockShop, { deposits }: MockReservation, basket: MockVisit): void {
  if (!deposits?.blockedBalance) return
  shop.vouchers.set(deposits.code, deposits.blockedBalance)
  deposits.blockedBalance = null
  basket.vouchers = [...basket.vouchers, deposits.code]
}

/** Reserves the counter basket's seats of a performance for its customer. @returns the number of the reserved order */
export function reserveMockSeats(
  shop: MockShop,
  counter: MockCounter,
  session: MockStaffSession,
  { instance, until, group }: ReserveRequest,
): Result<string, Problem> {
  const { basket, account } = session
  if (!account) return fail(problem('no-customer'))
  const tickets = basket.tickets.filter(({ performance }) => performance === instance)
  if (tickets.length === 0) return fail(problem('basket-empty'))
  const number = `HELD${String(counter.reservations.size).padStart(4, '0')}`
  for (const { performance, seat } of tickets) shop.pricedPerformanceOf(performance)!.taken.set(seat, 'sold')
  basket.tickets = basket.tickets.filter((ticket) => !tickets.includes(ticket))
  markCounterBasket(shop, session)
  counter.reservations.set(number, {
    number,
    customer: account.customer.id,
    instance,
    tickets,
    until,
    isOver: false,
    ...(group && { group }),
  })
  return ok(number)
}
