import { z } from 'zod'
import { seatIdSchema, slugSchema } from '@playhouse/domain/id'
import { moneySchema } from '@playhouse/domain/money'
import { viewsOfStage } from '@playhouse/domain/plan'
import { betterReasons, reasonPlaces, seatNeeds } from '@playhouse/domain/plan/best'
import { bandSchema } from '@playhouse/domain/pricing'
import { basketSchema } from './basket.ts'
import { endpoint } from './endpoint.ts'
import { proofSchema } from './proof.ts'

/** What somebody says who would rather not look for seats themselves. */
export const seatRequestSchema = z
  .strictObject({
    quantity: z.int().min(1).max(50),
    /** One price band, or a ceiling for each ticket; any price without either. */
    band: bandSchema.optional(),
    maxPrice: moneySchema.optional(),
    /** For every ticket; the house's usual one where it is left out. */
    priceType: z.string().min(1).max(40).optional(),
    /** Id of an area of the plan. */
    area: z.string().min(1).max(80).optional(),
    /** A wheelchair space and the companion's seat beside it are found together. */
    needs: z.array(z.enum(seatNeeds)).max(seatNeeds.length).optional(),
    /** Side by side or not at all; else rows one behind the other will do where there is no room. */
    together: z.boolean(),
    /** Seats shown before: not these again, and those that the basket holds are given back in the same step. */
    others: z.array(seatIdSchema).max(500).optional(),
    /** Seats of the basket that are given back in the same step, and may be found once more: another wish. */
    giveBack: z.array(seatIdSchema).max(50).optional(),
  })
  .refine(({ band, maxPrice }) => band === undefined || maxPrice === undefined, { path: ['maxPrice'] })
  .refine(({ maxPrice }) => maxPrice === undefined || maxPrice > 0, { path: ['maxPrice'] })
  .refine(({ needs = [], quantity }) => !needs.includes('companion') || (needs.includes('wheelchair') && quantity > 1), { path: ['needs'] })
export type SeatRequest = z.infer<typeof seatRequestSchema>

/** Why these seats, as facts for words in any language: see `BestReason`. */
const reasonSchema = z.strictObject({
  how: z.enum(['together', 'split']),
  parts: z.array(z.int().positive()),
  rows: z.int().positive(),
  place: z.enum(reasonPlaces),
  rowsInFront: z.int().nonnegative(),
  view: z.enum(viewsOfStage),
  notBetter: z.array(z.enum(betterReasons)),
})

export const foundSeatsSchema = z.strictObject({
  seats: z.array(seatIdSchema),
  reason: reasonSchema,
  /** Whether there are others to show. */
  hasOthers: z.boolean(),
  basket: basketSchema,
})
export type FoundSeats = z.infer<typeof foundSeatsSchema>

/** Seats without the map. */
export const seats = {
  bestAvailable: endpoint('POST', '/instances/:instance/best-available', {
    summary: 'Hold the best free seats for a wish, all or none',
    params: z.strictObject({ instance: slugSchema }),
    body: seatRequestSchema.safeExtend({
      /**
       * A name that whoever asks makes up for this one press. Asked again by the same name, because no answer came, the seats
       * that were found are told once more, and no others are taken beside them.
       */
      once: z.string().min(8).max(64).optional(),
      proof: proofSchema,
    }),
    reply: foundSeatsSchema,
    problems: [
      'basket-expired',
      'basket-paying',
      'voucher-in-basket',
      'instance-unavailable',
      'instance-passed',
      'instance-off-sale',
      'instance-cancelled',
      'instance-sold-out',
      'instance-priority',
      'queue-required',
      'section-sold-out',
      'section-not-on-sale',
      'not-enough-seats-in-band',
      'seats-not-found',
      'tickets-not-added',
      'price-type-unavailable',
      'max-tickets-per-order',
      'max-per-price-category',
      'ticket-limit',
      'performance-limit',
      'network-limit',
      'bot-check-required',
      'companion-alone',
    ],
    passFor: 'params',
  }),
}
