import { z } from 'zod'
import { slugSchema } from '../id.ts'
import { maxRunDays, maxRunLength } from '../season/planning-limits.ts'
import { timeOfDayPattern } from '../time/time-of-day.ts'
import { wallClockFault } from '../time/time.ts'
import { type HallUse, HallUses, hallUseOf } from './hall-clash.ts'
import { performanceIdAt } from './performance-id.ts'
import type { RunDefaults, StoredPerformance } from './performance-plan.ts'
import type { PerformanceType, ProductionPlan } from './production-plan.ts'

const date = z.iso.date().max(10)

/** A pattern of performances: on which weekdays at which times, in which days, without which days. */
export const runPatternSchema = z.strictObject({
  from: date,
  until: date,
  rules: z
    .array(
      z.strictObject({
        /** ISO weekdays: 1 is Monday. */
        weekdays: z.array(z.int().min(1).max(7)).min(1).max(7),
        time: z.string().regex(timeOfDayPattern),
        /** The type of the performances; null for the defaults of the request. */
        type: slugSchema.nullable(),
      }),
    )
    .min(1)
    .max(20),
  /** Days without a performance, such as holidays. */
  except: z.array(date).max(400),
})
/** A pattern of performances. */
export type RunPattern = z.infer<typeof runPatternSchema>

/** A performance of a run: wall-clock time `2027-03-01T19:30`, and its type. */
export type RunPerformance = { readonly startsAt: string; readonly type: string | null }

/**
 * The performances of a pattern by time; each time once, with the first rule that names it.
 * @returns undefined for days in the wrong order, and for more than {@link maxRunLength} performances
 */
export function performancesOfRun({ from, until, rules, except }: RunPattern): RunPerformance[] | undefined {
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(until)]
  const days = first.until(last, { largestUnit: 'day' }).days
  if (days < 0 || days > maxRunDays) return undefined
  const typeByTime = new Map<string, string | null>()
  for (let day = 0; day <= days; day++) {
    const at = first.add({ days: day })
    if (except.includes(at.toString())) continue
    for (const { weekdays, time, type } of rules) {
      const startsAt = `${at.toString()}T${time}`
      if (weekdays.includes(at.dayOfWeek) && !typeByTime.has(startsAt)) typeByTime.set(startsAt, type)
    }
  }
  if (typeByTime.size > maxRunLength) return undefined
  return [...typeByTime].map(([startsAt, type]) => ({ startsAt, type })).toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))
}

/** Why a performance of a run is not made: it exists, its time does not exist, or its hall is in use. */
export const runFaults = ['exists', 'skipped-time', 'hall-clash'] as const

/** A performance that a run would make; with a fault, it is not made. */
export type PlannedOfRun = {
  readonly performance: StoredPerformance
  readonly fault: (typeof runFaults)[number] | null
  /** The performance that has the hall, and the title of its production; null without a clash. */
  readonly clashesWith: Pick<HallUse, 'id' | 'title'> | null
  /** Whether it is made: it has no fault and is wanted. */
  readonly isMade: boolean
}

/** The programme that a run is added to. */
export type RunContext = {
  readonly production: Pick<ProductionPlan, 'id' | 'title' | 'runningTime'>
  readonly defaults: RunDefaults
  readonly types: ReadonlyMap<string, PerformanceType>
  /** Ids of performances that exist. */
  readonly existing: ReadonlySet<string>
  readonly hallUses: readonly HallUse[]
  /** Wall-clock times that are not wanted. */
  readonly skip: readonly string[]
}

/** Plans the performances of a run: the defaults of its type come first. Those of the run must not clash with each other either. */
export function planRun(
  run: readonly RunPerformance[],
  { production, defaults, types, existing, hallUses, skip }: RunContext,
): PlannedOfRun[] {
  const uses = new HallUses(hallUses)
  return run.map(({ startsAt, type }) => {
    const typeDefaults = types.get(type ?? '')
    const performance: StoredPerformance = {
      ...defaults,
      ...(typeDefaults && {
        priceList: typeDefaults.priceList,
        accessTags: typeDefaults.accessTags,
        perCustomer: typeDefaults.perCustomer,
      }),
      ...{ id: performanceIdAt(production.id, startsAt), production: production.id, startsAt, type, state: 'draft' },
    }
    const isWanted = !skip.includes(startsAt)
    if (existing.has(performance.id)) return { performance, fault: 'exists', clashesWith: null, isMade: false }
    if (wallClockFault(startsAt, defaults.timeZone)) return { performance, fault: 'skipped-time', clashesWith: null, isMade: false }
    const use = hallUseOf(performance, production)
    const clash = uses.clashOf(use)
    if (clash) return { performance, fault: 'hall-clash', clashesWith: { id: clash.id, title: clash.title }, isMade: false }
    if (isWanted) uses.add(use)
    return { performance, fault: null, clashesWith: null, isMade: isWanted }
  })
}
