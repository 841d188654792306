import { z } from 'zod'
import { idSchema, seatIdSchema } from '@playhouse/domain/id'
import { moneySchema } from '@playhouse/domain/money'
import { lockTypes } from '@playhouse/domain/seat-lock'
import { instantSchema } from '@playhouse/domain/time'

/** Blocked seats of a performance with kind, reason, staff user and time. */
export const seatHoldSchema = z.strictObject({
  id: idSchema,
  kind: z.enum(lockTypes),
  /** The name of the agent who sells them; null for locks of other types. */
  agent: z.string().nullable(),
  reason: z.string(),
  placedBy: z.string(),
  placedAt: instantSchema,
  /** When its seats go on sale without a person; null for never. */
  releaseAt: instantSchema.nullable(),
  seats: z.array(seatIdSchema),
})
/** Blocked seats of a performance with kind, reason, staff user and time. */
export type SeatHold = z.infer<typeof seatHoldSchema>

/** An entry of the audit log of a performance: one action of a staff user. */
export const bookEntrySchema = z.strictObject({
  id: idSchema,
  at: instantSchema,
  who: z.string(),
  verb: z.string(),
  seats: z.array(z.string()),
  order: z.string().nullable(),
  amount: moneySchema.nullable(),
  reason: z.string().nullable(),
})
/** An entry of the audit log of a performance. */
export type BookEntry = z.infer<typeof bookEntrySchema>
