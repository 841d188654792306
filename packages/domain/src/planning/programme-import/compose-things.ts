import type { ZodType } from 'zod'
import { type StoredPerformance, storedPerformanceSchema } from '../performance-plan.ts'
import { type PerformanceType, performanceTypeSchema, type StoredProduction, storedProductionSchema } from '../production-plan.ts'
import { newThings, type ProgrammeRow, type ProgrammeThings } from '../programme-file/index.ts'
import type { ProblemList } from './problem-list.ts'

/** The value of a thing in the programme. */
export type Current = { readonly value: unknown }
/** A thing of a file: its row, and its value before and after. `before` is null where it does not exist. */
export type Composed<Thing> = { readonly row: number; readonly id: string; readonly before: Thing | null; readonly after: Thing }

type Sheet = 'performance types' | 'productions' | 'performances'
const schemas: { readonly [Name in Sheet]: ZodType<ProgrammeThings[Name]> } = {
  'performance types': performanceTypeSchema,
  productions: storedProductionSchema as ZodType<StoredProduction>,
  performances: storedPerformanceSchema as ZodType<StoredPerformance>,
}

/** What performances have that name neither a time zone nor a plan. */
export type Defaults = { readonly timeZone: string; readonly newestPlan: (hall: string) => string | undefined }

/** The things that the rows of a sheet describe. Those that lack a field, or have an invalid one, are reported and left out. */
export function composeThings<Name extends Sheet>(
  sheet: Name,
  rows: readonly ProgrammeRow<ProgrammeThings[Name]>[],
  current: ReadonlyMap<string, Current>,
  problems: ProblemList,
  defaults: Defaults = { timeZone: '', newestPlan: () => undefined },
): Composed<ProgrammeThings[Name]>[] {
  return rows.flatMap(({ row, key: [id = ''], edit, lacking }) => {
    const before = (current.get(id)?.value ?? null) as ProgrammeThings[Name] | null
    if (!before && lacking.length > 0) {
      for (const field of lacking) problems.add({ sheet, row, field }, 'missing', '')
      return []
    }
    const edited = edit(before ?? (newThings[sheet](defaults.timeZone) as ProgrammeThings[Name]))
    const parsed = schemas[sheet].safeParse(withDefaults(edited, defaults))
    if (parsed.success) return [{ row, id, before, after: parsed.data }]
    for (const { path, message } of parsed.error.issues) problems.add({ sheet, row, field: path.map(String).join('.') }, 'invalid', message)
    return []
  })
}

function withDefaults<Thing extends PerformanceType | StoredProduction | StoredPerformance>(
  thing: Thing,
  { timeZone, newestPlan }: Defaults,
): Thing {
  if (!('planVersion' in thing)) return thing
  return {
    ...thing,
    timeZone: thing.timeZone || timeZone,
    // An unknown hall is reported by its name.
    planVersion: thing.planVersion || newestPlan(thing.hall) || 'newest',
  }
}
