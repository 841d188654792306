import { z } from 'zod'
import { slugSchema } from '@playhouse/domain/id'
import { moneySchema } from '@playhouse/domain/money'
import { maxPerformancesPerHold } from '@playhouse/domain/order-limit'
import { planMediaType, planSchema } from '@playhouse/domain/plan'
import { bandSchema, bandPriceSchema, priceTypeSchema, seatBlocksSchema } from '@playhouse/domain/pricing'
import { offeredTypeSchema, productOnSaleSchema, productPerformanceSchema, productTypeSchema } from '@playhouse/domain/product'
import { accessTags, availabilityFields, closedEventCodes, productionSchema } from '@playhouse/domain/season'
import { instantSchema, plainDateTimeSchema } from '@playhouse/domain/time'
import { translatedTextSchema } from '@playhouse/domain/translated-text'
import { endpoint, fileSchema } from './endpoint.ts'

/** A performance in a list. `priceFrom` is the lowest public price in minor units, null without one. */
export const instanceSummarySchema = z.strictObject({
  id: slugSchema,
  event: slugSchema,
  startsAt: instantSchema,
  /** Local time of the performance, for grouping by day and month. */
  startsAtLocal: plainDateTimeSchema,
  timeZone: z.string(),
  ...availabilityFields,
  accessTags: z.array(z.enum(accessTags)),
  priceFrom: moneySchema.nullable(),
  seatsLeft: z.int().nonnegative(),
})
/** A performance in a list. */
export type InstanceSummary = z.infer<typeof instanceSummarySchema>

/** A production in a list, without its synopsis and pictures. `firstAt` and `lastAt` bound its performances that are not over. */
export const eventSummarySchema = productionSchema
  .omit({ synopsis: true, warnings: true, streaming: true, seatInfo: true, gallery: true })
  .extend({
    ...availabilityFields,
    firstAt: instantSchema,
    lastAt: instantSchema,
    timeZone: z.string(),
    priceFrom: moneySchema.nullable(),
    accessTags: z.array(z.enum(accessTags)),
    /** The next performance that can be booked. */
    next: instanceSummarySchema.nullable(),
  })
/** A production in a list. */
export type EventSummary = z.infer<typeof eventSummarySchema>

/** A production with all its performances in order of their start. */
export const eventSchema = productionSchema.extend({
  ...availabilityFields,
  timeZone: z.string(),
  priceFrom: moneySchema.nullable(),
  /** Whether one of its performances that are not over has menus. */
  hasFood: z.boolean(),
  /** The problem of an event of which no performance can be booked, now or later; null where one can. */
  closed: z.enum(closedEventCodes).nullable(),
  instances: z.array(instanceSummarySchema),
})
/** A production with all its performances. */
export type Event = z.infer<typeof eventSchema>

/** The version of plan and prices of a performance, from their content. Replies with the same one fit together; the seat stream has it too. */
const seatingVersion = z.string()

/** A performance with its production, hall, sale dates and waiting room. */
export const instanceSchema = instanceSummarySchema.extend({
  production: productionSchema.omit({ gallery: true }),
  hall: z.string(),
  planVersion: z.string(),
  seatingVersion,
  /** Display name of the hall and its layout: "The Bridge, end-on". */
  hallName: z.string(),
  runningTime: z.int().positive(),
  generalSaleAt: instantSchema,
  /** Priority periods: memberships that may book before general sale, and when. `until`: null where they may until general sale. */
  priority: z.array(z.strictObject({ from: instantSchema, until: instantSchema.nullable(), memberships: z.array(z.string()) })),
  /** Whether this visitor may book before general sale. */
  isEarly: z.boolean(),
  /** Ids of the memberships that it is for, if this visitor holds none of them; empty where they may book. */
  restrictedTo: z.array(slugSchema),
  /** Waiting room of this performance; null without one. `gathersAt`: queue tickets are issued; `opensAt`: visitors are admitted. */
  waitingRoom: z.strictObject({ gathersAt: instantSchema, opensAt: instantSchema }).nullable(),
  /** Title of the form that visitors send about this performance; null without one. */
  form: translatedTextSchema.nullable(),
  /** The types of product that are on sale for it. */
  products: z.array(slugSchema),
  /** Whether it has menus, orders for which may have closed. */
  hasFood: z.boolean(),
  /** Whether lots are drawn for day seats. */
  hasDaySeats: z.boolean(),
  /** Other performances of the production that are not over, for "change date". */
  others: z.array(instanceSummarySchema),
})
/** A performance with its production, hall and sale dates. */
export type Instance = z.infer<typeof instanceSchema>

/** The price list of a performance for one visitor. `seatBands` is run-length encoded: pairs of band index and seat count, in plan order. */
export const pricesSchema = z.strictObject({
  seatingVersion,
  /** Price types that this visitor may buy; the first is the default. */
  priceTypes: z.array(priceTypeSchema),
  prices: z.partialRecord(bandSchema, z.record(z.string(), bandPriceSchema)),
  seatBands: z.array(z.tuple([z.int().nonnegative(), z.int().positive()])),
  /** Present where seats are sold only in whole blocks. */
  seatBlocks: seatBlocksSchema.optional(),
})
/** The price list of a performance for one visitor. */
export type Prices = z.infer<typeof pricesSchema>

/** Availability of all seats of a performance as one visitor may see it. */
export const availabilitySchema = z.strictObject({
  /** Version of the seats by the database's clock, in microseconds: increases, and is the same in every process. */
  version: z.int().nonnegative(),
  /** Two bits per seat in plan order: see `packAvailability`. */
  seats: z.string(),
  seatsLeft: z.int().nonnegative(),
})
/** Availability of all seats of a performance. */
export type Availability = z.infer<typeof availabilitySchema>

