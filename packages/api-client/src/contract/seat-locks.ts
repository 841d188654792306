import { z } from 'zod'
import { idSchema, seatIdSchema, slugSchema } from '@playhouse/domain/id'
import { lockPaintingSchema, seatLockSchema } from '@playhouse/domain/seat-lock'
import { instantSchema } from '@playhouse/domain/time'
import { endpoint } from './endpoint.ts'

const ofInstance = z.strictObject({ instance: slugSchema })
/** Counts the changes of the locks of a performance; 0 before the first. */
const version = z.int().nonnegative()

const plannedLockSchema = seatLockSchema.extend({
  id: idSchema,
  /** When its seats go on sale; null where a person ends it. */
  releaseAt: instantSchema.nullable(),
  placedBy: z.string(),
  placedAt: instantSchema,
  seats: z.array(seatIdSchema),
})
const plannedLocksSchema = z.strictObject({
  instance: slugSchema,
  event: slugSchema,
  title: z.string(),
  /** Wall-clock time at the theatre. */
  startsAt: z.string(),
  timeZone: z.string(),
  hall: z.string(),
  planVersion: z.string(),
  version,
  locks: z.array(plannedLockSchema),
  /** The agents, for whom seats can be locked. Locks keep those who are withdrawn. */
  agents: z.array(z.strictObject({ id: slugSchema, name: z.string(), isWithdrawn: z.boolean() })),
  /** Seats that are sold, reserved or in a basket: they cannot be locked. */
  taken: z.array(seatIdSchema),
})
/** The locks of a performance, and the seats that customers have. */
export type PlannedLocks = z.infer<typeof plannedLocksSchema>

const paintedPerformanceSchema = z.strictObject({
  id: slugSchema,
  /** Wall-clock time at the theatre. */
  startsAt: z.string(),
  /** Seats that were free, that had another lock, and that are unlocked. */
  locked: z.int().nonnegative(),
  changed: z.int().nonnegative(),
  unlocked: z.int().nonnegative(),
  /** Seats that are left out, because customers have them. */
  taken: z.array(seatIdSchema),
})
/** What a painting of locks does with one performance. */
export type PaintedPerformance = z.infer<typeof paintedPerformanceSchema>

const paintBody = z.strictObject({
  /** The version that was read. */
  version,
  painting: lockPaintingSchema,
  /** Other performances with the same plan, which get the same locks. */
  also: z.array(slugSchema).max(500),
  reason: z.string().trim().min(1).max(500).optional(),
})
const paintProblems = ['not-allowed', 'instance-unavailable', 'seat-unknown', 'changed-meanwhile'] as const
/** Characters of all seat ids of the largest hall. */
const mostPaintText = 4 * 2 ** 20

/** Endpoints of locks: seats of performances that the theatre keeps off sale. */
export const seatLocks = {
  one: endpoint('GET', '/staff/performances/:instance/locks', {
    summary: 'The locks of a performance with their seats, and the seats that customers have',
    access: 'staff',
    permission: 'read-programme',
    params: ofInstance,
    reply: plannedLocksSchema,
    problems: ['not-allowed', 'instance-unavailable'],
  }),
  preview: endpoint('POST', '/staff/performances/:instance/locks/preview', {
    summary: 'Preview a painting of locks: how many seats are locked, changed and unlocked on each performance, and which are taken',
    access: 'staff',
    permission: 'lock-seats',
    bodyLimit: mostPaintText,
    params: ofInstance,
    body: paintBody,
    reply: z.strictObject({ performances: z.array(paintedPerformanceSchema) }),
    problems: paintProblems,
  }),
  paint: endpoint('PUT', '/staff/performances/:instance/locks', {
    summary: 'Lock and unlock seats of a performance, and of others with the same plan. Seats that customers have are left out',
    access: 'staff',
    permission: 'lock-seats',
    bodyLimit: mostPaintText,
    params: ofInstance,
    body: paintBody,
    reply: z.strictObject({
      locks: plannedLocksSchema,
      performances: z.array(paintedPerformanceSchema),
      /** The change set; null where nothing changed. */
      changeSet: idSchema.nullable(),
    }),
    problems: paintProblems,
  }),
} as const
