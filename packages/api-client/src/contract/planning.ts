import { z } from 'zod'
import { changeKinds, changeSubjects } from '@playhouse/domain/change'
import { idSchema, slugSchema } from '@playhouse/domain/id'
import { mostImageBytes } from '@playhouse/domain/image'
import { productionImageSchema } from '@playhouse/domain/season'
import { missingSchema } from '@playhouse/domain/missing'
import {
  performanceChangeSchema,
  performancePlanSchema,
  runDefaultsSchema,
  storedPerformanceSchema,
} from '@playhouse/domain/performance-plan'
import { runFaults, runPatternSchema } from '@playhouse/domain/performance-run'
import { performanceTypeSchema, productionPlanSchema, productionStates, storedProductionSchema } from '@playhouse/domain/production-plan'
import { translatedTextSchema } from '@playhouse/domain/translated-text'
import { instantSchema } from '@playhouse/domain/time'
import { endpoint } from './endpoint.ts'

/** Characters of the largest image in Base64. */
const mostImageText = Math.ceil(mostImageBytes / 3) * 4
const version = z.int().positive()
const reason = z.string().trim().min(1).max(500).optional()
const ofEvent = z.strictObject({ event: slugSchema })

const plannedPerformanceSchema = storedPerformanceSchema.extend({
  version,
  /** Seats that are sold, reserved or blocked, and seats in baskets. */
  tickets: z.int().nonnegative(),
  inBaskets: z.int().nonnegative(),
})
/** A performance with its version and its taken seats. */
export type PlannedPerformance = z.infer<typeof plannedPerformanceSchema>

const plannedProductionSchema = z.strictObject({
  production: storedProductionSchema,
  version,
  performances: z.array(plannedPerformanceSchema),
  /** What it lacks before it can be published. */
  missing: z.array(missingSchema),
})
/** A production with its performances, drafts included, and what it lacks. */
export type PlannedProduction = z.infer<typeof plannedProductionSchema>

const runPerformanceSchema = z.strictObject({
  id: slugSchema,
  startsAt: z.string(),
  type: z.string().nullable(),
  /** Null where it can be made. */
  fault: z.enum(runFaults).nullable(),
  /** The performance that has the hall, and the title of its production; null without a clash. */
  clashesWith: z.strictObject({ id: z.string(), title: z.string() }).nullable(),
})
/** A performance that a run would make. */
export type PlannedRunPerformance = z.infer<typeof runPerformanceSchema>

/** A field with its values before and after. */
export const fieldChangeSchema = z.strictObject({ field: z.string(), before: z.unknown(), after: z.unknown() })
const changeRowSchema = z.strictObject({
  subject: z.enum(changeSubjects),
  id: z.string(),
  /** Whether it was created, changed or removed. */
  effect: z.enum(['created', 'changed', 'removed']),
  fields: z.array(fieldChangeSchema),
})
const changeSetSchema = z.strictObject({
  id: idSchema,
  at: instantSchema,
  /** The staff user, or the process. */
  by: z.string(),
  kind: z.enum(changeKinds),
  reason: z.string().nullable(),
  /** The change set that this one undid; null where it is no undo. */
  undoes: idSchema.nullable(),
  /** The kind of that change set. */
  undoesKind: z.enum(changeKinds).nullable(),
  /** The change set that undid this one. */
  undoneBy: idSchema.nullable(),
  /** `name`: what the thing is called now, or was when it was removed, in the language of the theatre; null where it has no name. `startsAt`: of a performance, on its wall clock. */
  rows: z.array(changeRowSchema.extend({ name: z.string().nullable(), startsAt: z.string().nullable() })),
})
/** A change set: who changed what, and when. */
export type ChangeSet = z.infer<typeof changeSetSchema>

const editProblems = ['not-allowed', 'changed-meanwhile'] as const
const publishProblems = [...editProblems, 'second-factor-required'] as const

