import type { ChangeDependent } from '@playhouse/domain/change'
import {
  daySeatOrderFault,
  daySeatTimesOf,
  invalidMoments,
  performancesWithout,
  reshapesDaySeats,
  type StoredDaySeatsRecord,
} from '@playhouse/domain/day-seats-record'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { instantOf } from '@playhouse/domain/time'
import type { DaySeatDraw, PlannedDaySeatDraw } from '#contract'
import { drawWhenDue, type MockBallot, seedOf, stateOf } from './ballot.ts'
import { countLocked } from './locked-day-seats.ts'
import type { MockCounter } from './mock-counter.ts'
import type { Contract, MockHandlers } from './mock-handler.ts'
import type { MockShop } from './mock-shop.ts'
import type { PlannedProgramme } from './planned-programme.ts'
import { expireReservations } from './reservation.ts'

const instant = (at: number): string => new Date(at).toISOString()

/** Mock handlers of the draws of day seats, for staff. */
export const daySeatHandlers = (
  shop: MockShop,
  counter: MockCounter,
  programme: () => PlannedProgramme,
): MockHandlers<Contract['daySeats']> => ({
  preview: ({ body }) => {
    const { performance, production } = programme().things
    const performances = body.performances.flatMap((id) => performance.get(id)?.value ?? [])
    const fields = invalidMoments(body, [...new Set(performances.map(({ timeZone }) => timeZone))])
    if (fields.length > 0) return fail(problem('invalid-input', { fields }))
    const planned = performances.map((each): PlannedDaySeatDraw => {
      const times = daySeatTimesOf(body, each)
      return {
        ...{ instance: each.id, title: production.get(each.production)!.value.title, timeZone: each.timeZone },
        startsAt: instant(instantOf(each.startsAt, each.timeZone).epochMilliseconds),
        fault: daySeatOrderFault(times) ?? null,
        ...{ opensAt: instant(times.opensAt), closesAt: instant(times.closesAt) },
        ...{ drawsAt: instant(times.drawsAt), payUntil: instant(times.payUntil) },
      }
    })
    return ok({ performances: planned.toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt)) })
  },
  draws: ({ params: { lottery } }) => {
    if (!programme().things['day-seats'].has(lottery)) return fail(problem('page-not-found'))
    expireReservations(shop)
    const draws = shop.ballots
      .filter(({ daySeats }) => daySeats?.lottery === lottery)
      .map((draw): DaySeatDraw => {
        drawWhenDue(shop, counter, draw)
        const [instance = ''] = draw.seats.keys()
        const { startsAtInstant, timeZone, production } = shop.performance(instance)!
        const reservations = [...(draw.outcomes?.values() ?? [])].flatMap(({ reservation }) => reservation ?? [])
        const count = (...states: readonly string[]): number => reservations.filter(({ state }) => states.includes(state)).length
        const state = stateOf(shop, draw)
        return {
          ...{ instance, event: production, title: shop.productions.find(({ id }) => id === production)!.title },
          ...{ startsAt: instant(startsAtInstant), timeZone, state },
          ...{ opensAt: instant(draw.opensAt), closesAt: instant(draw.closesAt) },
          ...{ drawsAt: instant(draw.drawsAt), payUntil: instant(draw.daySeats!.payUntil) },
          drawnAt: draw.outcomes ? instant(draw.drawsAt) : null,
          ...{ lockedSeats: countLocked(counter, instance), entries: draw.entries.length },
          winners: { paid: count('confirmed'), unpaid: count('reserved', 'in-basket'), lapsed: count('lapsed') },
          ...seedOf(state),
        }
      })
    return ok({ draws: draws.toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt)) })
  },
})

/** The draws of the lotteries that are not withdrawn. Those that are drawn keep their times. */
export function drawsOfRecords(
  shop: Pick<MockShop, 'ballots'>,
  { things }: Pick<PlannedProgramme, 'things'>,
): Omit<MockBallot, 'entries' | 'outcomes'>[] {
  return [...things['day-seats']].flatMap(([lottery, { value }]) =>
    value.isWithdrawn
      ? []
      : value.performances.flatMap((performance) => {
          const start = things.performance.get(performance)?.value
          if (!start) return []
          const id = `day-seats/${lottery}/${performance}`
          const drawn = shop.ballots.find((each) => each.id === id && each.outcomes)
          const { payUntil, ...times } = daySeatTimesOf(value, start)
          const terms = { maxQuantity: value.maxQuantity, priceType: value.priceType, holdHours: null, daySeats: { lottery, payUntil } }
          return drawn ?? { id, kind: 'day-seats' as const, ...times, ...terms, seats: new Map([[performance, 0]]) }
        }),
  )
}

/** The entries for draws whose terms a change would change, and the draws that it would remove. */
export function daySeatUses(
  shop: Pick<MockShop, 'ballots'>,
  id: string,
  before: StoredDaySeatsRecord | undefined,
  after: Partial<StoredDaySeatsRecord>,
): ChangeDependent[] {
  if (!before) return []
  const draws = shop.ballots.filter(({ daySeats }) => daySeats?.lottery === id)
  const removed = performancesWithout(before, { ...before, ...after })
  const isReshaped = reshapesDaySeats(before, { ...before, ...after })
  const isRemoved = ({ seats }: MockBallot): boolean => removed.some((performance) => seats.has(performance))
  const affected = draws.filter((draw) => isRemoved(draw) || (isReshaped && draw.outcomes === undefined))
  const entries = affected.reduce((sum, draw) => sum + draw.entries.length, 0)
  const drawn = draws.filter((draw) => isRemoved(draw) && draw.outcomes).length
  return [
    ...(entries > 0 ? [{ kind: 'reference' as const, id: 'day_seat_entry', count: entries }] : []),
    ...(drawn > 0 ? [{ kind: 'reference' as const, id: 'day_seat_draw', count: drawn }] : []),
  ]
}
