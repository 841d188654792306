import { z } from 'zod'
import { slugSchema } from '@playhouse/domain/id'
import { moneySchema } from '@playhouse/domain/money'
import { planMediaType, planSchema } from '@playhouse/domain/plan'
import { bandSchema, bandPriceSchema, priceTypeSchema, seatBlocksSchema } from '@playhouse/domain/pricing'
import { accessTags, availabilityLabels, productionSchema } from '@playhouse/domain/season'
import { instantSchema, plainDateTimeSchema } from '@playhouse/domain/time'
import { endpoint, fileSchema } from './endpoint.ts'

const label = z.enum(availabilityLabels)

export const instanceSummarySchema = z.strictObject({
  id: slugSchema,
  event: slugSchema,
  startsAt: instantSchema,
  /** The house's wall clock, for grouping by day and month. */
  startsAtLocal: plainDateTimeSchema,
  timeZone: z.string(),
  availability: label,
  accessTags: z.array(z.enum(accessTags)),
  priceFrom: moneySchema.nullable(),
  seatsLeft: z.int().nonnegative(),
})
export type InstanceSummary = z.infer<typeof instanceSummarySchema>

export const eventSummarySchema = productionSchema.omit({ synopsis: true, warnings: true, streaming: true }).extend({
  availability: label,
  firstAt: instantSchema,
  lastAt: instantSchema,
  timeZone: z.string(),
  priceFrom: moneySchema.nullable(),
  accessTags: z.array(z.enum(accessTags)),
  /** The next performance that can be booked. */
  next: instanceSummarySchema.nullable(),
})
export type EventSummary = z.infer<typeof eventSummarySchema>

export const eventSchema = productionSchema.extend({
  availability: label,
  timeZone: z.string(),
  priceFrom: moneySchema.nullable(),
  instances: z.array(instanceSummarySchema),
})
export type Event = z.infer<typeof eventSchema>

export const instanceSchema = instanceSummarySchema.extend({
  production: productionSchema,
  hall: z.string(),
  planVersion: z.string(),
  /** What the house calls the room: "The Bridge, end-on". */
  hallName: z.string(),
  runningTime: z.int().positive(),
  generalSaleAt: instantSchema,
  /** Who may book before general sale, and from when. */
  priority: z.array(z.strictObject({ from: instantSchema, memberships: z.array(z.string()) })),
  /** Whether this visitor books before general sale. */
  isEarly: z.boolean(),
  /** Where people queue for this performance: from when they may take a place, and from when they are let in. */
  waitingRoom: z.strictObject({ gathersAt: instantSchema, opensAt: instantSchema }).nullable(),
  /** Performances before and after, for "change date". */
  others: z.array(instanceSummarySchema),
})
export type Instance = z.infer<typeof instanceSchema>

export const pricesSchema = z.strictObject({
  /** Those this visitor may buy; the first is the default. */
  priceTypes: z.array(priceTypeSchema),
  prices: z.partialRecord(bandSchema, z.record(z.string(), bandPriceSchema)),
  seatBands: z.array(z.tuple([z.int().nonnegative(), z.int().positive()])),
  /** Where seats are sold only whole blocks at a time. */
  seatBlocks: seatBlocksSchema.optional(),
})
export type Prices = z.infer<typeof pricesSchema>

export const availabilitySchema = z.strictObject({
  /** What the seats were at by the database's clock, in microseconds: grows, and means the same in every process. */
  version: z.int().nonnegative(),
  /** Two bits a seat in plan order: see `packAvailability`. */
  seats: z.string(),
  seatsLeft: z.int().nonnegative(),
})
export type Availability = z.infer<typeof availabilitySchema>

const ofEvent = z.strictObject({ event: slugSchema })
const ofPlan = z.strictObject({ venue: z.string().max(60), version: z.string().max(60) })
const ofInstance = z.strictObject({ instance: slugSchema })
/** From which version on a stream of seats goes on. */
export const streamQuerySchema = z.strictObject({
  after: z
    .string()
    .regex(/^\d{1,16}$/)
    .optional(),
})

export const catalogue = {
  events: endpoint('GET', '/events', {
    summary: 'What is on',
    reply: z.strictObject({ events: z.array(eventSummarySchema) }),
    problems: [],
  }),
  event: endpoint('GET', '/events/:event', {
    summary: 'A production and its performances',
    params: ofEvent,
    reply: eventSchema,
    problems: ['event-unavailable'],
  }),
  instance: endpoint('GET', '/instances/:instance', {
    summary: 'A performance',
    params: ofInstance,
    reply: instanceSchema,
    problems: ['instance-unavailable'],
  }),
  plan: endpoint('GET', '/venues/:venue/maps/:version', {
    summary: 'A seat plan; never changes',
    params: ofPlan,
    reply: planSchema,
    problems: ['page-not-found'],
    immutable: true,
  }),
  /** An address of its own, not a kind of reply: what lies between must not have to tell them apart. */
  packedPlan: endpoint('GET', '/venues/:venue/maps/:version/packed', {
    summary: 'The same seat plan in half the bytes, as the map reads it (`readPlanBytes`)',
    params: ofPlan,
    reply: fileSchema,
    file: planMediaType,
    problems: ['page-not-found'],
    immutable: true,
  }),
  prices: endpoint('GET', '/instances/:instance/prices', {
    summary: 'Prices by band and type, fees inside',
    params: ofInstance,
    reply: pricesSchema,
    problems: ['instance-unavailable'],
  }),
  availability: endpoint('GET', '/instances/:instance/availability', {
    summary: 'Which seats are free now (ETag)',
    params: ofInstance,
    reply: availabilitySchema,
    problems: ['instance-unavailable', 'instance-priority'],
  }),
  availabilityStream: {
    ...endpoint('GET', '/instances/:instance/availability/stream', {
      summary: 'Seats as they change, as events (see seat-stream); resumes from Last-Event-ID or `after`',
      params: ofInstance,
      query: streamQuerySchema,
      reply: z.string(),
      problems: ['instance-unavailable', 'instance-priority', 'queue-required'],
      passFor: 'params',
    }),
    stream: true,
  },
} as const
