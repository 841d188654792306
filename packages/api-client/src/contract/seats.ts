import { z } from 'zod'
import { seatIdSchema, slugSchema } from '@playhouse/domain/id'
import { moneySchema } from '@playhouse/domain/money'
import { viewsOfStage } from '@playhouse/domain/plan'
import { betterReasons, reasonPlaces, seatNeeds } from '@playhouse/domain/plan/best'
import { bandSchema } from '@playhouse/domain/pricing'
import { basketSchema } from './basket.ts'
import { endpoint } from './endpoint.ts'
import { proofSchema } from './proof.ts'
import { closedInstanceProblems, seatSearchProblems, ticketLimitProblems } from './shared-fields.ts'

/** A request for the best available seats. */
export const seatRequestSchema = z
  .strictObject({
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
    /** Seats shown before: excluded, and released in the same transaction where the basket holds them. */
    others: z.array(seatIdSchema).max(500).optional(),
    /** Seats of the basket to release in the same transaction; they may be found again. */
    giveBack: z.array(seatIdSchema).max(50).optional(),
  })
  .refine(({ band, maxPrice }) => band === undefined || maxPrice === undefined, { path: ['maxPrice'] })
  .refine(({ maxPrice }) => maxPrice === undefined || maxPrice > 0, { path: ['maxPrice'] })
  .refine(({ needs = [], quantity }) => !needs.includes('companion') || (needs.includes('wheelchair') && quantity > 1), { path: ['needs'] })
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

/** Endpoint for seats without the map. */
export const seats = {
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
