import { expandRuns, type PlaceName, type Plan, placeName, readPlan } from '@playhouse/domain/plan'
import { bands, priceOf, type PriceList } from '@playhouse/domain/pricing'
import { problem } from '@playhouse/domain/problem'
import type { StoredPerformance } from '@playhouse/domain/performance-plan'
import {
  areMovesConfirmed,
  countStuckHolds,
  describeReplan,
  type HandMove,
  type NumberedSeat,
  planMoves,
  readHandMoves,
  type Replan,
} from '@playhouse/domain/replan'
import { fail, ok } from '@playhouse/domain/result'
import { changerName, type MockCounter } from './mock-counter.ts'
import type { Contract, MockHandlers } from './mock-handler.ts'
import type { MockShop, MockTicket } from './mock-shop.ts'
import { type PlannedProgramme, planOfHall } from './planned-programme.ts'

type Request = { readonly planVersion: string; readonly priceList: string; readonly byHand: readonly HandMove[] }

/** Mock handlers of other plans for performances. They know those on sale only. */
export function replanHandlers(shop: MockShop, counter: MockCounter, programme: () => PlannedProgramme): MockHandlers<Contract['replans']> {
  /** The taken seats of a performance, with their baskets, orders and locks. */
  const takenSeats = (instance: string, plan: Plan, taken: ReadonlyMap<number, unknown>): NumberedSeat[] => {
    const visits = [...shop.visits.values()]
    return [...taken].map(([seat, holder]) => {
      const lock = counter.holds.find(({ performance, seats }) => performance === instance && seats.includes(seat))
      if (lock) return { seat, holder: 'locked', party: lock.id, order: null }
      if (holder !== 'sold') return { seat, holder: 'held', party: String(visits.findIndex((visit) => visit === holder)), order: null }
      const reservation = [...counter.reservations.values()].find(
        ({ isOver, tickets }) => !isOver && tickets.some((ticket) => ticket.performance === instance && ticket.seat === seat),
      )
      if (reservation) return { seat, holder: 'reserved', party: reservation.number, order: reservation.number }
      const order = [...shop.payments.values()]
        .flatMap((payment) => payment.order ?? [])
        .find(({ tickets }) => tickets.some((ticket) => ticket.instance === instance && isAt(ticket, placeName(plan, seat))))
      return { seat, holder: 'sold', party: order?.number ?? `seat ${seat}`, order: order?.number ?? null }
    })
  }
  const read = (instance: string, { planVersion, priceList, byHand }: Request) => {
    const performance = shop.performance(instance)
    const priced = shop.pricedPerformanceOf(instance)
    if (!performance || !priced) return fail(problem('instance-unavailable'))
    const { hall, version } = priced.data
    const data = planVersion === version ? undefined : planOfHall(shop, hall, planVersion)
    if (!data) return fail(problem('invalid-input', { fields: ['planVersion'] }))
    const to = readPlan(data)
    const list = shop.priceLists.find(({ id }) => id === priceList)
    const bandTo = list && bandsOfPlan(list, to)
    if (!bandTo) return fail(problem('invalid-input', { fields: ['priceList'] }))
    const chosen = readHandMoves(priced.plan, to, byHand)
    if (!chosen.ok) return chosen
    const bandFrom = expandRuns(priced.list.seatBands, new Uint8Array(priced.plan.seatCount))
    const taken = takenSeats(instance, priced.plan, priced.taken).toSorted((one, other) => one.seat - other.seat)
    return ok({ from: priced.plan, to, bandFrom, bandTo, byHand: chosen.value, taken })
  }
  /** Moves all that names seats by their indices, and the places of tickets. */
  const move = (instance: string, { from, to }: Pick<Replan, 'from' | 'to'>, moves: ReadonlyMap<number, number>): void => {
    const { taken } = shop.pricedPerformanceOf(instance)!
    const holders = [...taken]
    taken.clear()
    for (const [seat, holder] of holders) if (moves.has(seat)) taken.set(moves.get(seat)!, holder)
    const holds = counter.holds.map((hold) =>
      hold.performance === instance ? { ...hold, seats: hold.seats.map((seat) => moves.get(seat)!) } : hold,
    )
    counter.holds.splice(0, counter.holds.length, ...holds)
    const moved = (ticket: MockTicket): MockTicket =>
      ticket.performance === instance ? { ...ticket, seat: moves.get(ticket.seat) ?? ticket.seat } : ticket
    for (const { tickets } of counter.reservations.values()) tickets.splice(0, tickets.length, ...tickets.map(moved))
    for (const reservation of shop.reservations) reservation.tickets = reservation.tickets.map(moved)
    for (const visit of shop.visits.values()) {
      const before = visit.tickets
      visit.tickets = before.map(moved)
      const isMoved = before.some(
        (ticket) => ticket.performance === instance && hasOtherPlace(from, ticket.seat, to, moves.get(ticket.seat)),
      )
      if (isMoved) visit.version++
    }
    const places = [...moves].map(([seat, next]) => ({ former: placeName(from, seat), next: placeName(to, next) }))
    for (const { order } of shop.payments.values())
      if (order)
        order.tickets = order.tickets.map((ticket) => {
          const place = ticket.instance === instance ? places.find(({ former }) => isAt(ticket, former)) : undefined
          return place ? { ...ticket, area: place.next.area, row: place.next.row, number: place.next.number } : ticket
        })
  }
  /** Tickets in baskets keep the prices at which their seats were held. */
  const keepPrices = (instance: string): void => {
    const { list, bandOf } = shop.pricedPerformanceOf(instance)!
    for (const visit of shop.visits.values())
      visit.tickets = visit.tickets.map((ticket) => {
        const price = ticket.performance === instance ? priceOf(list, bands[bandOf[ticket.seat]!]!, ticket.priceType) : undefined
        return price && ticket.held?.priceType !== ticket.priceType
          ? { ...ticket, held: { priceType: ticket.priceType, price: price.price, fee: price.fee } }
          : ticket
      })
  }
  return {
    preview: ({ params: { instance }, body }) => {
      const replan = read(instance, body)
      return replan.ok ? ok(describeReplan(replan.value)) : replan
    },
    apply: ({ params: { instance }, body: { version, moves, reason, ...request }, visit }) => {
      const replan = read(instance, request)
      if (!replan.ok) return replan
      if (shop.performance(instance)!.kept?.length) return fail(problem('performance-fixed', { instance, fields: ['planVersion'] }))
      const described = describeReplan(replan.value)
      const stuck = countStuckHolds(described.moves)
      if (stuck > 0) return fail(problem('change-has-dependents', { dependents: [{ kind: 'basket', id: instance, count: stuck }] }))
      if (!areMovesConfirmed(described.moves, moves)) return ok({ changeSet: null, replan: described })
      const intent = { by: changerName(counter, visit), kind: 'replan-performance' as const, reason }
      const { planVersion, priceList } = request
      const change = (current: StoredPerformance): StoredPerformance => ({ ...current, planVersion, priceList })
      keepPrices(instance)
      const applied = programme().apply(intent, [{ subject: 'performance', id: instance, version, change }])
      if (!applied.ok) return applied
      move(instance, replan.value, new Map(planMoves(replan.value).map(({ seat, to }) => [seat, to!])))
      return ok({ changeSet: applied.value.changeSet, replan: described })
    },
  }
}

type Place = Pick<PlaceName, 'area' | 'row' | 'number'>
const isAt = (one: Place, other: Place): boolean => one.area === other.area && one.row === other.row && one.number === other.number

const hasOtherPlace = (from: Plan, seat: number, to: Plan, next: number | undefined): boolean =>
  next !== undefined && !isAt(placeName(from, seat), placeName(to, next))

/** The band of each seat; undefined for a price list of another plan. */
function bandsOfPlan({ hall, planVersion, seatBands }: PriceList, plan: Plan): Uint8Array | undefined {
  const seats = seatBands.reduce((sum, [, count]) => sum + count, 0)
  const isOfPlan = hall === plan.hall && (planVersion ?? plan.version) === plan.version && seats === plan.seatCount
  return isOfPlan ? expandRuns(seatBands, new Uint8Array(plan.seatCount)) : undefined
}
