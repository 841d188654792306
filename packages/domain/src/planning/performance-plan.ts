import { z } from 'zod'
import { type ChangeRow, isSameValue } from './change.ts'
import { type Problem, problem } from '../problem.ts'
import { slugSchema } from '../id.ts'
import { wholeRanges } from '../season/planning-limits.ts'
import { accessTags, saleStates } from '../season/season.ts'
import { timeOfDayPattern } from '../time/time-of-day.ts'
import { plainDateTimeSchema, wallClockFault } from '../time/time.ts'

/** `draft`: only staff who plan see it, on no channel. */
export const performanceStates = ['draft', 'published'] as const
export type PerformanceState = (typeof performanceStates)[number]

const levels = z.array(slugSchema).min(1).max(30)

/**
 * A performance as staff plan it. Times are wall clock at the theatre. Whether it is live (`state`), visible and on sale are three
 * things; the last two are set for each channel.
 */
export const performancePlanSchema = z.strictObject({
  id: slugSchema,
  production: slugSchema,
  hall: z.string().min(1).max(80),
  planVersion: z.string().min(1).max(80),
  priceList: z.string().min(1).max(80),
  /** The type whose defaults it was made with; null without one. */
  type: slugSchema.nullable(),
  startsAt: plainDateTimeSchema,
  timeZone: z.string().min(1).max(60),
  web: z.strictObject({ isVisible: z.boolean(), sale: z.enum(saleStates) }),
  counter: z.strictObject({ isVisible: z.boolean(), isOnSale: z.boolean() }),
  generalSaleAt: plainDateTimeSchema,
  priority: z.array(z.strictObject({ from: plainDateTimeSchema, memberships: levels })).max(20),
  /** Hidden from visitors who have not opened this programme; null where it is public. */
  programme: slugSchema.nullable(),
  /** Only members of these levels may book it; null for everyone. */
  members: levels.nullable(),
  /** Maximum number of tickets per customer; null without one. */
  perCustomer: z.int().min(wholeRanges.perCustomer.least).max(wholeRanges.perCustomer.most).nullable(),
  accessTags: z.array(z.enum(accessTags)).max(accessTags.length),
})
/** A performance as staff plan it. */
export type PerformancePlan = z.infer<typeof performancePlanSchema>

/** What all performances of a run have in common. */
export const runDefaultsSchema = performancePlanSchema.omit({ id: true, production: true, startsAt: true, type: true })
/** What all performances of a run have in common. */
export type RunDefaults = z.infer<typeof runDefaultsSchema>

/**
 * Fields of a performance that one request may change on many. `startTime` changes the time and leaves each day; of `web` and `counter` only
 * the fields that are present change.
 */
export const performanceChangeSchema = performancePlanSchema
  .omit({ id: true, production: true })
  .extend({
    startTime: z.string().regex(timeOfDayPattern),
    web: performancePlanSchema.shape.web.partial(),
    counter: performancePlanSchema.shape.counter.partial(),
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0)
/** Fields of a performance that one request may change on many. */
export type PerformanceChange = z.infer<typeof performanceChangeSchema>

/** Returns a performance with a change. */
export function changePerformance(performance: StoredPerformance, change: PerformanceChange): StoredPerformance {
  const { startTime, web, counter, ...fields } = change
  const [day] = (fields.startsAt ?? performance.startsAt).split('T')
  return {
    ...performance,
    ...defined(fields),
    ...(startTime !== undefined && { startsAt: `${day}T${startTime}` }),
    web: { ...performance.web, ...defined(web ?? {}) },
    counter: { ...performance.counter, ...defined(counter ?? {}) },
  }
}

/** The fields that have a value. */
const defined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>
  }

/** A performance with its state, as change sets store it. */
export const storedPerformanceSchema = performancePlanSchema.extend({ state: z.enum(performanceStates) })
export type StoredPerformance = z.infer<typeof storedPerformanceSchema>

/** The fields of a plan whose wall-clock time does not exist: no such date or zone, or a time that clocks skip. */
export function faultyTimes({ startsAt, generalSaleAt, priority, timeZone }: PerformancePlan): string[] {
  const times = [
    ['startsAt', startsAt],
    ['generalSaleAt', generalSaleAt],
    ...priority.map(({ from }, nth) => [`priority.${nth}.from`, from]),
  ] as const
  return times.flatMap(([field, plain]) => (wallClockFault(plain!, timeZone) ? [field!] : []))
}