/** Endpoints of staff who plan the programme: productions, performances, types of performances, and the changes of them. */
export const planning = {
  options: endpoint('GET', '/staff/planning-options', {
    summary: 'The halls with their plans, and the price lists and programmes that a performance can have',
    access: 'staff',
    permission: 'read-programme',
    reply: z.strictObject({
      halls: z.array(z.strictObject({ hall: z.string(), planVersion: z.string(), name: z.string(), seats: z.int() })),
      /** `planVersion`: the plan that it is for; null for any of the hall. */
      priceLists: z.array(z.strictObject({ id: z.string(), name: z.string(), hall: z.string(), planVersion: z.string().nullable() })),
      /** Closed sales, which an access code opens. */
      programmes: z.array(z.strictObject({ id: slugSchema, name: translatedTextSchema })),
      timeZone: z.string(),
    }),
    problems: ['not-allowed'],
  }),
  productions: endpoint('GET', '/staff/productions', {
    summary: 'All productions, drafts included, with the numbers of their performances',
    access: 'staff',
    permission: 'read-programme',
    reply: z.strictObject({
      productions: z.array(
        z.strictObject({
          id: slugSchema,
          title: z.string(),
          state: z.enum(productionStates),
          version,
          performances: z.int(),
          /** Performances that are not published. */
          drafts: z.int(),
          /** Wall-clock times of the first and the last performance; null without one. */
          first: z.string().nullable(),
          last: z.string().nullable(),
        }),
      ),
    }),
    problems: ['not-allowed'],
  }),
  production: endpoint('GET', '/staff/productions/:event', {
    summary: 'A production with its performances, and what it lacks before it can be published',
    access: 'staff',
    permission: 'read-programme',
    params: ofEvent,
    reply: plannedProductionSchema,
    problems: ['not-allowed', 'event-unavailable'],
  }),
  createProduction: endpoint('POST', '/staff/productions', {
    summary: 'Create a production as a draft',
    access: 'staff',
    permission: 'edit-programme',
    body: z.strictObject({ production: productionPlanSchema, reason }),
    reply: plannedProductionSchema,
    problems: ['not-allowed', 'id-taken'],
  }),
  editProduction: endpoint('PUT', '/staff/productions/:event', {
    summary: 'Change a production. `version` is the one that was read: another one is the problem `changed-meanwhile`',
    access: 'staff',
    permission: 'edit-programme',
    params: ofEvent,
    body: z.strictObject({ version, production: productionPlanSchema, reason }),
    reply: plannedProductionSchema,
    problems: [...editProblems, 'event-unavailable'],
  }),
  uploadImage: endpoint('POST', '/staff/images', {
    summary: 'Store an image: JPEG, PNG or WebP, checked by its content and encoded again. The same file has the same id',
    access: 'staff',
    permission: 'edit-programme',
    bodyLimit: mostImageText + 1024,
    body: z.strictObject({
      /** The file in Base64. */
      file: z.string().min(1).max(mostImageText),
    }),
    reply: productionImageSchema.pick({ id: true, width: true, height: true }),
    problems: ['not-allowed', 'image-refused'],
  }),
  publish: endpoint('POST', '/staff/productions/:event/publish', {
    summary: 'Publish a production with all its performances, unless something is missing',
    access: 'staff',
    permission: 'publish-programme',
    params: ofEvent,
    body: z.strictObject({ version, reason }),
    reply: plannedProductionSchema,
    problems: [...publishProblems, 'event-unavailable', 'production-incomplete'],
  }),
  withdraw: endpoint('POST', '/staff/productions/:event/withdraw', {
    summary: 'Make a production a draft again, unless seats of it are sold or held',
    access: 'staff',
    permission: 'publish-programme',
    params: ofEvent,
    body: z.strictObject({ version, reason }),
    reply: plannedProductionSchema,
    problems: [...publishProblems, 'event-unavailable', 'change-has-dependents'],
  }),
  archive: endpoint('POST', '/staff/productions/:event/archive', {
    summary: 'Archive a production whose performances are over or cancelled',
    access: 'staff',
    permission: 'publish-programme',
    params: ofEvent,
    body: z.strictObject({ version, reason }),
    reply: plannedProductionSchema,
    problems: [...publishProblems, 'event-unavailable', 'change-has-dependents'],
  }),
  addPerformance: endpoint('POST', '/staff/productions/:event/performances', {
    summary: 'Add a performance to a production as a draft',
    access: 'staff',
    permission: 'edit-programme',
    params: ofEvent,
    body: z.strictObject({ performance: performancePlanSchema.omit({ production: true }), reason }),
    reply: plannedProductionSchema,
    problems: ['not-allowed', 'event-unavailable', 'id-taken', 'performance-fixed', 'instance-cancelled'],
  }),
  addRun: endpoint('POST', '/staff/productions/:event/run', {
    summary: 'Add the performances of a pattern as drafts, or preview them. Performances with a fault are left out',
    access: 'staff',
    permission: 'edit-programme',
    params: ofEvent,
    body: z.strictObject({
      pattern: runPatternSchema,
      defaults: runDefaultsSchema,
      /** Wall-clock times that are not wanted. */
      skip: z.array(z.string().max(16)).max(1_000),
      isPreview: z.boolean(),
      reason,
    }),
    reply: z.strictObject({
      performances: z.array(runPerformanceSchema),
      /** The change set; null for a preview, and where none was made. */
      changeSet: idSchema.nullable(),
    }),
    problems: ['not-allowed', 'event-unavailable'],
  }),
  editPerformances: endpoint('PATCH', '/staff/performances', {
    summary: 'Change some fields of performances, all or none, or preview the change',
    access: 'staff',
    permission: 'edit-programme',
    body: z.strictObject({
      performances: z
        .array(z.strictObject({ id: slugSchema, version }))
        .min(1)
        .max(1_000),
      change: performanceChangeSchema,
      isPreview: z.boolean(),
      reason,
    }),
    reply: z.strictObject({
      rows: z.array(changeRowSchema.extend({ tickets: z.int(), inBaskets: z.int() })),
      /** The change set; null for a preview, and where nothing changed. */
      changeSet: idSchema.nullable(),
    }),
    problems: [...editProblems, 'instance-cancelled', 'performance-fixed', 'hall-in-use'],
  }),
  performanceTypes: endpoint('GET', '/staff/performance-types', {
    summary: 'The types of performances, with their defaults',
    access: 'staff',
    permission: 'read-programme',
    reply: z.strictObject({ types: z.array(performanceTypeSchema.extend({ version })) }),
    problems: ['not-allowed'],
  }),
  setPerformanceType: endpoint('PUT', '/staff/performance-types/:type', {
    summary: 'Create or change a type of performances. Performances that were made with it do not change',
    access: 'staff',
    permission: 'edit-programme',
    params: z.strictObject({ type: slugSchema }),
    body: z.strictObject({
      /** Null for a new one. */
      version: version.nullable(),
      type: performanceTypeSchema.omit({ id: true }),
      reason,
    }),
    reply: performanceTypeSchema.extend({ version }),
    problems: [...editProblems, 'id-taken'],
  }),
  changes: endpoint('GET', '/staff/changes', {
    summary:
      'Change sets, the newest first, at most 50; of one thing with `subject` and `id`, of one kind, with the words of `find` in who made it, its reason, or ids and names of its things, and older ones with `before`',
    access: 'staff',
    permission: 'read-programme',
    query: z.strictObject({
      subject: z.enum(changeSubjects).optional(),
      id: z.string().min(1).max(80).optional(),
      kind: z.enum(changeKinds).optional(),
      find: z.string().max(100).optional(),
      before: idSchema.optional(),
    }),
    reply: z.strictObject({ changes: z.array(changeSetSchema), hasMore: z.boolean() }),
    problems: ['not-allowed'],
  }),
  undo: endpoint('POST', '/staff/changes/:change/undo', {
    summary: 'Undo a change set, unless something was built on it since: `change-has-dependents` lists what',
    access: 'staff',
    permission: 'undo-changes',
    params: z.strictObject({ change: idSchema }),
    body: z.strictObject({ reason }),
    reply: z.strictObject({ changeSet: idSchema }),
    problems: ['not-allowed', 'second-factor-required', 'change-has-dependents'],
  }),
} as const
