import { z } from 'zod'
import { idSchema, seatIdSchema, slugSchema } from '@playhouse/domain/id'
import { moneySchema } from '@playhouse/domain/money'
import { viewsOfStage } from '@playhouse/domain/plan'
import { maxPerformancesPerHold } from '@playhouse/domain/order-limit'
import { betterReasons, reasonPlaces, sameSeatsPolicies, seatNeeds } from '@playhouse/domain/plan/best'
import { bandSchema } from '@playhouse/domain/pricing'
import { equalSeatsSchema } from '@playhouse/domain/problem'
import { basketSchema } from './basket.ts'
import { endpoint } from './endpoint.ts'
import { proofSchema } from './proof.ts'
import { closedInstanceProblems, seatSearchProblems, ticketLimitProblems } from './shared-fields.ts'

/** What the seats of a request should be like. */
export const seatWishFields = z.strictObject({
  quantity: z.int().min(1).max(50),
  /** One price band, or `maxPrice` for each ticket in minor units; any price without either. */
  band: bandSchema.optional(),
  maxPrice: moneySchema.optional(),
  /** For every ticket; the default price type where omitted. */
  priceType: z.string().min(1).max(40).optional(),
  /** Id of an area of the plan. */
  area: z.string().min(1).max(80).optional(),
  /** `companion` needs `wheelchair`: the wheelchair space and the adjacent companion seat are found together. */
  needs: z.array(z.enum(seatNeeds)).max(seatNeeds.length).optional(),
  /** Only adjacent seats; otherwise also seats in adjacent rows where no row has enough. */
  together: z.boolean(),
})
type SeatWish = z.infer<typeof seatWishFields>

const hasOnePriceLimit = ({ band, maxPrice }: SeatWish): boolean => band === undefined || maxPrice === undefined
const hasPositivePrice = ({ maxPrice }: SeatWish): boolean => maxPrice === undefined || maxPrice > 0
const hasWheelchair = ({ needs = [], quantity }: SeatWish): boolean =>
  !needs.includes('companion') || (needs.includes('wheelchair') && quantity > 1)

/** A request for the best available seats. */
export const seatRequestSchema = seatWishFields
  .extend({
    /** Seats shown before: excluded, and released in the same transaction where the basket holds them. */
    others: z.array(seatIdSchema).max(500).optional(),
    /** Seats of the basket to release in the same transaction; they may be found again. */
    giveBack: z.array(seatIdSchema).max(50).optional(),
  })
  .refine(hasOnePriceLimit, { path: ['maxPrice'] })
  .refine(hasPositivePrice, { path: ['maxPrice'] })
  .refine(hasWheelchair, { path: ['needs'] })
/** A request for the best available seats. */
export type SeatRequest = z.infer<typeof seatRequestSchema>

/** Reason for these seats as facts, which the shop translates: see `BestReason`. */
const reasonSchema = z.strictObject({
  how: z.enum(['together', 'split']),
  parts: z.array(z.int().positive()),
  rows: z.int().positive(),
  place: z.enum(reasonPlaces),
  rowsInFront: z.int().nonnegative(),
  view: z.enum(viewsOfStage),
  notBetter: z.array(z.enum(betterReasons)),
})

/** Held seats, the reason for them, and the basket. */
export const foundSeatsSchema = z.strictObject({
  seats: z.array(seatIdSchema),
  reason: reasonSchema,
  /** Whether another request with `others` can succeed. */
  hasOthers: z.boolean(),
  basket: basketSchema,
})
/** Held best available seats. */
export type FoundSeats = z.infer<typeof foundSeatsSchema>

/** A performance of a request: its chosen seats, or the best available ones where `seats` is absent. */
const requestedPerformanceSchema = z.strictObject({
  instance: slugSchema,
  seats: z
    .array(z.strictObject({ seat: seatIdSchema, priceType: z.string().max(40) }))
    .min(1)
    .max(50)
    .optional(),
  /** Seats of the basket to release in the same transaction. */
  giveBack: z.array(seatIdSchema).max(50).optional(),
})

