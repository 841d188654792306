import { closedProblem as eligibilityProblem } from '@playhouse/domain/eligibility'
import { countByPriceType, ticketLimitProblem } from '@playhouse/domain/limit'
import { equalSeats, isWhole } from '@playhouse/domain/plan'
import { type Problem, type ProblemParams, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
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
}

type LostSeats = ProblemParams<'seats-taken'> | null

/**
 * Adds seats to a basket: all or none, or with `ifTaken: 'keep'` those that are still available. A problem changes nothing.
 * @returns the lost seats with alternatives; null where all requested seats were added
 */
export function addSeats(
  shop: MockShop,
  visit: MockVisit,
  { instance, seats: asked, ifTaken = 'refuse', giveBack = [], proof }: SeatsToAdd,
): Result<LostSeats, Problem> {
  const mockPerformance = shop.performance(instance)
  const priced = shop.priced(instance)
  if (!mockPerformance || !priced) return fail(problem('instance-unavailable'))
  const closed = closedProblem(shop, visit, mockPerformance)
  if (closed) return fail(closed)
  const wanted: MockTicket[] = []
  for (const { seat, priceType } of asked) {
    const index = priced.plan.indexOf(seat)
    if (index === undefined) return fail(problem('seat-unknown', { seat }))
    const ticket = { id: crypto.randomUUID(), performance: mockPerformance.id, seat: index, priceType }
    if (!offerFor(shop, visit, ticket)) return fail(problem('price-type-unavailable', { priceType }))
    wanted.push(ticket)
  }
  const isLeaving = ({ performance, seat }: MockTicket): boolean =>
    performance === mockPerformance.id && giveBack.includes(priced.plan.idOf(seat))
  const leaving = visit.tickets.filter(isLeaving)
  if (leaving.length > 0 && visit.vouchers.length > 0) return fail(problem('voucher-in-basket'))
  const mine = visit.tickets.filter((ticket) => !isLeaving(ticket))
  const isMine = ({ seat }: MockTicket): boolean => mine.some((ticket) => ticket.performance === mockPerformance.id && ticket.seat === seat)
  const fresh = wanted.filter((ticket) => !isMine(ticket))
  const refused = ruleProblem(shop, mockPerformance.id, [...mine, ...fresh], visit.isAtCounter)
  if (refused) return fail(refused)
  const overNetwork = networkLimitProblem(shop, visit, mockPerformance.id, [...mine, ...fresh], { isVerified: proof !== undefined })
  if (overNetwork) return fail(overNetwork)
  const taken = fresh.filter(({ seat }) => isTaken(shop, visit, instance, seat))
  const held = fresh.filter(
    ({ seat }) => !taken.some((ticket) => ticket.seat === seat || sharesBlock(priced.list.seatBlocks, ticket.seat, seat)),
  )
  const lost = fresh.filter((ticket) => (ifTaken === 'keep' ? !held.includes(ticket) : taken.includes(ticket)))
  const instead =
    lost.length > 0
      ? seatsInstead(
          shop,
          visit,
          instance,
          wanted.map(({ seat }) => seat),
          lost.map(({ seat }) => seat),
        )
      : null
  if (instead && (ifTaken === 'refuse' || held.length === 0)) return fail(problem('seats-taken', instead))
  for (const { seat } of leaving) priced.taken.delete(seat)
  for (const { seat } of held) priced.taken.set(seat, visit)
  visit.tickets = [...mine, ...held]
  visit.deadline ??= shop.now() + shop.brand.limits.holdSeconds * 1000
  visit.lapsed = []
  return ok(instead)
}

/** The problem where a visitor cannot buy a performance now; undefined where they can. */
export function closedProblem(
  shop: MockShop,
  visit: MockVisit,
  mockPerformance: NonNullable<ReturnType<MockShop['performance']>>,
): Problem | undefined {
  const eligibility = eligibilityIn(shop, visit, mockPerformance)
  const closed = eligibilityProblem(eligibility, toSalePerformance(mockPerformance))
  if (closed || visit.isAtCounter) return closed
  return shop.availabilityLabel(mockPerformance, eligibility.isEarly) === 'sold-out' ? problem('instance-sold-out') : undefined
}

function ruleProblem(shop: MockShop, performance: string, tickets: readonly MockTicket[], isAtCounter = false): Problem | undefined {
  const { ticketsPerOrder } = shop.brand.limits
  if (!isAtCounter && tickets.length > ticketsPerOrder)
    return problem('max-tickets-per-order', { maximum: ticketsPerOrder, requested: tickets.length })
  const over = isAtCounter ? undefined : limitProblem(shop, tickets)
  if (over) return over
  const here = tickets.filter((ticket) => ticket.performance === performance).map((ticket) => ticket.seat)
  return isWhole(shop.priced(performance)!.list.seatBlocks, here) ? undefined : problem('distanced-block-incomplete')
}

type Blocks = NonNullable<ReturnType<MockShop['priced']>>['list']['seatBlocks']
const sharesBlock = (blocks: Blocks, one: number, other: number): boolean =>
  (blocks ?? []).some(([first, seats]) => [one, other].every((seat) => seat >= first && seat < first + seats))

/** Whether a seat is sold, held by another visit, or kept for other visitors. */
export function isTaken(shop: MockShop, visit: MockVisit, instance: string, seat: number): boolean {
  if (isHiddenFrom(shop, visit, instance, seat)) return true
  const by = shop.priced(instance)!.taken.get(seat)
  if (by === undefined || by === visit) return false
  return by === 'sold' || by.state === 'paying' || (by.deadline ?? 0) > shop.now()
}

function seatsInstead(
  shop: MockShop,
  visit: MockVisit,
  instance: string,
  party: readonly number[],
  lost: readonly number[],
): ProblemParams<'seats-taken'> {
  const { plan, bandOf, list, taken } = shop.priced(instance)!
  const isOpen = (seat: number): boolean => !isTaken(shop, visit, instance, seat) && taken.get(seat) !== visit && !lost.includes(seat)
  const found = equalSeats({ plan, bandOf, isOpen }, party, lost, (seats) => isWhole(list.seatBlocks, seats))
  const nameOf = (seat: number): string => plan.idOf(seat)
  return {
    seats: lost.map(nameOf),
    instead: found
      ? { swaps: found.swaps.map(([from, to]) => ({ from: nameOf(from), to: nameOf(to) })), isTogether: found.isTogether }
      : null,
  }
}

/** The first ticket limit that tickets break; undefined without one. Earlier orders of the customer do not count in a mock shop. */
export function limitProblem(shop: MockShop, tickets: readonly MockTicket[]): Problem | undefined {
  for (const [performance, of] of Map.groupBy(tickets, (ticket) => ticket.performance)) {
    const limits = {
      types: shop.priced(performance)!.list.priceTypes,
      performance: productionOf(shop, performance).title,
      perCustomer: shop.performance(performance)!.perCustomer,
    }
    const over = ticketLimitProblem(limits, countByPriceType(of.map(({ priceType }) => priceType)), new Map())
    if (over) return over
  }
  return undefined
}
