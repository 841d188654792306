import { z } from 'zod'
import { slugSchema } from '../id.ts'
import { type Problem, problem } from '../problem.ts'
import { instantOf, plainDateTimeSchema, wallClockFault } from '../time/time.ts'
import { timeOfDayPattern } from '../time/time-of-day.ts'
import { wholeRanges } from './planning-limits.ts'
import type { Sale } from './season.ts'

/** The channels that sell tickets. */
export const saleChannels = ['web', 'counter'] as const
export type SaleChannel = (typeof saleChannels)[number]
/** Windows of one production. */
export const maxSaleWindows = 20

/** A moment on the wall clock of the theatre: a date, or relative to the start of each performance. */
export const saleMomentSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('at'), at: plainDateTimeSchema }),
  z.strictObject({
    kind: z.literal('days-before'),
    days: z.int().min(wholeRanges.daysBefore.least).max(wholeRanges.daysBefore.most),
    time: z.string().regex(timeOfDayPattern),
  }),
  z.strictObject({
    kind: z.literal('minutes-before'),
    minutes: z.int().min(wholeRanges.minutesBefore.least).max(wholeRanges.minutesBefore.most),
  }),
])
export type SaleMoment = z.infer<typeof saleMomentSchema>
/** Kinds of moments. */
export const saleMomentKinds = ['at', 'days-before', 'minutes-before'] as const satisfies readonly SaleMoment['kind'][]

/** A period in which a channel sells the performances of a production. */
export const saleWindowSchema = z.strictObject({
  channel: z.enum(saleChannels),
  /** Only members of these levels; null for everyone. */
  memberships: z.array(slugSchema).min(1).max(30).nullable(),
  from: saleMomentSchema,
  /** Null: until the performance starts. */
  until: saleMomentSchema.nullable(),
  /** Maximum number of tickets per customer; null for that of the performance. */
  limit: z.int().min(wholeRanges.perCustomer.least).max(wholeRanges.perCustomer.most).nullable(),
})
export type SaleWindow = z.infer<typeof saleWindowSchema>
export const saleWindowsSchema = z.array(saleWindowSchema).max(maxSaleWindows)

/** The start of a performance on the wall clock of the theatre. */
export type PlannedStart = { readonly startsAt: string; readonly timeZone: string }

/** A window of one performance; times in epoch milliseconds. */
export type SalePeriod = Pick<SaleWindow, 'channel' | 'memberships' | 'limit'> & { readonly from: number; readonly until: number }

/** A moment in epoch milliseconds. A time that clocks skip is read as an hour later. */
export function momentOf(moment: SaleMoment, { startsAt, timeZone }: PlannedStart): number {
  switch (moment.kind) {
    case 'at':
      return instantOf(moment.at, timeZone).epochMilliseconds
    case 'days-before': {
      const day = Temporal.PlainDate.from(startsAt.slice(0, 10)).subtract({ days: moment.days })
      return instantOf(`${day.toString()}T${moment.time}`, timeZone).epochMilliseconds
    }
    case 'minutes-before':
      return instantOf(startsAt, timeZone).epochMilliseconds - moment.minutes * 60_000
  }
}

/** The windows of one performance, in the same order. None is open after its start. */
export function salePeriodsOf(windows: readonly SaleWindow[], start: PlannedStart): SalePeriod[] {
  const startsAt = instantOf(start.startsAt, start.timeZone).epochMilliseconds
  return windows.map(({ channel, memberships, limit, from, until }) => ({
    ...{ channel, memberships, limit, from: momentOf(from, start) },
    until: until ? Math.min(momentOf(until, start), startsAt) : startsAt,
  }))
}

/** The priority periods of a sale as visitors see them. `until`: null where a period lasts until general sale. */
export const shownPriorityOf = ({ priority, generalSaleAt }: Pick<Sale, 'priority' | 'generalSaleAt'>) =>
  priority.map(({ from, until, memberships }) => ({
    from: new Date(from).toISOString(),
    until: until !== undefined && until < generalSaleAt ? new Date(until).toISOString() : null,
    memberships: [...memberships],
  }))

/** The part of a {@link Sale} that windows decide. */
export type SaleTimes = Pick<Sale, 'generalSaleAt' | 'closesAt' | 'generalLimit' | 'priority' | 'counterPeriods'>

/**
 * When a performance is sold: by its windows, else by the date of its general sale and its priority periods. Web and counter are
 * independent.
 */
export function saleTimesOf(periods: readonly SalePeriod[], own: Pick<Sale, 'generalSaleAt' | 'priority'>): SaleTimes {
  const web = periods.filter(({ channel }) => channel === 'web')
  const general = web.find(({ memberships }) => memberships === null)
  const counter = periods.filter(({ channel }) => channel === 'counter').map(({ from, until }) => ({ from, until }))
  return {
    ...(general
      ? {
          ...{ generalSaleAt: general.from, closesAt: general.until, generalLimit: general.limit ?? undefined },
          priority: web
            .flatMap(({ memberships, from, until, limit }) =>
              memberships ? [{ from, until, memberships, limit: limit ?? undefined }] : [],
            )
            .toSorted((a, b) => a.from - b.from),
        }
      : { generalSaleAt: own.generalSaleAt, priority: own.priority }),
    ...(counter.length > 0 && { counterPeriods: counter }),
  }
}

/**
 * The problem of windows; undefined where they can be used. On the web, exactly one is for everyone. The counter sells to everyone, and its staff
 * decide about limits.
 * @param starts the performances that are not over: each window opens before it closes, and before they start
 */
export function saleWindowsProblem(
  windows: readonly SaleWindow[],
  starts: readonly PlannedStart[],
  timeZone: string,
): Problem<'invalid-input'> | undefined {
  const general = windows.filter(({ channel, memberships }) => channel === 'web' && memberships === null)
  const hasWeb = windows.some(({ channel }) => channel === 'web')
  const fields = [...(hasWeb && general.length !== 1 ? ['windows'] : [])]
  const faulty = (moment: SaleMoment | null): boolean => moment?.kind === 'at' && wallClockFault(moment.at, timeZone) !== undefined
  for (const [nth, window] of windows.entries()) {
    const name = `windows.${nth}`
    if (window.channel === 'counter' && window.memberships) fields.push(`${name}.memberships`)
    if (window.channel === 'counter' && window.limit !== null) fields.push(`${name}.limit`)
    const ends = (['from', 'until'] as const).filter((end) => faulty(window[end])).map((end) => `${name}.${end}`)
    fields.push(...ends)
    if (ends.length > 0) continue
    const isEmpty = starts.some((start) => salePeriodsOf([window], start).some(({ from, until }) => from >= until))
    if (isEmpty) fields.push(`${name}.${window.until ? 'until' : 'from'}`)
  }
  return fields.length > 0 ? problem('invalid-input', { fields }) : undefined
}

/** The windows of a production as change sets store them. */
export type StoredSaleWindows = { readonly windows: readonly SaleWindow[] }
