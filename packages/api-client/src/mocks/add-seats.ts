import { closedProblem as eligibilityProblem, heldLimitOf } from '@playhouse/domain/eligibility'
import { countByPriceType, ticketLimitProblem } from '@playhouse/domain/limit'
import { type CountedTicket, orderLimitProblem } from '@playhouse/domain/order-limit'
import { equalSeats, isWhole } from '@playhouse/domain/plan'
import { type Problem, type ProblemParams, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { findOtherOrderProblem } from './add-ons.ts'
import { findWholePackageProblem } from './whole-package.ts'
import { isHiddenFrom } from './visible-seats.ts'
import type { MockShop, MockTicket, MockVisit } from './mock-shop.ts'
import { networkLimitProblem } from './network-limit.ts'
import { offerFor, productionOf } from './read-basket.ts'
import { eligibilityIn, toSalePerformance } from './eligibility.ts'

type SeatsToAdd = {
  readonly instance: string
  readonly seats: readonly { readonly seat: string; readonly priceType: string }[]
  readonly ifTaken?: 'refuse' | 'keep' | undefined
  readonly giveBack?: readonly string[] | undefined
  /** Proof of the bot check; every proof is accepted. */
  readonly proof?: string | undefined
  /** The series that the tickets belong to. */
  readonly series?: string | undefined
}

type LostSeats = ProblemParams<'seats-taken'> | null

/**
 * Adds seats to a basket: all or none, or with `ifTaken: 'keep'` those that are still available. A problem changes nothing.
 * @returns the lost seats with alternatives; null where all requested seats were added
 */
export function addSeats(
  shop: MockShop,
  visit: MockVisit,
  { instance, seats: requestedSeats, ifTaken = 'refuse', giveBack = [], proof, series }: SeatsToAdd,
): Result<LostSeats, Problem> {
  const mockPerformance = shop.performance(instance)
  const pricedPerformance = shop.pricedPerformanceOf(instance)
  if (!mockPerformance || !pricedPerformance) return fail(problem('instance-unavailable'))
  const otherOrder = findOtherOrderProblem(visit)
  if (otherOrder) return fail(otherOrder)
  const saleProblem = closedProblem(shop, visit, mockPerformance)
  if (saleProblem) return fail(saleProblem)
  const wantedTickets: MockTicket[] = []
  for (const { seat, priceType } of requestedSeats) {
    const index = pricedPerformance.plan.indexOf(seat)
    if (index === undefined) return fail(problem('seat-unknown', { seat }))
    const ticket = { id: crypto.randomUUID(), performance: mockPerformance.id, seat: index, priceType, series }
    if (!offerFor(shop, visit, ticket)) return fail(problem('price-type-unavailable', { priceType }))
    wantedTickets.push(ticket)
  }
  const isLeaving = ({ performance, seat }: MockTicket): boolean =>
    performance === mockPerformance.id && giveBack.includes(pricedPerformance.plan.idOf(seat))
  const leaving = visit.tickets.filter(isLeaving)
  const whole = findWholePackageProblem(visit, leaving)
  if (whole) return fail(whole)
  if (leaving.length > 0 && visit.vouchers.length > 0) return fail(problem('voucher-in-basket'))
  const ownTickets = visit.tickets.filter((ticket) => !isLeaving(ticket))
  const isMine = ({ seat }: MockTicket): boolean =>
    ownTickets.some((ticket) => ticket.performance === mockPerformance.id && ticket.seat === seat)
  const newTickets = wantedTickets.filter((ticket) => !isMine(ticket))
  const ruleViolation = ruleProblem(shop, visit, mockPerformance.id, [...ownTickets, ...newTickets])
  if (ruleViolation) return fail(ruleViolation)
  const overNetwork = networkLimitProblem(shop, visit, mockPerformance.id, [...ownTickets, ...newTickets], {
    isVerified: proof !== undefined,
  })
  if (overNetwork) return fail(overNetwork)
  const takenTickets = newTickets.filter(({ seat }) => isTaken(shop, visit, instance, seat))
  const heldTickets = newTickets.filter(
    ({ seat }) => !takenTickets.some((ticket) => ticket.seat === seat || sharesBlock(pricedPerformance.list.seatBlocks, ticket.seat, seat)),
  )
  const lostTickets = newTickets.filter((ticket) => (ifTaken === 'keep' ? !heldTickets.includes(ticket) : takenTickets.includes(ticket)))
  const alternatives =
    lostTickets.length > 0
      ? seatsInstead(
          shop,
          visit,
          instance,
          wantedTickets.map(({ seat }) => seat),
          lostTickets.map(({ seat }) => seat),
        )
      : null
  if (alternatives && (ifTaken === 'refuse' || heldTickets.length === 0)) return fail(problem('seats-taken', alternatives))
  for (const { seat } of leaving) pricedPerformance.taken.delete(seat)
  for (const { seat } of heldTickets) pricedPerformance.taken.set(seat, visit)
  visit.tickets = [...ownTickets, ...heldTickets]
  visit.deadline ??= shop.now() + shop.brand.limits.holdSeconds * 1000
  visit.lapsed = []
  return ok(alternatives)
}

/** The problem where a visitor cannot buy a performance now; undefined where they can. */
export function closedProblem(
  shop: MockShop,
  visit: MockVisit,
  mockPerformance: NonNullable<ReturnType<MockShop['performance']>>,
): Problem | undefined {
  const eligibility = eligibilityIn(shop, visit, mockPerformance)
  const saleProblem = eligibilityProblem(eligibility, toSalePerformance(mockPerformance))
  if (saleProblem || visit.isAtCounter) return saleProblem
  return shop.availabilityLabel(mockPerformance, eligibility.isEarly) === 'sold-out' ? problem('instance-sold-out') : undefined
}

/** A ticket as the limits of an order count it. */
export const toCountedTicket = ({
  performance,
  series = null,
}: Pick<MockTicket, 'performance'> & { series?: string | null | undefined }): CountedTicket => ({
  performance,
  series,
})

function ruleProblem(shop: MockShop, visit: MockVisit, performance: string, tickets: readonly MockTicket[]): Problem | undefined {
  const isAtCounter = visit.isAtCounter === true
  const orderProblem = isAtCounter ? undefined : orderLimitProblem(shop.brand.limits, tickets.map(toCountedTicket))
  if (orderProblem) return orderProblem
  const ticketProblem = isAtCounter ? undefined : limitProblem(shop, tickets, { visit, performance })
  if (ticketProblem) return ticketProblem
  const heldHere = tickets.filter((ticket) => ticket.performance === performance).map((ticket) => ticket.seat)
  return isWhole(shop.pricedPerformanceOf(performance)!.list.seatBlocks, heldHere) ? undefined : problem('distanced-block-incomplete')
}

type Blocks = NonNullable<ReturnType<MockShop['pricedPerformanceOf']>>['list']['seatBlocks']
const sharesBlock = (blocks: Blocks, firstSeat: number, secondSeat: number): boolean =>
  (blocks ?? []).some(([first, seats]) => [firstSeat, secondSeat].every((seat) => seat >= first && seat < first + seats))

/** Whether a seat is sold, held by another visit, or kept for other visitors. */
export function isTaken(shop: MockShop, visit: MockVisit, instance: string, seat: number): boolean {
  if (isHiddenFrom(shop, visit, instance, seat)) return true
  const holder = shop.pricedPerformanceOf(instance)!.taken.get(seat)
  if (holder === undefined || holder === visit) return false
  return holder === 'sold' || holder.state === 'paying' || (holder.deadline ?? 0) > shop.now()
}

function seatsInstead(
  shop: MockShop,
  visit: MockVisit,
  instance: string,
  party: readonly number[],
  lostSeats: readonly number[],
): ProblemParams<'seats-taken'> {
  const { plan, bandOf, list, taken } = shop.pricedPerformanceOf(instance)!
  const isOpen = (seat: number): boolean => !isTaken(shop, visit, instance, seat) && taken.get(seat) !== visit && !lostSeats.includes(seat)
  const equalChoice = equalSeats({ plan, bandOf, isOpen }, party, lostSeats, (seats) => isWhole(list.seatBlocks, seats))
  const nameOf = (seat: number): string => plan.idOf(seat)
  return {
    seats: lostSeats.map(nameOf),
    instead: equalChoice
      ? { swaps: equalChoice.swaps.map(([from, to]) => ({ from: nameOf(from), to: nameOf(to) })), isTogether: equalChoice.isTogether }
      : null,
  }
}

/**
 * The first ticket limit that tickets break; undefined without one. @param added the performance to which a
 * visitor adds some; those of others are held already. Earlier orders of the customer do not count in a mock shop.
 */
export function limitProblem(
  shop: MockShop,
  tickets: readonly MockTicket[],
  added?: { readonly visit: MockVisit; readonly performance: string },
): Problem | undefined {
  for (const [performance, ticketsOfPerformance] of Map.groupBy(tickets, (ticket) => ticket.performance)) {
    const mockPerformance = shop.performance(performance)!
    const limits = {
      types: shop.pricedPerformanceOf(performance)!.list.priceTypes,
      performance: productionOf(shop, performance).title,
      perCustomer:
        added?.performance === performance
          ? eligibilityIn(shop, added.visit, mockPerformance).perCustomer
          : heldLimitOf(toSalePerformance(mockPerformance), shop.now()),
    }
    const ticketProblem = ticketLimitProblem(limits, countByPriceType(ticketsOfPerformance.map(({ priceType }) => priceType)), new Map())
    if (ticketProblem) return ticketProblem
  }
  return undefined
}