/** The periods of priority booking that would never be open: they start when the general sale has begun. */
export const latePriority = ({ generalSaleAt, priority }: Pick<PerformancePlan, 'generalSaleAt' | 'priority'>): string[] =>
  priority.flatMap(({ from }, nth) => (from >= generalSaleAt ? [`priority.${nth}.from`] : []))

/** The fields by which a plan gets such periods: the sale where it moves alone. Periods that were late before can stay. */
export function lateTimes(before: PerformancePlan | undefined, after: PerformancePlan): string[] {
  const late = latePriority(after)
  if (late.length === 0 || !before || !isSameValue(before.priority, after.priority)) return late
  return before.generalSaleAt === after.generalSaleAt ? [] : ['generalSaleAt']
}

const hasSameTimes = (one: PerformancePlan, other: PerformancePlan): boolean =>
  one.startsAt === other.startsAt &&
  one.generalSaleAt === other.generalSaleAt &&
  one.timeZone === other.timeZone &&
  isSameValue(one.priority, other.priority)

/** Fields that cannot change while it is published: processes may sell seats of the plan that they read last. */
export const fixedWhilePublished = ['production', 'hall', 'planVersion'] as const satisfies readonly (keyof PerformancePlan)[]
/** Fields that cannot change once seats are sold or held: a customer chose this time. */
export const fixedBySales = ['startsAt', 'timeZone'] as const satisfies readonly (keyof PerformancePlan)[]

/**
 * The problem of a change of one performance; undefined where it may be made.
 * @param claims whether seats are taken, locked ones included, and whether customers have some
 */
export function performanceEditProblem(
  before: StoredPerformance | undefined,
  after: PerformancePlan,
  { hasSeats, hasCustomers }: { readonly hasSeats: boolean; readonly hasCustomers: boolean },
): Problem<'invalid-input' | 'instance-cancelled' | 'performance-fixed'> | undefined {
  // A time that does not change was checked when it was entered.
  const fields = before && hasSameTimes(before, after) ? [] : [...new Set([...faultyTimes(after), ...lateTimes(before, after)])]
  if (fields.length > 0) return problem('invalid-input', { fields })
  // Cancelling refunds customers: it is a separate operation, and no edit reverts it.
  if (before?.web.sale === 'cancelled') return problem('instance-cancelled')
  if (after.web.sale === 'cancelled') return problem('invalid-input', { fields: ['web.sale'] })
  if (!before) return undefined
  const fixed = [
    ...(before.state === 'published' ? fixedWhilePublished : []),
    ...(hasSeats ? fixedWhilePublished : []),
    ...(hasCustomers ? fixedBySales : []),
  ]
  const moved = [...new Set(fixed)].filter((field) => before[field] !== after[field])
  return moved.length > 0 ? problem('performance-fixed', { instance: after.id, fields: moved }) : undefined
}

/** Whether a change moves a published performance to another time. Drafts may clash until they are published. */
export const movesPublished = ({ before, after }: Pick<ChangeRow, 'before' | 'after'>): boolean => {
  const [from, to] = [before as StoredPerformance | null, after as StoredPerformance | null]
  return from !== null && to?.state === 'published' && (from.startsAt !== to.startsAt || from.timeZone !== to.timeZone)
}

/** Whether undoing a change would take the seats of a performance away: it was added, or it had another plan. */
export function changesSeats({ before, after }: Pick<ChangeRow, 'before' | 'after'>): boolean {
  const [from, to] = [before as StoredPerformance | null, after as StoredPerformance | null]
  return !from || !to || from.hall !== to.hall || from.planVersion !== to.planVersion
}

/** Whether undoing a change would take a performance away from the customers who have seats of it, or change its time or its plan. */
export function movesCustomers({ before, after }: Pick<ChangeRow, 'before' | 'after'>): boolean {
  const [from, to] = [before as StoredPerformance | null, after as StoredPerformance | null]
  if (!from || !to) return true
  return from.state !== to.state || [...fixedWhilePublished, ...fixedBySales].some((field) => from[field] !== to[field])
}