/** A request for seats of several performances. */
const performancesRequestSchema = z
  .strictObject({
    performances: z.array(requestedPerformanceSchema).min(1).max(maxPerformancesPerHold),
    /** For the performances without chosen seats, the same for each; required if there are any. */
    wish: seatWishFields
      .refine(hasOnePriceLimit, { path: ['maxPrice'] })
      .refine(hasPositivePrice, { path: ['maxPrice'] })
      .refine(hasWheelchair, { path: ['needs'] })
      .optional(),
    /** Whether best available chooses the same seats in all performances of one plan; `no` where omitted. */
    sameSeats: z.enum(sameSeatsPolicies).optional(),
    /** If some chosen seats are taken: hold none (`refuse`, the default), or hold the others and return the taken ones (`keep`). */
    ifTaken: z.enum(['refuse', 'keep']).optional(),
    /** A series of this basket to which the seats are added; a new series where omitted. */
    series: idSchema.optional(),
    /** Idempotency key, made by the client for each user action. A retry with the same key holds no further seats. */
    once: z.string().min(8).max(64).optional(),
    proof: proofSchema,
  })
  .refine(({ performances }) => new Set(performances.map(({ instance }) => instance)).size === performances.length, {
    path: ['performances'],
  })
  .refine(({ performances, wish }) => wish !== undefined || performances.every(({ seats }) => seats !== undefined), { path: ['wish'] })
/** A request for seats of several performances. */
export type PerformancesRequest = Omit<z.infer<typeof performancesRequestSchema>, 'proof'>

/** The basket after seats of several performances were added. */
export const heldPerformancesSchema = basketSchema.extend({
  /** The series that the seats belong to. */
  series: idSchema,
  /** The seats of the request that the basket holds now, by performance. */
  held: z.array(z.strictObject({ instance: slugSchema, seats: z.array(seatIdSchema) })),
  /** Chosen seats that are no longer available, by performance, and equivalent alternatives. */
  lost: z.array(z.strictObject({ instance: slugSchema, seats: z.array(seatIdSchema), instead: equalSeatsSchema.nullable() })),
})

/** Endpoints for seats without the map, and for seats of several performances. */
export const seats = {
  holdPerformances: endpoint('POST', '/basket/performances', {
    summary: 'Hold seats of several performances in one step, all or none, or those chosen seats that are still available',
    body: performancesRequestSchema,
    reply: heldPerformancesSchema,
    problems: [
      'basket-expired',
      'basket-paying',
      'basket-line-unknown',
      'voucher-in-basket',
      'package-whole',
      'basket-adds-to-order',
      'performances-unavailable',
      'queue-required',
      'tickets-not-added',
      'max-tickets-per-order',
      'max-tickets-per-performance',
      'network-limit',
      'series-network-limit',
      'bot-check-required',
    ],
    passFor: 'performances',
  }),
  bestAvailable: endpoint('POST', '/instances/:instance/best-available', {
    summary: 'Hold the best available seats for a request, all or none',
    params: z.strictObject({ instance: slugSchema }),
    body: seatRequestSchema.safeExtend({
      /**
       * Idempotency key, made by the client for each user action. A retry with the same key returns the seats that the first
       * request held, and holds no others.
       */
      once: z.string().min(8).max(64).optional(),
      proof: proofSchema,
    }),
    reply: foundSeatsSchema,
    problems: [
      'basket-expired',
      'basket-paying',
      'voucher-in-basket',
      'package-whole',
      'basket-adds-to-order',
      ...closedInstanceProblems,
      'queue-required',
      ...seatSearchProblems,
      'max-tickets-per-order',
      'max-per-price-category',
      ...ticketLimitProblems,
    ],
    passFor: 'params',
  }),
}
