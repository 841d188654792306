import { z } from 'zod'
import { idSchema, seatIdSchema, slugSchema } from '@playhouse/domain/id'
import { maxPerformancesPerHold } from '@playhouse/domain/order-limit'
import { chosenPerformanceSchema, packageSummarySchema, packageViewSchema } from '@playhouse/domain/package'
import { bandSchema } from '@playhouse/domain/pricing'
import { sameSeatsPolicies } from '@playhouse/domain/plan/best'
import { basketSchema } from './basket.ts'
import { endpoint } from './endpoint.ts'
import { proofSchema } from './proof.ts'
import { seatWishFields } from './seats.ts'

/** The people of a package: how many at each price type. Every performance gets a ticket for each of them. */
const partySchema = z
  .array(z.strictObject({ priceType: z.string().min(1).max(40), quantity: z.int().min(1).max(50) }))
  .min(1)
  .max(12)
  .refine((party) => new Set(party.map(({ priceType }) => priceType)).size === party.length)

/** A chosen performance of a package, with its chosen seats; the best available ones where `seats` is absent, in a price band or in any. */
const packagePerformanceRequestSchema = chosenPerformanceSchema.extend({
  /** One for each person, at the price types of the party. */
  seats: z
    .array(z.strictObject({ seat: seatIdSchema, priceType: z.string().min(1).max(40) }))
    .min(1)
    .max(50)
    .optional(),
  /** The band of the best available seats of this performance, in place of that of `wish`. */
  band: bandSchema.optional(),
})

/** A request for a package: its performances, and its people. */
const packageRequestSchema = z
  .strictObject({
    package: slugSchema,
    party: partySchema,
    performances: z.array(packagePerformanceRequestSchema).min(1).max(maxPerformancesPerHold),
    /** For the performances without chosen seats; any seats together where omitted. Needs count in each hall that has seats for them. */
    wish: seatWishFields
      .pick({ band: true, needs: true, together: true })
      .refine(({ needs = [] }) => !needs.includes('companion') || needs.includes('wheelchair'), { path: ['needs'] })
      .optional(),
    /** Whether best available chooses the same seats in all performances of one plan; `preferred` where omitted. */
    sameSeats: z.enum(sameSeatsPolicies).optional(),
    /** Id of a package in this basket that is replaced. It stays if the new one can't be held. */
    replaces: idSchema.optional(),
    /** Idempotency key, made by the client for each user action. A retry with the same key holds no further seats. */
    once: z.string().min(8).max(64).optional(),
    proof: proofSchema,
  })
  .refine(({ performances }) => new Set(performances.map(({ instance }) => instance)).size === performances.length, {
    path: ['performances'],
  })
/** A request for a package. */
export type PackageRequest = Omit<z.infer<typeof packageRequestSchema>, 'proof'>

/** The basket after a package was added. */
const heldPackageSchema = basketSchema.extend({
  /** Id of the package in the basket. */
  held: idSchema,
})

/** Endpoints of packages. */
export const packages = {
  list: endpoint('GET', '/packages', {
    summary: 'The packages that are on sale or will be',
    reply: z.strictObject({ packages: z.array(packageSummarySchema) }),
    problems: [],
  }),
  package: endpoint('GET', '/packages/:package', {
    summary: 'A package with the performances that can be chosen',
    params: z.strictObject({ package: slugSchema }),
    reply: packageViewSchema,
    problems: ['page-not-found'],
  }),
  hold: endpoint('POST', '/basket/packages', {
    summary: 'Hold the seats of a package in one step, all or none, at the price of the package',
    body: packageRequestSchema,
    reply: heldPackageSchema,
    problems: [
      'basket-expired',
      'basket-paying',
      'basket-line-unknown',
      'voucher-in-basket',
      'basket-adds-to-order',
      'page-not-found',
      'package-off-sale',
      'package-incomplete',
      // The seats of a series leave another one alone on every date.
      'seat-left-alone',
      'price-type-unavailable',
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
  remove: endpoint('DELETE', '/basket/packages/:id', {
    summary: 'Release all seats of a package',
    params: z.strictObject({ id: idSchema }),
    reply: basketSchema,
    problems: ['basket-expired', 'basket-paying', 'basket-line-unknown', 'voucher-in-basket'],
  }),
}
