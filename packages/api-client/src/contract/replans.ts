import { z } from 'zod'
import { idSchema, seatIdSchema, slugSchema } from '@playhouse/domain/id'
import { moveKinds, seatHolders } from '@playhouse/domain/replan'
import { endpoint } from './endpoint.ts'

const place = z.strictObject({ id: seatIdSchema, area: z.string(), row: z.string(), number: z.string() })
const seatMoveSchema = z.strictObject({
  /** The seat of the current plan. */
  from: place,
  /** The seat of the other plan; null where none is as good. */
  to: place.nullable(),
  /** Null without a seat. */
  kind: z.enum(moveKinds).nullable(),
  holder: z.enum(seatHolders),
  /** Equal for seats of the same order, basket or lock; from 0. */
  party: z.int().nonnegative(),
  /** The number of the order or of the reserved order; null for baskets and locks. */
  order: z.string().nullable(),
})
const replanSchema = z.strictObject({
  /** Seats that are in both plans, and those that only the other plan has. */
  same: z.int().nonnegative(),
  added: z.int().nonnegative(),
  /** Seats that the other plan lacks: free ones, those in baskets, and those that are sold, reserved or locked. */
  gone: z.strictObject({
    free: z.array(seatIdSchema),
    held: z.array(seatIdSchema),
    sold: z.array(seatIdSchema),
  }),
  /** Taken seats that keep their place. */
  kept: z.int().nonnegative(),
  /** Taken seats that would get another one, or none. */
  moves: z.array(seatMoveSchema),
})
/** What another plan would mean for the seats of a performance. */
export type PlannedReplan = z.infer<typeof replanSchema>
/** A taken seat and its seat of the other plan. */
export type PlannedMove = z.infer<typeof seatMoveSchema>

const params = z.strictObject({ instance: slugSchema })
const seatPairs = z.array(z.strictObject({ from: seatIdSchema, to: seatIdSchema }))
const otherPlan = {
  planVersion: z.string().min(1).max(80),
  /** The price list of the other plan: it has the bands. */
  priceList: z.string().min(1).max(80),
  /** Seats that a person chose; each seat once on either side. */
  byHand: seatPairs.max(5_000),
}
/** Characters of all seat ids of the largest hall. */
const mostMoves = 4 * 2 ** 20

/** Endpoints of other plans for performances with sold seats. */
export const replans = {
  preview: endpoint('POST', '/staff/performances/:instance/replan/preview', {
    summary: 'What another plan of its hall would mean for a performance: lost seats, and a seat of the plan for each taken one',
    access: 'staff',
    permission: 'edit-programme',
    params,
    body: z.strictObject(otherPlan),
    reply: replanSchema,
    problems: ['not-allowed', 'instance-unavailable', 'seat-unknown'],
  }),
  apply: endpoint('POST', '/staff/performances/:instance/replan', {
    summary: 'Give a performance another plan of its hall, and each taken seat its seat of the plan, as the preview proposes it',
    access: 'staff',
    permission: 'publish-programme',
    bodyLimit: mostMoves,
    params,
    body: z.strictObject({
      /** The version of the performance that was read. */
      version: z.int().positive(),
      ...otherPlan,
      /** The moves of the preview. If others have become necessary since, nothing changes. */
      moves: seatPairs.max(100_000),
      reason: z.string().trim().min(1).max(500),
    }),
    reply: z.strictObject({
      /** The change set; null where nothing has changed: `replan` has other moves than the request, or a taken seat has no seat of the plan. */
      changeSet: idSchema.nullable(),
      replan: replanSchema,
    }),
    problems: [
      'not-allowed',
      'second-factor-required',
      'instance-unavailable',
      'seat-unknown',
      'changed-meanwhile',
      'performance-fixed',
      'change-has-dependents',
    ],
  }),
} as const
