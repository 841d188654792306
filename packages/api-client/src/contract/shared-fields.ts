import { z } from 'zod'
import { slugSchema } from '@playhouse/domain/id'
import { seatings } from '@playhouse/domain/plan'
import type { ProblemCode } from '@playhouse/domain/problem'
import { productionSchema } from '@playhouse/domain/season'
import { instantSchema } from '@playhouse/domain/time'

/** The title of a production in its language, and its translations. */
export const titleFields = productionSchema.pick({ title: true, copyLanguage: true, translations: true }).shape

/** Fields of the performance of a ticket. */
export const ticketPerformanceFields = {
  instance: slugSchema,
  event: slugSchema,
  ...titleFields,
  startsAt: instantSchema,
  timeZone: z.string(),
  hallName: z.string(),
}

/** Fields that name the seat of a ticket. */
export const seatNameFields = {
  area: z.string(),
  row: z.string(),
  number: z.string(),
  /** The kind of place that `row` names: a row (the default) or a table. A standing place has neither row nor number. */
  seating: z.enum(seatings).optional(),
}

/** Problems of a performance that cannot be booked now. */
export const closedInstanceProblems = [
  'instance-unavailable',
  'instance-passed',
  'instance-off-sale',
  'instance-cancelled',
  'instance-sold-out',
  'instance-priority',
] as const satisfies readonly ProblemCode[]

/** Problems of a search for the best available seats. */
export const seatSearchProblems = [
  'section-sold-out',
  'section-not-on-sale',
  'not-enough-seats-in-band',
  'seats-not-found',
  'tickets-not-added',
  'price-type-unavailable',
] as const satisfies readonly ProblemCode[]

/** Problems of the ticket limits of the web. */
export const ticketLimitProblems = [
  'ticket-limit',
  'performance-limit',
  'network-limit',
  'bot-check-required',
  'companion-alone',
  'ticket-validation-error',
] as const satisfies readonly ProblemCode[]
