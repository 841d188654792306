import { z } from 'zod'
import { slugSchema } from '../../id.ts'
import { momentOf, type PlannedStart, type SaleMoment, saleMomentSchema } from '../../season/sale-window.ts'
import { wallClockFault } from '../../time/time.ts'
import { isSameValue } from '../change.ts'
import type { QueuedPerformance } from './waiting-room-record.ts'

/** The moments of a draw, in their order. Each is a date, or relative to the start of the performance. */
export const daySeatMoments = ['opens', 'closes', 'draws', 'payUntil'] as const
export type DaySeatMoment = (typeof daySeatMoments)[number]

/** A lottery of day seats as staff describe it: one draw for each performance, of seats that the lock type `day-seats` keeps for it. */
export const daySeatsRecordSchema = z.strictObject({
  /** What staff call it. Visitors do not see it. */
  name: z.string().trim().min(1).max(200),
  performances: z.array(slugSchema).min(1).max(200),
  /** From when, and until when, customers enter. */
  opens: saleMomentSchema,
  closes: saleMomentSchema,
  draws: saleMomentSchema,
  /** Until when winners pay. */
  payUntil: saleMomentSchema,
  /** The most seats of an entry. */
  maxQuantity: z.int().min(1).max(2),
  /** The price type of the seats that winners get. */
  priceType: z.string().min(1).max(40),
})
export type DaySeatsRecord = z.infer<typeof daySeatsRecordSchema>
/** A stored lottery. A withdrawn one takes no entries and is not drawn. */
export type StoredDaySeatsRecord = DaySeatsRecord & { readonly isWithdrawn: boolean }

/** The times of one draw, in epoch milliseconds. */
export type DaySeatTimes = {
  readonly opensAt: number
  readonly closesAt: number
  readonly drawsAt: number
  readonly payUntil: number
}

/** When customers enter, lots are drawn and winners pay for one performance. Nothing is later than its start. */
export function daySeatTimesOf(record: Pick<DaySeatsRecord, DaySeatMoment>, start: PlannedStart): DaySeatTimes {
  const startsAt = momentOf({ kind: 'minutes-before', minutes: 0 }, start)
  const instant = (moment: SaleMoment): number => Math.min(momentOf(moment, start), startsAt)
  return {
    ...{ opensAt: instant(record.opens), closesAt: instant(record.closes) },
    ...{ drawsAt: instant(record.draws), payUntil: instant(record.payUntil) },
  }
}

/** The first moment that is not after the one before it; undefined where they are in order. The draw may be at the end of the entries. */
export function daySeatOrderFault({ opensAt, closesAt, drawsAt, payUntil }: DaySeatTimes): DaySeatMoment | undefined {
  if (closesAt <= opensAt) return 'closes'
  if (drawsAt < closesAt) return 'draws'
  return payUntil <= drawsAt ? 'payUntil' : undefined
}

/** The moments that are no date, or at a time that clocks skip, in one of these zones. */
export const invalidMoments = (record: Pick<DaySeatsRecord, DaySeatMoment>, timeZones: readonly string[]): DaySeatMoment[] =>
  daySeatMoments.filter((name) => {
    const moment = record[name]
    return moment.kind === 'at' && timeZones.some((timeZone) => wallClockFault(moment.at, timeZone) !== undefined)
  })

type Facts = {
  /** Epoch milliseconds. */
  readonly now: number
  readonly before: StoredDaySeatsRecord | undefined
  readonly others: readonly { readonly record: StoredDaySeatsRecord }[]
  /** Those that are not over, and that visitors without an access code may see. */
  readonly performances: readonly QueuedPerformance[]
}

/**
 * Faults that the schema does not find: whether there is one, and the field that shows it. A performance has one lottery at most, withdrawn ones
 * included, and a price of the price type. The moments are in their order at each performance, and its draw is ahead; a performance whose lots
 * are drawn keeps its times.
 */
export function daySeatsFaults(record: DaySeatsRecord, { now, before, others, ...known }: Facts): readonly (readonly [boolean, string])[] {
  const performances = record.performances.map((id) => known.performances.find((each) => each.id === id))
  const timeZones = [...new Set(performances.flatMap((each) => each?.timeZone ?? []))]
  const invalid = invalidMoments(record, timeZones)
  if (invalid.length > 0) return invalid.map((name) => [true, name] as const)
  const isOld = (id: string): boolean => before?.performances.includes(id) === true
  const isDrawn = (performance: QueuedPerformance): boolean =>
    before !== undefined && isOld(performance.id) && daySeatTimesOf(before, performance).drawsAt <= now
  const ahead = performances.filter((each) => each !== undefined && !isDrawn(each)) as QueuedPerformance[]
  const times = ahead.map((each) => ({ ...daySeatTimesOf(record, each), isOld: isOld(each.id), id: each.id }))
  const disordered = new Set(times.map(daySeatOrderFault))
  const isPast = ({ drawsAt }: DaySeatTimes): boolean => drawsAt <= now
  return [
    ...daySeatMoments.map((name) => [disordered.has(name), name] as const),
    [!disordered.has('draws') && times.some((each) => each.isOld && isPast(each)), 'draws'],
    [new Set(record.performances).size < record.performances.length, 'performances'],
    [
      ahead.some(({ priceTypes, id }) => !priceTypes.includes(record.priceType) && !(before?.priceType === record.priceType && isOld(id))),
      'priceType',
    ],
    ...record.performances.map((id, nth) => {
      const isElsewhere = others.some((other) => other.record.performances.includes(id))
      const isNewAndPast = times.some((each) => each.id === id && !each.isOld && isPast(each))
      return [isElsewhere || isNewAndPast || (!performances[nth] && !isOld(id)), `performances.${nth}`] as const
    }),
  ]
}

/** Whether a change takes from those who entered what they relied on: the moments, the number of seats, the price, or the draw. */
export function reshapesDaySeats(from: Partial<StoredDaySeatsRecord>, to: Partial<StoredDaySeatsRecord>): boolean {
  const fixed = [...daySeatMoments, 'maxQuantity', 'priceType', 'isWithdrawn'] as const
  return fixed.some((field) => !isSameValue(from[field], to[field]))
}

/** The performances that a change takes out of a lottery. */
export const performancesWithout = (from: Partial<StoredDaySeatsRecord>, to: Partial<StoredDaySeatsRecord>): string[] =>
  (from.performances ?? []).filter((id) => !to.performances?.includes(id))
