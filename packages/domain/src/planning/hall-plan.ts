import { z } from 'zod'
import { slugSchema } from '../id.ts'
import { seatTypes } from '../plan/model/seat-type.ts'
import { type FindingCode, severityOf } from '../plan/report/finding.ts'
import { bandSchema } from '../pricing/pricing.ts'
import { priceListName } from './price-list-plan.ts'

/** The name of a hall, as visitors read it. */
export const hallNameSchema = z.string().trim().min(1).max(80)

/** The price list that a new plan gets, so that a performance can have it at once. */
export const planPriceListSchema = z.strictObject({
  id: slugSchema,
  name: priceListName,
  /** The list whose price types and prices it takes; null for one price type without prices. */
  basedOn: z.string().min(1).max(80).nullable(),
  /** The name of that one price type, as visitors read it. */
  fullPrice: z.string().trim().min(1).max(80),
})
export type PlanPriceList = z.infer<typeof planPriceListSchema>

/** A version of a hall's plan as change sets store it. The plan itself never changes. */
export type StoredHallPlan = { readonly hall: string; readonly planVersion: string; readonly name: string }
/** The id of a version of a hall's plan in change sets. */
export const hallPlanId = (hall: string, planVersion: string): string => `${hall}/${planVersion}`
/** The number of a plan of its hall, as people read it: its version without the checksum. */
export const planNumberOf = (planVersion: string): string => planVersion.replace(/-.*$/, '')

/**
 * The version of the next plan of a hall: its number, and a checksum, because clients keep a plan for ever under its version.
 * @param plans the plans that the hall has or had
 */
export const nextPlanVersion = (plans: number, { checksum }: { readonly checksum: string }): string => `${plans + 1}-${checksum}`

/** Whether a plan is the same as one that the hall has. */
export const isSamePlan = (version: string, { checksum }: { readonly checksum: string }): boolean => version.endsWith(`-${checksum}`)

const findingCodes = Object.keys(severityOf) as [FindingCode, ...FindingCode[]]
/** What staff read of a plan before they save it. */
export const planReportSchema = z.strictObject({
  format: z.enum(['playhouse', 'pretix', 'sections', 'seat-list', 'svg']),
  /** False where the report has errors: it cannot be saved. */
  isSellable: z.boolean(),
  seats: z.int(),
  rows: z.int(),
  areas: z.array(z.strictObject({ id: z.string(), name: z.string(), seats: z.int() })),
  /** Seats of each type that the plan has. */
  types: z.array(z.strictObject({ type: z.enum(seatTypes), seats: z.int() })),
  /** Seats that can be reached without steps. */
  stepFree: z.int(),
  /** Seats of each band, and the categories of the file that became it. */
  bands: z.array(z.strictObject({ band: bandSchema, seats: z.int(), categories: z.array(z.string()) })),
  findings: z.array(
    z.strictObject({
      severity: z.enum(['error', 'warning', 'note']),
      code: z.enum(findingCodes),
      count: z.int(),
      /** The first places that it concerns: areas, rows and seats, or parts of the file as `area` alone. */
      at: z.array(
        z.strictObject({
          area: z.string(),
          /** Absent for the whole area. */
          row: z.string().optional(),
          /** Spans of seat numbers, such as `4–7, 9`; absent for the whole row. */
          numbers: z.string().optional(),
        }),
      ),
    }),
  ),
})
export type HallPlanReport = z.infer<typeof planReportSchema>
