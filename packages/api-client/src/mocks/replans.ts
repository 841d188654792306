import { expandRuns, type PlaceName, type Plan, placeName, readPlan } from '@playhouse/domain/plan'
import type { PriceList } from '@playhouse/domain/pricing'
import { problem } from '@playhouse/domain/problem'
import { describeReplan, type NumberedSeat, readHandMoves } from '@playhouse/domain/replan'
import { fail, ok } from '@playhouse/domain/result'
import type { MockCounter } from './mock-counter.ts'
import type { Contract, MockHandlers } from './mock-handler.ts'
import type { MockShop } from './mock-shop.ts'
import { planOfHall } from './planned-programme.ts'

/** Mock handlers of other plans for performances. They know those on sale only. */
export function replanHandlers(shop: MockShop, counter: MockCounter): MockHandlers<Contract['replans']> {
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
  return {
    preview: ({ params: { instance }, body: { planVersion, priceList, byHand } }) => {
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
      return ok(describeReplan({ from: priced.plan, to, bandFrom, bandTo, byHand: chosen.value, taken }))
    },
  }
}

type Place = Pick<PlaceName, 'area' | 'row' | 'number'>
const isAt = (one: Place, other: Place): boolean => one.area === other.area && one.row === other.row && one.number === other.number

/** The band of each seat; undefined for a price list of another plan. */
function bandsOfPlan({ hall, planVersion, seatBands }: PriceList, plan: Plan): Uint8Array | undefined {
  const seats = seatBands.reduce((sum, [, count]) => sum + count, 0)
  const isOfPlan = hall === plan.hall && (planVersion ?? plan.version) === plan.version && seats === plan.seatCount
  return isOfPlan ? expandRuns(seatBands, new Uint8Array(plan.seatCount)) : undefined
}
