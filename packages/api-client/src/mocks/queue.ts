import { drawLots, pageAfterQueue, queueStatusOf, type WaitingRoom } from '@playhouse/domain/queue'
import { bands, priceOf } from '@playhouse/domain/pricing'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { seatAvailability } from '@playhouse/domain/seat'
import type { WaitingRoomStatus, SaleProgress } from '#contract'
import type { MockHandlers, Contract } from './mock-handler.ts'
import type { MockShop, MockVisit } from './mock-shop.ts'
import { productionOf } from './read-basket.ts'

type MockQueueTicket = { readonly number: number; readonly key: string; isUsed: boolean }
type MockWaitingRoom = Omit<WaitingRoom, 'joined'> & {
  joined: number
  readonly countedAt: number
  readonly lots: Uint32Array | undefined
  readonly tickets: Map<MockVisit, MockQueueTicket>
}

type MockRoomSettings = Pick<WaitingRoom, 'gathersAt' | 'opensAt' | 'rate'> & {
  readonly patience?: number
  readonly isPaused?: boolean
  readonly before?: readonly string[]
}

/** Waiting rooms of a mock shop. */
export interface MockQueue {
  /** Creates or changes a waiting room. Instants in epoch milliseconds, `rate` in visitors per minute; `before` are performances that share it. */
  open(performance: string, room: MockRoomSettings): void
  /** Opens or changes the waiting rooms that staff planned, and ends those that they planned before. */
  replacePlanned(rooms: readonly (MockRoomSettings & { readonly performance: string })[]): void
  of(performance: string): MockWaitingRoom | undefined
  /** The problem `queue-required` for a visit without a pass; undefined without a waiting room. */
  problemFor(performance: string, visit: MockVisit): Problem<'queue-required'> | undefined
}

/** Creates waiting rooms that admit visitors by the given clock, in epoch milliseconds. */
export function createMockQueue(now: () => number): MockQueue {
  const rooms = new Map<string, MockWaitingRoom>()
  /** Performances that share the waiting room of another one, by their id. */
  const sharedRooms = new Map<string, string>()
  /** Performances whose waiting rooms staff planned. */
  const planned: string[] = []
  const of = (performance: string): MockWaitingRoom | undefined => {
    const line = sharedRooms.get(performance) ?? performance
    const room = rooms.get(line)
    if (!room || now() < room.opensAt) return room
    const drawnTickets = room.drawn ?? room.joined
    const due = ((now() - Math.max(room.countedAt, room.opensAt)) * room.rate) / 60_000
    const countedRoom: MockWaitingRoom = {
      ...room,
      drawn: drawnTickets,
      lots: room.lots ?? drawLots(crypto.randomUUID().replaceAll('-', ''), drawnTickets),
      turns: room.turns === 0 ? 1 : Math.min(room.joined + 1, room.turns + due),
      countedAt: now(),
    }
    const calledNumber = Math.min(countedRoom.joined, Math.floor(countedRoom.turns))
    const hasMoved = calledNumber > (room.calls.at(-1)?.called ?? 0)
    const updatedRoom = hasMoved ? { ...countedRoom, calls: [...room.calls, { called: calledNumber, at: now() }] } : countedRoom
    rooms.set(line, updatedRoom)
    return updatedRoom
  }
  const open = (performance: string, { before = [], ...room }: MockRoomSettings): void => {
    for (const [each, line] of sharedRooms) if (line === performance) sharedRooms.delete(each)
    for (const each of before) sharedRooms.set(each, performance)
    const emptyRoom = { isPaused: false, joined: 0, drawn: undefined, turns: 0, countedAt: now(), lots: undefined, tickets: new Map() }
    rooms.set(performance, { patience: 600, calls: [], ...(rooms.get(performance) ?? emptyRoom), ...room })
  }
  return {
    of,
    open,
    replacePlanned: (next) => {
      for (const performance of planned.splice(0)) {
        if (next.some((room) => room.performance === performance)) continue
        for (const [each, line] of sharedRooms) if (line === performance) sharedRooms.delete(each)
        rooms.delete(performance)
      }
      for (const { performance, ...room } of next) open(performance, room)
      planned.push(...next.map(({ performance }) => performance))
    },
    problemFor: (performance, visit) => {
      const room = of(performance)
      return !room || room.tickets.get(visit)?.isUsed ? undefined : problem('queue-required', { instance: performance })
    },
  }
}

/** Milliseconds for which a pass is valid. */
const passDurationMs = 1_200_000
const linkDurationMs = 600_000