/** Availability of the seats of several performances of one plan, as one visitor may see it. */
export const commonAvailabilitySchema = z.strictObject({
  hall: z.string(),
  planVersion: z.string(),
  /** Two bits per seat in plan order: free if it is free in every performance. */
  seats: z.string(),
  seatsLeft: z.int().nonnegative(),
  /** Each performance in the order of the request. A seat is missing on the dates on which it is not free. */
  performances: z.array(z.strictObject({ instance: slugSchema, seats: z.string() })),
})
const commonInstances = new RegExp(`^[a-z0-9-]{1,80}(,[a-z0-9-]{1,80}){0,${maxPerformancesPerHold - 1}}$`)

const ofEvent = z.strictObject({ event: slugSchema })
const ofPlan = z.strictObject({ venue: z.string().max(60), version: z.string().max(60) })
const ofInstance = z.strictObject({ instance: slugSchema })
/** Query of a seat stream: the version after which it resumes. */
export const streamQuerySchema = z.strictObject({
  after: z
    .string()
    .regex(/^\d{1,16}$/)
    .optional(),
})

/** A membership on sale, as this visitor sees it. Its name, price and benefits are in the brand. */
export const membershipOfferSchema = z.strictObject({
  membership: slugSchema,
  /** The last day of the membership that the customer holds, an ISO date; null where they hold none of this kind. */
  heldUntil: z.iso.date().nullable(),
  /** What it costs to renew it now, and the first day of the new term; null outside the renewal window. */
  renewal: z.strictObject({ price: moneySchema, startsOn: z.iso.date() }).nullable(),
  /** What is left to pay for it in place of a held one, after the credit of its unused part; `name` is the name of the held one. */
  upgrade: z.strictObject({ from: slugSchema, name: z.string(), credit: moneySchema, price: moneySchema }).nullable(),
  isInBasket: z.boolean(),
  /** What it saves on the tickets of the basket, in minor units, if it is added or because it is there. */
  saves: moneySchema,
})
/** A membership on sale, as this visitor sees it. */
export type MembershipOffer = z.infer<typeof membershipOfferSchema>

/** Endpoints of the programme: productions, performances, seat plans, prices and availability. */
export const catalogue = {
  events: endpoint('GET', '/events', {
    summary: 'All productions with their next performance',
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
  memberships: endpoint('GET', '/memberships', {
    summary: 'The memberships on sale, with what the visitor holds and has in the basket, and what each saves on its tickets',
    reply: z.strictObject({ memberships: z.array(membershipOfferSchema) }),
    problems: [],
  }),
  products: endpoint('GET', '/products/:type', {
    summary: 'The products of a type on sale, with the pieces that can be bought',
    params: z.strictObject({ type: slugSchema }),
    reply: productTypeSchema.omit({ type: true }).extend({ products: z.array(productOnSaleSchema) }),
    problems: ['page-not-found'],
  }),
  performanceProducts: endpoint('GET', '/instances/:instance/products', {
    summary: 'The products that are on sale for a performance, by type, at its prices and from its stock, and whether food can be ordered',
    params: ofInstance,
    reply: z.strictObject({
      performance: productPerformanceSchema,
      types: z.array(offeredTypeSchema),
      /** Whether food and drink can be ordered for it now. */
      isFoodOpen: z.boolean(),
    }),
    problems: ['instance-unavailable'],
  }),
  plan: endpoint('GET', '/venues/:venue/maps/:version', {
    summary: 'A seat plan; never changes',
    params: ofPlan,
    reply: planSchema,
    problems: ['page-not-found'],
    immutable: true,
  }),
  /** A separate path instead of content negotiation, so that caches need no `Vary`. */
  packedPlan: endpoint('GET', '/venues/:venue/maps/:version/packed', {
    summary: 'The same seat plan in a binary format of half the size, read by `readPlanBytes`',
    params: ofPlan,
    reply: fileSchema,
    file: planMediaType,
    problems: ['page-not-found'],
    immutable: true,
  }),
  prices: endpoint('GET', '/instances/:instance/prices', {
    summary: 'Prices by band and price type, fees included',
    params: ofInstance,
    reply: pricesSchema,
    problems: ['instance-unavailable'],
  }),
  availability: endpoint('GET', '/instances/:instance/availability', {
    summary: 'The current availability of all seats (ETag)',
    params: ofInstance,
    reply: availabilitySchema,
    problems: ['instance-unavailable', 'instance-priority', 'instance-restricted'],
  }),
  commonAvailability: endpoint('GET', '/availability', {
    summary: 'The seats that are free in all of several performances of one plan, and the availability in each of them',
    query: z.strictObject({
      /** Ids of the performances, separated by commas. */
      instances: z.string().max(2_430).regex(commonInstances),
    }),
    reply: commonAvailabilitySchema,
    problems: ['performances-unavailable'],
  }),
  availabilityStream: {
    ...endpoint('GET', '/instances/:instance/availability/stream', {
      summary: 'Stream of seat changes as server-sent events (see seat-stream); resumes from Last-Event-ID or `after`',
      params: ofInstance,
      query: streamQuerySchema,
      reply: z.string(),
      problems: ['instance-unavailable', 'instance-priority', 'instance-restricted', 'queue-required'],
      passFor: 'params',
    }),
    stream: true,
  },
} as const
