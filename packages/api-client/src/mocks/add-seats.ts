import { equalSeats, isWhole } from '@playhouse/domain/plan'
import { type Problem, type ProblemParams, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { bookable } from '@playhouse/domain/season'
import { isKeptFrom } from './kept-seats.ts'
import type { MockShop, MockTicket, MockVisit } from './mock-shop.ts'
import { offerFor, productionOf } from './read-basket.ts'
import { eligibilityIn } from './standing.ts'

type SeatsToAdd = {
  readonly instance: string
  readonly seats: readonly { readonly seat: string; readonly priceType: string }[]
  readonly ifTaken?: 'refuse' | 'keep' | undefined
  readonly giveBack?: readonly string[] | undefined
}

type Lost = ProblemParams<'seats-taken'> | null

/** Puts seats into a basket, all or none, or those that are still to be had; a refusal has changed nothing. */
export function addSeats(
  shop: MockShop,
  visit: MockVisit,
  { instance, seats: asked, ifTaken = 'refuse', giveBack = [] }: SeatsToAdd,
): Result<Lost, Problem> {
  const showing = shop.performance(instance)
  const house = shop.house(instance)
  if (!showing || !house) return fail(problem('instance-unavailable'))
  const closed = whyClosed(shop, visit, showing)
  if (closed) return fail(closed)
  const wanted: MockTicket[] = []
  for (const { seat, priceType } of asked) {
    const index = house.plan.indexOf(seat)
    if (index === undefined) return fail(problem('seat-unknown', { seat }))
    const ticket = { id: crypto.randomUUID(), performance: showing.id, seat: index, priceType }
    if (!offerFor(shop, visit, ticket)) return fail(problem('price-type-unavailable', { priceType }))
    wanted.push(ticket)
  }
  const isLeaving = ({ performance, seat }: MockTicket): boolean => performance === showing.id && giveBack.includes(house.plan.idOf(seat))
  const leaving = visit.tickets.filter(isLeaving)
  if (leaving.length > 0 && visit.vouchers.length > 0) return fail(problem('voucher-in-basket'))
  const mine = visit.tickets.filter((ticket) => !isLeaving(ticket))
  const isMine = ({ seat }: MockTicket): boolean => mine.some((ticket) => ticket.performance === showing.id && ticket.seat === seat)
  const fresh = wanted.filter((ticket) => !isMine(ticket))
  const refused = breaksRule(shop, showing.id, [...mine, ...fresh], visit.isAtCounter)
  if (refused) return fail(refused)
  const taken = fresh.filter(({ seat }) => isTaken(shop, visit, instance, seat))
  const held = fresh.filter(
    ({ seat }) => !taken.some((ticket) => ticket.seat === seat || sharesBlock(house.list.seatBlocks, ticket.seat, seat)),
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
  for (const { seat } of leaving) house.taken.delete(seat)
  for (const { seat } of held) house.taken.set(seat, visit)
  visit.tickets = [...mine, ...held]
  visit.deadline ??= shop.now() + shop.brand.limits.holdSeconds * 1000
  visit.lapsed = []
  return ok(instead)
}

export function whyClosed(
  shop: MockShop,
  visit: MockVisit,
  showing: NonNullable<ReturnType<MockShop['performance']>>,
): Problem | undefined {
  const { isEarly, sale } = eligibilityIn(shop, visit, showing)
  if (visit.isAtCounter && sale === 'open') return undefined
  const label = shop.label(showing, isEarly)
  if (label === 'passed') return problem('instance-passed')
  if (label === 'cancelled') return problem('instance-cancelled')
  if (label === 'priority') return problem('instance-priority', { generalSaleAt: new Date(showing.generalSaleInstant).toISOString() })
  if (label === 'sold-out') return problem('instance-sold-out')
  return bookable(label) ? undefined : problem('instance-off-sale')
}

function breaksRule(shop: MockShop, performance: string, tickets: readonly MockTicket[], isAtCounter = false): Problem | undefined {
  const { ticketsPerOrder } = shop.brand.limits
  if (!isAtCounter && tickets.length > ticketsPerOrder)
    return problem('max-tickets-per-order', { maximum: ticketsPerOrder, requested: tickets.length })
  const over = isAtCounter ? undefined : overLimit(shop, tickets)
  if (over) return over
  const here = tickets.filter((ticket) => ticket.performance === performance).map((ticket) => ticket.seat)
  return isWhole(shop.house(performance)!.list.seatBlocks, here) ? undefined : problem('distanced-block-incomplete')
}

type Blocks = NonNullable<ReturnType<MockShop['house']>>['list']['seatBlocks']
const sharesBlock = (blocks: Blocks, one: number, other: number): boolean =>
  (blocks ?? []).some(([first, seats]) => [one, other].every((seat) => seat >= first && seat < first + seats))

/** Whether a seat is somebody else's now, or kept for others. */
export function isTaken(shop: MockShop, visit: MockVisit, instance: string, seat: number): boolean {
  if (isKeptFrom(shop, visit, instance, seat)) return true
  const by = shop.house(instance)!.taken.get(seat)
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
  const { plan, bandOf, list, taken } = shop.house(instance)!
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

export function overLimit(shop: MockShop, tickets: readonly MockTicket[]): Problem | undefined {
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
