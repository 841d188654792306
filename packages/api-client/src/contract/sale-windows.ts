import { z } from 'zod'
import { idSchema, slugSchema } from '@playhouse/domain/id'
import { performanceStates } from '@playhouse/domain/performance-plan'
import { saleWindowsSchema } from '@playhouse/domain/sale-window'
import { instantSchema } from '@playhouse/domain/time'
import { endpoint } from './endpoint.ts'
import { fieldChangeSchema } from './planning.ts'

const version = z.int().positive()
const ofEvent = z.strictObject({ event: slugSchema })

const soldPerformanceSchema = z.strictObject({
  id: slugSchema,
  /** Wall-clock time at the theatre. */
  startsAt: z.string(),
  state: z.enum(performanceStates),
  /** When each window is open for this performance, in the order of the windows. */
  periods: z.array(z.strictObject({ from: instantSchema, until: instantSchema })),
})
const plannedSaleWindowsSchema = z.strictObject({
  event: slugSchema,
  title: z.string(),
  /** Null where the production never had windows. */
  version: version.nullable(),
  /** Without any, the dates of each performance decide. */
  windows: saleWindowsSchema,
  /** Performances that are neither over nor cancelled, drafts included. */
  performances: z.array(soldPerformanceSchema),
})
/** The windows in which the performances of a production are sold. */
export type PlannedSaleWindows = z.infer<typeof plannedSaleWindowsSchema>

const editBody = z.strictObject({
  /** The version that was read. */
  version: version.nullable(),
  windows: saleWindowsSchema,
  reason: z.string().trim().min(1).max(500).optional(),
})
const editProblems = ['not-allowed', 'event-unavailable', 'changed-meanwhile'] as const

/** Endpoints of staff who plan when productions are on sale, to whom, and on which channel. */
export const saleWindows = {
  one: endpoint('GET', '/staff/productions/:event/sale-windows', {
    summary: 'The windows in which the performances of a production are sold, and what they mean for each performance',
    access: 'staff',
    permission: 'read-programme',
    params: ofEvent,
    reply: plannedSaleWindowsSchema,
    problems: ['not-allowed', 'event-unavailable'],
  }),
  preview: endpoint('POST', '/staff/productions/:event/sale-windows/preview', {
    summary: 'Preview other windows: what changes, and when each performance would be sold',
    access: 'staff',
    permission: 'edit-programme',
    params: ofEvent,
    body: editBody,
    reply: z.strictObject({ fields: z.array(fieldChangeSchema), performances: z.array(soldPerformanceSchema) }),
    problems: editProblems,
  }),
  edit: endpoint('PUT', '/staff/productions/:event/sale-windows', {
    summary:
      'Replace the windows of a production. Without any, the dates of each performance decide. Tickets that are held or sold stay so',
    access: 'staff',
    permission: 'edit-sale-windows',
    params: ofEvent,
    body: editBody,
    reply: z.strictObject({
      saleWindows: plannedSaleWindowsSchema,
      /** The change set; null where nothing changed. */
      changeSet: idSchema.nullable(),
    }),
    problems: [...editProblems, 'second-factor-required'],
  }),
} as const
