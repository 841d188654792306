import { z } from 'zod'
import { hallNameSchema, planPriceListSchema, planReportSchema } from '@playhouse/domain/hall-plan'
import { idSchema, slugSchema } from '@playhouse/domain/id'
import { mostPlanBytes } from '@playhouse/domain/plan-refusal'
import { instantSchema } from '@playhouse/domain/time'
import { endpoint } from './endpoint.ts'

/** Characters of the largest plan in Base64. */
const mostPlanText = Math.ceil(mostPlanBytes / 3) * 4
const ofHall = z.strictObject({ hall: slugSchema })

const plannedHallSchema = z.strictObject({
  hall: z.string(),
  name: z.string(),
  /** Its plans, the newest first. */
  plans: z.array(
    z.strictObject({
      planVersion: z.string(),
      seats: z.int(),
      addedAt: instantSchema,
      /** Performances with this plan that are not over, drafts included. */
      performances: z.int(),
    }),
  ),
  priceLists: z.array(z.strictObject({ id: z.string(), name: z.string(), planVersion: z.string().nullable() })),
})
/** A hall with its plans and price lists. */
export type PlannedHall = z.infer<typeof plannedHallSchema>

const planBody = z.strictObject({
  name: hallNameSchema,
  /** The file in Base64: a pretix plan, a list of seats, or our own form, recognised by its content. */
  file: z.string().min(1).max(mostPlanText),
  priceList: planPriceListSchema,
  /** True: the file is checked, and nothing written. */
  isPreview: z.boolean(),
  reason: z.string().trim().min(1).max(500).optional(),
})
const planReply = z.strictObject({
  report: planReportSchema,
  /** The version that the plan has got; null for a preview. */
  planVersion: z.string().nullable(),
  /** The change set; null for a preview. */
  changeSet: idSchema.nullable(),
})
const planProblems = ['not-allowed', 'plan-refused', 'id-taken'] as const

/** Endpoints of staff who add halls, and plans to them. A plan never changes: performances keep theirs. */
export const halls = {
  all: endpoint('GET', '/staff/halls', {
    summary: 'All halls with their newest plan, and the numbers of their plans, price lists and performances that are not over',
    access: 'staff',
    permission: 'read-programme',
    reply: z.strictObject({
      halls: z.array(
        z.strictObject({
          ...{ hall: z.string(), name: z.string(), planVersion: z.string(), seats: z.int() },
          ...{ plans: z.int(), priceLists: z.int(), performances: z.int() },
        }),
      ),
    }),
    problems: ['not-allowed'],
  }),
  one: endpoint('GET', '/staff/halls/:hall', {
    summary: 'A hall with its plans and price lists',
    access: 'staff',
    permission: 'read-programme',
    params: ofHall,
    reply: plannedHallSchema,
    problems: ['not-allowed'],
  }),
  create: endpoint('POST', '/staff/halls', {
    summary:
      'Add a hall with its first plan and a price list for it, or preview that. `plan-refused` where the file is no plan, or has errors',
    access: 'staff',
    permission: 'edit-plans',
    bodyLimit: mostPlanText + 4096,
    body: planBody.extend({ hall: slugSchema }),
    reply: planReply,
    problems: planProblems,
  }),
  addPlan: endpoint('POST', '/staff/halls/:hall/plans', {
    summary: 'Add a newer plan to a hall with a price list for it, or preview that. Performances keep the plan that they have',
    access: 'staff',
    permission: 'edit-plans',
    bodyLimit: mostPlanText + 4096,
    params: ofHall,
    body: planBody,
    reply: planReply,
    problems: planProblems,
  }),
} as const