/** Mock handlers of the waiting rooms. */
export function queueHandlers(shop: MockShop): MockHandlers<Contract['queue']> {
  const links = new Map<string, { readonly from: MockVisit; readonly until: number }>()
  const instant = (at: number): string => new Date(at).toISOString()
  const statusFor = (performance: string, visit: MockVisit, isMoved = false): Result<WaitingRoomStatus, never> => {
    const room = shop.queue.of(performance)
    if (!room) return ok({ state: 'open' })
    const now = shop.now()
    const opensAt = instant(room.opensAt)
    const place = room.tickets.get(visit)
    if (place?.isUsed) return ok({ state: 'inside', until: instant(now + passDurationMs), askAgainIn: 300 })
    if (!place)
      return ok(
        now < room.gathersAt
          ? { state: 'closed', gathersAt: instant(room.gathersAt), opensAt, askAgainIn: 60 }
          : { state: 'outside', opensAt, isMoved, hasLapsed: false },
      )
    const status = queueStatusOf(room, room.lots, place.number, now)
    if (status.state === 'lapsed') return ok({ state: 'outside', opensAt, isMoved: false, hasLapsed: true })
    const sale = saleOf(shop, performance)
    if (status.state === 'early') return ok({ ...status, opensAt, gathered: room.joined, sale })
    if (status.state === 'admitted') return ok({ ...status, until: instant(status.until), sale })
    return ok({ ...status, estimatedWait: status.estimatedWait ?? null, sale })
  }
  /** Visits whose queue ticket was moved to another device. */
  const movedVisits = new WeakSet<MockVisit>()
  const ofPerformance = <Value>(performance: string, reply: () => Result<Value, Problem>): Result<Value, Problem> =>
    shop.performance(performance) ? reply() : fail(problem('instance-unavailable'))
  return {
    place: ({ params: { instance }, visit }) => ofPerformance(instance, () => statusFor(instance, visit, movedVisits.has(visit))),
    join: ({ params: { instance }, visit }) =>
      ofPerformance(instance, () => {
        const before = statusFor(instance, visit)
        const room = shop.queue.of(instance)
        if (room && before.ok && before.value.state === 'outside') {
          room.tickets.set(visit, { number: room.joined, key: crypto.randomUUID(), isUsed: false })
          room.joined += 1
          movedVisits.delete(visit)
        }
        return statusFor(instance, visit)
      }),
    enter: ({ params: { instance }, visit }) =>
      ofPerformance(instance, () => {
        const place = shop.queue.of(instance)?.tickets.get(visit)
        const status = statusFor(instance, visit)
        if (place && status.ok && status.value.state === 'admitted') place.isUsed = true
        return statusFor(instance, visit)
      }),
    move: ({ params: { instance }, body, visit }) =>
      ofPerformance(instance, () => {
        const place = shop.queue.of(instance)?.tickets.get(visit)
        if (!place || place.isUsed) return fail(problem('queue-required', { instance }))
        const until = shop.now() + linkDurationMs
        links.set(place.key, { from: visit, until })
        const to = pageAfterQueue(instance, body.to) ?? `/events/${productionOf(shop, instance).id}/${instance}`
        const url = `http://localhost/queue?${new URLSearchParams({ instance, to })}#take=${place.key}`
        return ok({ url, until: instant(until), code: { size: 3, bits: '101010101' } })
      }),
    takeOver: ({ params: { instance }, body, visit }) =>
      ofPerformance(instance, () => {
        const room = shop.queue.of(instance)
        const link = links.get(body.token)
        const place = link && room?.tickets.get(link.from)
        if (!room || !place || place.isUsed || shop.now() >= link.until) return fail(problem('queue-link-over'))
        links.delete(body.token)
        room.tickets.delete(link.from)
        movedVisits.add(link.from)
        room.tickets.set(visit, { ...place, key: crypto.randomUUID() })
        return statusFor(instance, visit)
      }),
  }
}

function saleOf(shop: MockShop, performance: string): SaleProgress {
  const { plan, list, bandOf } = shop.pricedPerformanceOf(performance)!
  const { values, seatsLeft } = shop.availability(performance)
  const [usual] = list.priceTypes
  return {
    seats: plan.seatCount,
    seatsLeft,
    bands: bands
      .flatMap((band, index) => {
        const price = usual && bandOf.includes(index) ? priceOf(list, band, usual.id)?.price : undefined
        const free = [...values].filter((value, seat) => value === seatAvailability.free && bandOf[seat] === index).length
        return price === undefined ? [] : [{ band, price, left: free }]
      })
      .sort((a, b) => b.price - a.price),
  }
}
